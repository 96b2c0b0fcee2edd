// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/config_panel.h"

#include "widgets/docks/support/dropped_path.h"
#include "widgets/docks/support/elided_label.h"
#include "widgets/style/color_scale.h"
#include "widgets/style/icons.h"
#include "widgets/text/core_text.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QCheckBox>
#include <QDir>
#include <QDragEnterEvent>
#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

namespace ql::widgets {

namespace {

} // namespace

ConfigPanel::ConfigPanel(Workbench& workbench, QWidget* parent)
    : QFrame(parent)
    , m_workbench(workbench)
    , m_icon(new PlainLabel(this))
    , m_open(new QToolButton(this))
    , m_calibrationFile(new QToolButton(this))
    , m_calibrationFolder(new QToolButton(this))
    , m_prefers(new QCheckBox(this))
{
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(8, 6, 6, 4);
    layout->setVerticalSpacing(2);
    layout->setHorizontalSpacing(4);
    layout->setColumnStretch(1, 1);
    layout->addWidget(m_icon, 0, 0);
    m_config = makePart(*layout, 0, {m_open});
    layout->addWidget(m_prefers, 3, 1, 1, 3);
    m_calibration = makePart(*layout, 4, {m_calibrationFile, m_calibrationFolder});
    setAcceptDrops(true);
    ModelSession& session = workbench.session();
    connect(m_open, &QToolButton::clicked, &workbench, &Workbench::openConfigRequested);
    connect(m_calibrationFile, &QToolButton::clicked, &workbench, &Workbench::openCalibrationRequested);
    connect(m_calibrationFolder, &QToolButton::clicked, &workbench, &Workbench::openCalibrationFolderRequested);
    connect(m_prefers, &QCheckBox::toggled, &session, &ModelSession::setSimulationPreferred);
    connect(&session, &ModelSession::changed, this, &ConfigPanel::refresh);
    connect(&workbench.config(), &ConfigDocument::readingChanged, this, &ConfigPanel::refresh);
    connect(&workbench.config(), &ConfigDocument::textChanged, this, &ConfigPanel::refresh);
    refresh();
}

ConfigPanel::Part ConfigPanel::makePart(QGridLayout& layout, int row, const QList<QToolButton*>& buttons)
{
    const Part part{new PlainLabel(this), new ElidedLabel(this), new PlainLabel(this)};
    QFont bold = font();
    bold.setBold(true);
    part.title->setFont(bold);
    part.status->setWordWrap(true);
    part.status->setTextInteractionFlags(Qt::TextSelectableByMouse);
    part.file->setTextFormat(Qt::PlainText);
    layout.addWidget(part.title, row, 1);
    int column = 2 + (2 - int(buttons.size()));
    for (QToolButton* button : buttons) {
        button->setAutoRaise(true);
        layout.addWidget(button, row, column++);
    }
    layout.addWidget(part.file, row + 1, 1, 1, 3);
    layout.addWidget(part.status, row + 2, 1, 1, 3);
    return part;
}

QString ConfigPanel::statusText() const
{
    return m_config.status->text();
}

QString ConfigPanel::calibrationText() const
{
    return m_calibration.status->text();
}

void ConfigPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange)
        refresh();
    QFrame::changeEvent(event);
}

