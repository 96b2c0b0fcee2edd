// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/project_panels.h"

#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/style/color_scale.h"
#include "widgets/style/icons.h"
#include "widgets/text/display_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QMimeData>
#include <QToolButton>
#include <QUrl>

namespace ql::widgets {

namespace {

/// The one local file or folder of a drag, or empty.
QString droppedPath(const QMimeData& data)
{
    const QList<QUrl> urls = data.urls();
    return urls.size() == 1 ? urls.front().toLocalFile() : QString();
}

} // namespace

ProjectPanel::ProjectPanel(const char* icon, QWidget* parent)
    : QFrame(parent)
    , m_iconName(icon)
    , m_icon(new PlainLabel(this))
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(8, 6, 6, 4);
    m_grid->setVerticalSpacing(2);
    m_grid->setColumnStretch(1, 1);
    m_grid->addWidget(m_icon, 0, 0);
    setAcceptDrops(true);
}

ProjectPanel::Part ProjectPanel::makePart(int row, const QList<QToolButton*>& buttons)
{
    const Part part{new PlainLabel(this), new ElidedLabel(this), new PlainLabel(this)};
    QFont bold = font();
    bold.setBold(true);
    part.title->setFont(bold);
    part.status->setWordWrap(true);
    part.status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_grid->addWidget(part.title, row, 1);
    int columns = 1;
    for (QToolButton* button : buttons) {
        ++columns;
        if (!button)
            continue;
        button->setAutoRaise(true);
        m_grid->addWidget(button, row, columns);
    }
    m_grid->addWidget(part.file, row + 1, 1, 1, columns);
    m_grid->addWidget(part.status, row + 2, 1, 1, columns);
    return part;
}

void ProjectPanel::follow()
{
    followLanguageAndColors(this, [this] {
        m_icon->setPixmap(icon(m_iconName).pixmap(kPanelIconSize, kPanelIconSize));
        refresh();
        for (auto* button : findChildren<QToolButton*>()) // several say "Open…"
            button->setAccessibleName(button->toolTip());
    });
}

void ProjectPanel::setFile(const Part& part, const QString& name, const QString& path)
{
    setWords(*part.file, name, QDir::toNativeSeparators(path));
    part.file->setVisible(!path.isEmpty());
}

void ProjectPanel::setStatus(const Part& part, const QString& text, bool isProblem)
{
    QPalette colors = palette();
    const QColor background = colors.color(QPalette::Window);
    colors.setColor(QPalette::WindowText,
                    isProblem ? alarmColor(background) : mutedColor(colors.color(QPalette::WindowText), background));
    part.status->setPalette(colors);
    part.status->setText(text);
    part.status->setVisible(!text.isEmpty());
}

void ProjectPanel::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedPath(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void ProjectPanel::dropEvent(QDropEvent* event)
{
    take(droppedPath(*event->mimeData()), event->position().y());
    event->acceptProposedAction();
}

ModelPanel::ModelPanel(Role role, ModelSlot& slot, QWidget* parent)
    : ProjectPanel(role == Role::Baseline ? "open_baseline" : "open_analysis", parent)
    , m_role(role)
    , m_slot(slot)
    , m_browse(new QToolButton(this))
    , m_model(makePart(0, {m_browse}))
{
    connect(m_browse, &QToolButton::clicked, this, &ModelPanel::browseRequested);
    connect(&m_slot, &ModelSlot::changed, this, &ModelPanel::refresh);
    follow();
}

QString ModelPanel::statusText() const
{
    return m_model.status->text();
}

void ModelPanel::take(const QString& path, double)
{
    m_slot.setPath(path);
}

void ModelPanel::refresh()
{
    const bool isBaseline = m_role == Role::Baseline;
    m_model.title->setText(isBaseline ? tr("Baseline model") : tr("Analysis model"));
    setWords(*m_browse, tr("Open…"), isBaseline ? tr("Open the high-precision model") : tr("Open the quantized model"));
    setFile(m_model, m_slot.fileName(), m_slot.path());
    showState();
}

void ModelPanel::showState()
{
    switch (m_slot.state()) {
    case ModelSlot::State::Empty: return setStatus(m_model, tr("Open or drop an ONNX or TorchScript file"));
    case ModelSlot::State::Waiting: return setStatus(m_model, tr("Waiting for the engine…"));
    case ModelSlot::State::Reading: return setStatus(m_model, tr("Reading…"));
    case ModelSlot::State::Failed: return setStatus(m_model, m_slot.problem(), true);
    case ModelSlot::State::Ready: break;
    }
    const auto info = m_slot.info();
    if (info->unsupported.empty())
        return setStatus(m_model, tr("%1 · %n layer(s) · %2 parameters", nullptr, int(info->layerCount))
                                      .arg(QString::fromStdString(info->kind), formatCount(info->parameterCount)));
    const auto& first = info->unsupported.front();
    setStatus(m_model,
              tr("Cannot be run: operator %1 of %2 is not supported.")
                  .arg(QString::fromStdString(first.opType), QString::fromStdString(first.node)),
              true);
}

DataPanel::DataPanel(Workbench& workbench, QWidget* parent)
    : ProjectPanel("data", parent)
    , m_workbench(workbench)
    , m_file(new QToolButton(this))
    , m_folder(new QToolButton(this))
    , m_data(makePart(0, {m_file, m_folder}))
{
    grid().setHorizontalSpacing(4);
    connect(m_file, &QToolButton::clicked, &workbench, &Workbench::openDataRequested);
    connect(m_folder, &QToolButton::clicked, &workbench, &Workbench::openDataFolderRequested);
    connect(&workbench.session(), &ModelSession::changed, this, &DataPanel::refresh);
    connect(&workbench.analysis<BadCaseAnalysis>(), &Analysis::resultChanged, this, &DataPanel::refresh);
    follow();
}

QString DataPanel::statusText() const
{
    return m_data.status->text();
}

void DataPanel::take(const QString& path, double)
{
    m_workbench.session().setData(path);
    m_workbench.examineOpened();
}

void DataPanel::refresh()
{
    const QString& path = m_workbench.session().data();
    m_data.title->setText(tr("Data"));
    setWords(*m_file, tr("File…"), tr("Open a file that holds many samples"));
    setWords(*m_folder, tr("Folder…"), tr("Open a folder of samples to look for bad cases in"));
    setFile(m_data, QDir(path).dirName(), path);
    const auto result = m_workbench.analysis<BadCaseAnalysis>().result();
    if (path.isEmpty())
        setStatus(m_data, tr("Open or drop samples to look for bad cases in"));
    else if (result && QString::fromStdString(result->data) == path)
        setStatus(m_data, tr("%n sample(s)", nullptr, int(result->datasetSize)));
    else if (QFileInfo::exists(path))
        setStatus(m_data, QString());
    else
        setStatus(m_data, tr("This path does not exist."), true);
}

} // namespace ql::widgets
