// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/project_panels.h"

#include "widgets/docks/project/format_choice.h"
#include "widgets/text/core_text.h"
#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QCheckBox>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace ql::widgets {

ConfigPanel::ConfigPanel(Workbench& workbench, QWidget* parent)
    : ProjectPanel("config", parent)
    , m_workbench(workbench)
    , m_open(new QToolButton(this))
    , m_calibrationFile(new QToolButton(this))
    , m_calibrationFolder(new QToolButton(this))
    , m_prefers(new QCheckBox(this))
    , m_allows(new QCheckBox(this))
    , m_config(makePart(0, {nullptr, m_open}))
    , m_calibration(makePart(4, {m_calibrationFile, m_calibrationFolder}))
{
    grid().setHorizontalSpacing(4);
    grid().addWidget(m_prefers, 3, 1, 1, 3);
    grid().addWidget(new FormatChoice(workbench, this), 7, 1, 1, 3);
    grid().addWidget(m_allows, 8, 1, 1, 3);
    ModelSession& session = workbench.session();
    connect(m_open, &QToolButton::clicked, &workbench, &Workbench::openConfigRequested);
    connect(m_calibrationFile, &QToolButton::clicked, &workbench, &Workbench::openCalibrationRequested);
    connect(m_calibrationFolder, &QToolButton::clicked, &workbench, &Workbench::openCalibrationFolderRequested);
    connect(m_prefers, &QCheckBox::toggled, &session, &ModelSession::setSimulationPreferred);
    connect(m_allows, &QCheckBox::toggled, &session, &ModelSession::setUnknownLayersAllowed);
    connect(&session, &ModelSession::changed, this, &ConfigPanel::refresh);
    connect(&workbench.config(), &ConfigDocument::readingChanged, this, &ConfigPanel::refresh);
    connect(&workbench.config(), &ConfigDocument::textChanged, this, &ConfigPanel::refresh);
    follow();
}

QString ConfigPanel::statusText() const
{
    return m_config.status->text();
}

QString ConfigPanel::calibrationText() const
{
    return m_calibration.status->text();
}

void ConfigPanel::take(const QString& path, double y)
{
    if (y >= m_calibration.title->y())
        m_workbench.session().setCalibration(path);
    else
        Q_EMIT m_workbench.openConfigFileRequested(path);
    m_workbench.examineOpened();
}

void ConfigPanel::refresh()
{
    const ModelSession& session = m_workbench.session();
    setWords(*m_open, tr("Open…"),
             tr("Open a quantization config: it simulates the analysis model, and is edited here"));
    setWords(*m_calibrationFile, tr("File…"),
             tr("Open a file of samples to calibrate with, or a quantization-factor record"));
    setWords(*m_calibrationFolder, tr("Folder…"), tr("Open a folder of samples to calibrate with"));
    m_config.title->setText(tr("Quantization config"));
    m_calibration.title->setText(tr("Calibration data"));
    setWords(*m_prefers, tr("Compare with the simulation"),
             tr("Compare with what the config makes of the baseline, not with the analysis model"));
    m_prefers->setChecked(session.isSimulationPreferred());
    m_prefers->setVisible(!session.config().isEmpty() && !session.analysis().path().isEmpty());
    setWords(
        *m_allows, tr("Go on without unknown layers"),
        tr("Simulate although the config speaks of layers that the model does not have: these entries are left out"));
    m_allows->setChecked(session.areUnknownLayersAllowed());
    const auto reading = m_workbench.config().reading();
    m_allows->setVisible(
        session.areUnknownLayersAllowed()
        || (reading && std::ranges::count(reading->findings, "unknown-layer", &results::Diagnostic::rule)));
    refreshConfig();
    refreshCalibration();
}

void ConfigPanel::refreshConfig()
{
    const ConfigDocument& document = m_workbench.config();
    setFile(m_config, document.isDirty() ? document.fileName() + u'*' : document.fileName(), document.path());
    const auto reading = document.reading();
    if (!document.isOpen())
        return setStatus(m_config, tr("Open or drop a config (.yaml, .json, .cfg)"));
    if (!reading)
        return setStatus(m_config, tr("Reading…"));
    const auto errors = reading->count(results::Severity::Error);
    m_config.status->setToolTip(QString());
    if (errors == 0)
        return showKept(*reading);
    const auto& first = reading->findings.front();
    const QString count = tr("%n error(s)", nullptr, int(errors));
    setStatus(m_config, first.line > 0 ? tr("%1, the first in line %2").arg(count).arg(first.line) : count, true);
    m_config.status->setToolTip(coreText(first.message));
}

/// The dialect, and whether the simulation follows all that the file says.
void ConfigPanel::showKept(const ConfigReading& reading)
{
    QStringList kept;
    for (const auto& finding : reading.findings)
        if (finding.rule == "not-simulated")
            kept.append(coreText(finding.message));
    const QString title = coreText(reading.dialectTitle());
    setStatus(m_config, kept.isEmpty() ? title : tr("%1; not all of it is simulated").arg(title));
    m_config.status->setToolTip(kept.join(u'\n'));
}

void ConfigPanel::refreshCalibration()
{
    const ModelSession& session = m_workbench.session();
    const QString& path = session.calibration();
    setFile(m_calibration, QDir(path).dirName(), path);
    if (!path.isEmpty() && !QFileInfo::exists(path))
        return setStatus(m_calibration, tr("This path does not exist."), true);
    if (!path.isEmpty())
        return setStatus(m_calibration, session.hasRecord()
                                            ? tr("A record: its scales are taken, nothing is calibrated.")
                                            : QString());
    if (!session.data().isEmpty())
        return setStatus(m_calibration, tr("None given: the data set below is taken."));
    setStatus(m_calibration, tr("Needed to simulate the config"), !session.config().isEmpty());
}

} // namespace ql::widgets
