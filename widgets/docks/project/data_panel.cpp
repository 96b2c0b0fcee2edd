// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/data_panel.h"

#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/docks/support/dropped_path.h"
#include "widgets/docks/support/elided_label.h"
#include "widgets/style/color_scale.h"
#include "widgets/style/icons.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QToolButton>

namespace ql::widgets {

namespace {

} // namespace

DataPanel::DataPanel(Workbench& workbench, QWidget* parent)
    : QFrame(parent)
    , m_workbench(workbench)
    , m_icon(new PlainLabel(this))
    , m_title(new PlainLabel(this))
    , m_path(new ElidedLabel(this))
    , m_status(new PlainLabel(this))
    , m_file(new QToolButton(this))
    , m_folder(new QToolButton(this))
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_status->setWordWrap(true);
    m_file->setAutoRaise(true);
    m_folder->setAutoRaise(true);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(8, 6, 6, 4);
    layout->setVerticalSpacing(2);
    layout->setHorizontalSpacing(4);
    layout->setColumnStretch(1, 1);
    layout->addWidget(m_icon, 0, 0);
    layout->addWidget(m_title, 0, 1);
    layout->addWidget(m_file, 0, 2);
    layout->addWidget(m_folder, 0, 3);
    layout->addWidget(m_path, 1, 1, 1, 3);
    layout->addWidget(m_status, 2, 1, 1, 3);
    setAcceptDrops(true);
    connect(m_file, &QToolButton::clicked, &workbench, &Workbench::openDataRequested);
    connect(m_folder, &QToolButton::clicked, &workbench, &Workbench::openDataFolderRequested);
    connect(&workbench.session(), &ModelSession::changed, this, &DataPanel::refresh);
    connect(&workbench.analysis<BadCaseAnalysis>(), &Analysis::resultChanged, this, &DataPanel::refresh);
    refresh();
}

QString DataPanel::statusText() const
{
    return m_status->text();
}

void DataPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        refresh();
    QFrame::changeEvent(event);
}

void DataPanel::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedPath(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void DataPanel::dropEvent(QDropEvent* event)
{
    m_workbench.session().setData(droppedPath(*event->mimeData()));
    event->acceptProposedAction();
}

void DataPanel::refresh()
{
    const QString& path = m_workbench.session().data();
    m_icon->setPixmap(icon("data").pixmap(kPanelIconSize, kPanelIconSize));
    m_title->setText(tr("Data"));
    m_file->setText(tr("File…"));
    m_folder->setText(tr("Folder…"));
    m_file->setToolTip(tr("Open a file that holds many samples"));
    m_folder->setToolTip(tr("Open a folder of samples to look for bad cases in"));
    m_path->setText(QDir(path).dirName());
    m_path->setToolTip(QDir::toNativeSeparators(path));
    m_path->setVisible(!path.isEmpty());
    const auto result = m_workbench.analysis<BadCaseAnalysis>().result();
    const bool isKnown = result && QString::fromStdString(result->data) == path;
    const bool isMissing = !isKnown && !path.isEmpty() && !QFileInfo::exists(path);
    m_status->setText(isMissing        ? tr("This path does not exist.")
                      : path.isEmpty() ? tr("Open or drop samples to look for bad cases in")
                      : isKnown        ? tr("%n sample(s)", nullptr, int(result->datasetSize))
                                       : QString());
    m_status->setVisible(!m_status->text().isEmpty());
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText,
                    isMissing ? alarmColor(colors.color(QPalette::Window))
                              : mutedColor(colors.color(QPalette::WindowText), colors.color(QPalette::Window)));
    m_status->setPalette(colors);
}

} // namespace ql::widgets
