// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does about configs: opening, making, saving, and asking before edits are lost.
#include "core/base/error.h"
#include "core/config/dialects/dialect.h"
#include "core/config/starting_config.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/config_document/config_maker.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/settings/settings.h"
#include "widgets/text/core_text.h"
#include "widgets/text/error_text.h"
#include "widgets/text/plain_text.h"
#include "widgets/window/main_window.h"
#include "widgets/window/recent_sessions.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHash>
#include <QInputDialog>
#include <QMessageBox>

namespace ql::widgets {

void MainWindow::wireConfig()
{
    ConfigDocument& document = m_workbench.config();
    ConfigActions& actions = m_workbench.configActions();
    connect(&m_actions.openConfig, &QAction::triggered, this, &MainWindow::browseConfig);
    connect(&m_actions.createConfig, &QAction::triggered, this, &MainWindow::createConfig);
    connect(&m_actions.saveConfigAs, &QAction::triggered, this, &MainWindow::saveConfigAs);
    connect(&m_workbench, &Workbench::openConfigRequested, this, &MainWindow::browseConfig);
    connect(&m_workbench, &Workbench::openConfigFileRequested, this, &MainWindow::openConfig);
    connect(&m_workbench, &Workbench::saveConfigAsRequested, this, &MainWindow::saveConfigAs);
    connect(&m_workbench, &Workbench::openCalibrationRequested, this, &MainWindow::browseCalibration);
    connect(&m_workbench, &Workbench::openCalibrationFolderRequested, this, &MainWindow::browseCalibrationFolder);
    connect(&document, &ConfigDocument::textChanged, this, &MainWindow::refresh);
    connect(&document, &ConfigDocument::troubleChanged, this, [this, &document] {
        if (document.hasConflict() || document.hasLeftover())
            Q_EMIT m_workbench.configRequested();
    });
    connect(&document, &ConfigDocument::saved, this, [this, &document] {
        leaveEditMessage();
        statusBar()->showMessage(tr("Saved %1").arg(document.fileName()), kStatusTime);
    });
    connect(actions.undoAction(), &QAction::triggered, this, &MainWindow::leaveEditMessage);
    connect(&actions, &ConfigActions::told, this,
            [this](const Label& message, bool isWarning, const QList<QAction*>& offers) {
                m_message->showMessage(isWarning ? MessageBar::Severity::Warning : MessageBar::Severity::Info, message,
                                       offers + QList<QAction*>{m_workbench.analysis<TrialAnalysis>().startAction()});
                m_editMessage = m_message->text();
            });
    connect(&m_workbench.storedTrials(), &StoredTrials::told, this, [this](const QString& message, bool isError) {
        m_message->showMessage(isError ? MessageBar::Severity::Error : MessageBar::Severity::Info, message);
    });
    connect(&m_workbench.configMaker(), &ConfigMaker::made, this, &MainWindow::takeMadeConfig);
    connect(&actions, &ConfigActions::configNeeded, this, &MainWindow::offerConfig);
}

/// What is said of an edit is over when the edit is saved or undone.
void MainWindow::leaveEditMessage()
{
    if (!m_editMessage.isEmpty() && m_message->text() == m_editMessage)
        m_message->hide();
    m_editMessage.clear();
}

void MainWindow::offerConfig()
{
    QList<QAction*> offers{&m_actions.openConfig};
    if (m_actions.createConfig.isEnabled())
        offers.append(&m_actions.createConfig);
    m_message->showMessage(
        MessageBar::Severity::Info,
        [] {
            return tr("No quantization config is open. Open one, or make one beside the baseline model; the edit is "
                      "made as soon as it is there.");
        },
        offers);
}

/// Saved, or the user does not want the edits any more. False: stay.
bool MainWindow::mayLeaveConfig()
{
    ConfigDocument& document = m_workbench.config();
    if (!document.isDirty())
        return true;
    const auto answer = askPlainly(this, tr("Unsaved edits"), tr("Save the edits of %1?").arg(document.fileName()),
                                   QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Save)
        return document.save();
    if (answer == QMessageBox::Discard)
        document.discardEdits();
    return answer == QMessageBox::Discard;
}

void MainWindow::openConfig(const QString& path)
{
    if (path.isEmpty() || !mayLeaveConfig())
        return;
    settings::lastFolder.set(QFileInfo(path).absolutePath());
    m_workbench.session().setConfig(path);
    Q_EMIT m_workbench.configRequested();
}

void MainWindow::browseConfig()
{
    openConfig(QFileDialog::getOpenFileName(
        this, tr("Open quantization config"), settings::lastFolder.value(),
        tr("Configs (*.yaml *.yml *.json *.cfg *.prototxt *.qtable *.txt *.encodings *.cache);;All files (*)")));
}

/// In a dialect to choose. Beside an analysis model the config says how that is quantized.
void MainWindow::createConfig()
{
    const bool isAsAnalysis = !m_workbench.session().analysis().path().isEmpty();
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Make a config"));
    dialog->setLabelText(isAsAnalysis ? tr("Quantize the baseline as the analysis model is quantized, in this dialect:")
                                      : tr("Quantize every layer of the baseline to 8 bits, in this dialect:"));
    QStringList titles;
    QHash<QString, QString> ids;
    for (const auto& dialect : config::dialects())
        if (dialect.read && (isAsAnalysis || config::canStartAs(dialect.id))) {
            titles.append(coreText(dialect.title));
            ids.insert(titles.back(), QString::fromLatin1(dialect.id.data(), qsizetype(dialect.id.size())));
        }
    dialog->setComboBoxItems(titles);
    connect(dialog, &QInputDialog::textValueSelected, this, [this, ids, isAsAnalysis](const QString& title) {
        if (isAsAnalysis)
            m_workbench.configMaker().makeAsAnalysis(ids.value(title));
        else
            m_workbench.configMaker().makeForEveryLayer(ids.value(title));
    });
    dialog->open();
}

/// The made config is opened, and its scales, if there are any, are those that it is simulated with.
void MainWindow::takeMadeConfig()
{
    const auto made = m_workbench.configMaker().result();
    if (!mayLeaveConfig())
        return;
    if (!made->recordFile.empty())
        m_workbench.session().setCalibration(QString::fromStdString(made->recordFile));
    openConfig(QString::fromStdString(made->out));
    const auto count = int(made->losses.size());
    m_message->showMessage(count > 0 ? MessageBar::Severity::Warning : MessageBar::Severity::Info, [made, count] {
        const bool isAsAnalysis = !made->recordFile.empty();
        if (count == 0)
            return isAsAnalysis ? tr("The config quantizes as the analysis model does; its scales are taken from the "
                                     "record beside it.")
                                : tr("The config quantizes every layer to 8 bits; calibration data say the scales.");
        const auto& [subject, loss] = made->losses.front();
        return (isAsAnalysis
                    ? tr("A simulation of the config differs from the analysis model in %n point(s). The first: "
                         "%1: %2",
                         nullptr, count)
                    : tr("This dialect can't say %n thing(s) of the config. The first: %1: %2", nullptr, count))
            .arg(QString::fromStdString(subject), QString::fromStdString(loss));
    });
}

void MainWindow::saveConfigAs()
{
    ConfigDocument& document = m_workbench.config();
    const QString path = QFileDialog::getSaveFileName(this, tr("Save config as"), document.path(), tr("All files (*)"));
    if (!path.isEmpty())
        document.saveAs(path);
}

void MainWindow::browseCalibration()
{
    const QString path =
        chooseFile(*this, tr("Open calibration data"), tr("Samples (*.npy *.npz *.pt *.txt *.list);;All files (*)"));
    if (!path.isEmpty())
        m_workbench.session().setCalibration(path);
}

void MainWindow::browseCalibrationFolder()
{
    if (const QString path = chooseFolder(*this, tr("Open a folder of calibration samples")); !path.isEmpty())
        m_workbench.session().setCalibration(path);
}

} // namespace ql::widgets