void ConfigPanel::dragEnterEvent(QDragEnterEvent* event)
{
    if (!droppedPath(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

/// On the lower half it is calibration data.
void ConfigPanel::dropEvent(QDropEvent* event)
{
    const QString path = droppedPath(*event->mimeData());
    if (event->position().y() >= m_calibration.title->y())
        m_workbench.session().setCalibration(path);
    else
        Q_EMIT m_workbench.openConfigFileRequested(path);
    event->acceptProposedAction();
}

void ConfigPanel::setStatus(QLabel& label, const QString& text, bool isProblem)
{
    QPalette colors = palette();
    const QColor background = colors.color(QPalette::Window);
    colors.setColor(QPalette::WindowText,
                    isProblem ? alarmColor(background) : mutedColor(colors.color(QPalette::WindowText), background));
    label.setPalette(colors);
    label.setText(text);
    label.setVisible(!text.isEmpty());
}

void ConfigPanel::refresh()
{
    const ModelSession& session = m_workbench.session();
    m_icon->setPixmap(icon("config").pixmap(kPanelIconSize, kPanelIconSize));
    m_open->setText(tr("Open…"));
    m_calibrationFile->setText(tr("File…"));
    m_calibrationFolder->setText(tr("Folder…"));
    m_open->setToolTip(tr("Open a quantization config: it simulates the analysis model, and is edited here"));
    m_calibrationFile->setToolTip(tr("Open a file of samples to calibrate with, or a quantization-factor record"));
    m_calibrationFolder->setToolTip(tr("Open a folder of samples to calibrate with"));
    m_config.title->setText(tr("Quantization config"));
    m_calibration.title->setText(tr("Calibration data"));
    m_prefers->setText(tr("Compare with the simulation"));
    m_prefers->setToolTip(tr("Compare with what the config makes of the baseline, not with the analysis model"));
    m_prefers->setChecked(session.isSimulationPreferred());
    m_prefers->setVisible(!session.config().isEmpty() && !session.analysis().path().isEmpty());
    refreshConfig();
    refreshCalibration();
}

void ConfigPanel::refreshConfig()
{
    const ConfigDocument& document = m_workbench.config();
    m_config.file->setText(document.isDirty() ? document.fileName() + u'*' : document.fileName());
    m_config.file->setToolTip(QDir::toNativeSeparators(document.path()));
    m_config.file->setVisible(document.isOpen());
    const auto reading = document.reading();
    if (!document.isOpen())
        return setStatus(*m_config.status, tr("Open or drop a config (.yaml, .json, .cfg)"));
    if (!reading)
        return setStatus(*m_config.status, tr("Reading…"));
    const auto errors = reading->count(results::Severity::Error);
    m_config.status->setToolTip(QString());
    if (errors == 0)
        return showKept(*reading);
    const auto& first = reading->findings.front();
    const QString count = tr("%n error(s)", nullptr, int(errors));
    setStatus(*m_config.status, first.line > 0 ? tr("%1, the first in line %2").arg(count).arg(first.line) : count,
              true);
    m_config.status->setToolTip(coreText(first.message));
}

/// The dialect, and whether the simulation follows all that the file says.
void ConfigPanel::showKept(const ConfigReading& reading)
{
    QStringList kept;
    for (const auto& finding : reading.findings)
        if (finding.rule == "not-simulated")
            kept.append(coreText(finding.message));
    const QString title = coreText(reading.dialectTitle);
    setStatus(*m_config.status, kept.isEmpty() ? title : tr("%1; not all of it is simulated").arg(title));
    m_config.status->setToolTip(kept.join(u'\n'));
}

void ConfigPanel::refreshCalibration()
{
    const ModelSession& session = m_workbench.session();
    const QString& path = session.calibration();
    m_calibration.file->setText(QDir(path).dirName());
    m_calibration.file->setToolTip(QDir::toNativeSeparators(path));
    m_calibration.file->setVisible(!path.isEmpty());
    if (!path.isEmpty() && !QFileInfo::exists(path))
        return setStatus(*m_calibration.status, tr("This path does not exist."), true);
    if (!path.isEmpty())
        return setStatus(*m_calibration.status, session.hasRecord()
                                                    ? tr("A record: its scales are taken, nothing is calibrated.")
                                                    : QString());
    if (!session.data().isEmpty())
        return setStatus(*m_calibration.status, tr("None given: the data set below is taken."));
    setStatus(*m_calibration.status, tr("Needed to simulate the config"), !session.config().isEmpty());
}

} // namespace ql::widgets
