// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/config_files.h"

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
#include "widgets/window/recent_sessions.h"
#include "widgets/window/tool_bar/main_actions.h"
#include "widgets/workbench/workbench.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHash>
#include <QInputDialog>
#include <QMainWindow>
#include <QMessageBox>
#include <QStatusBar>

namespace ql::widgets {

namespace {
constexpr int kStatusTime = 4000; ///< milliseconds that a passing message stays
} // namespace

ConfigFiles::ConfigFiles(Workbench& workbench, MainActions& actions, MessageBar& message, QMainWindow& window)
    : QObject(&window)
    , m_workbench(workbench)
    , m_actions(actions)
    , m_message(message)
    , m_window(window)
{
    ConfigDocument& document = workbench.config();
    ConfigActions& configActions = workbench.configActions();
    connect(&actions.openConfig, &QAction::triggered, this, &ConfigFiles::browse);
    connect(&actions.createConfig, &QAction::triggered, this, &ConfigFiles::create);
    connect(&actions.saveConfigAs, &QAction::triggered, this, &ConfigFiles::saveAs);
    connect(&workbench, &Workbench::openConfigRequested, this, &ConfigFiles::browse);
    connect(&workbench, &Workbench::openConfigFileRequested, this, &ConfigFiles::open);
    connect(&workbench, &Workbench::saveConfigAsRequested, this, &ConfigFiles::saveAs);
    connect(&workbench, &Workbench::openCalibrationRequested, this, &ConfigFiles::browseCalibration);
    connect(&workbench, &Workbench::openCalibrationFolderRequested, this, &ConfigFiles::browseCalibrationFolder);
    connect(&document, &ConfigDocument::readingChanged, this, [&document] {
        const auto reading = document.reading();
        if (reading && reading->file && reading->file->dialect().write) // a config is made in it later
            settings::configDialect.set(QString::fromUtf8(reading->file->dialect().id));
    });
    connect(&document, &ConfigDocument::troubleChanged, this, [this, &document] {
        if (document.hasConflict() || document.hasLeftover())
            Q_EMIT m_workbench.configRequested();
    });
    connect(&document, &ConfigDocument::saved, this, [this, &document] {
        leaveEditMessage();
        m_window.statusBar()->showMessage(tr("Saved %1").arg(document.fileName()), kStatusTime);
    });
    connect(configActions.undoAction(), &QAction::triggered, this, &ConfigFiles::leaveEditMessage);
    connect(&configActions, &ConfigActions::told, this,
            [this](const Label& message, bool isWarning, const QList<QAction*>& offers) {
                m_message.showMessage(isWarning ? MessageBar::Severity::Warning : MessageBar::Severity::Info, message,
                                      offers + QList<QAction*>{m_workbench.analysis<TrialAnalysis>().startAction()});
                m_editMessage = m_message.text();
            });
    connect(&workbench.storedTrials(), &StoredTrials::told, this, [this](const QString& message, bool isError) {
        m_message.showMessage(isError ? MessageBar::Severity::Error : MessageBar::Severity::Info, message);
    });
    connect(&workbench.configMaker(), &ConfigMaker::made, this, &ConfigFiles::takeMade);
    connect(&configActions, &ConfigActions::configNeeded, this, &ConfigFiles::offer);
}

/// What is said of an edit is over when the edit is saved or undone.
void ConfigFiles::leaveEditMessage()
{
    if (!m_editMessage.isEmpty())
        m_message.withdraw(m_editMessage);
    m_editMessage.clear();
}

void ConfigFiles::offer()
{
    QList<QAction*> offers{&m_actions.openConfig};
    if (m_actions.createConfig.isEnabled())
        offers.append(&m_actions.createConfig);
    m_message.showMessage(
        MessageBar::Severity::Info,
        [] {
            return tr("No quantization config is open. Open one, or make one beside the baseline model; the edit is "
                      "made as soon as it is there.");
        },
        offers);
}

bool ConfigFiles::mayLeave()
{
    ConfigDocument& document = m_workbench.config();
    if (!document.isDirty())
        return true;
    const auto answer = askPlainly(&m_window, tr("Unsaved edits"), tr("Save the edits of %1?").arg(document.fileName()),
                                   QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, QMessageBox::Save);
    if (answer == QMessageBox::Save)
        return document.save();
    if (answer == QMessageBox::Discard)
        document.discardEdits();
    return answer == QMessageBox::Discard;
}

void ConfigFiles::open(const QString& path)
{
    if (path.isEmpty() || !mayLeave())
        return;
    settings::lastFolder.set(QFileInfo(path).absolutePath());
    m_workbench.session().setConfig(path);
    Q_EMIT m_workbench.configRequested();
}

void ConfigFiles::browse()
{
    const QString path = QFileDialog::getOpenFileName(
        &m_window, tr("Open quantization config"), settings::lastFolder.value(),
        tr("Configs (*.yaml *.yml *.json *.cfg *.prototxt *.qtable *.txt *.encodings *.cache);;All files (*)"));
    open(path);
    if (!path.isEmpty())
        m_workbench.examineOpened();
}

/// In a dialect to choose. Beside an analysis model the config says how that is quantized.
void ConfigFiles::create()
{
    const bool isAsAnalysis = !m_workbench.session().analysis().path().isEmpty();
    auto* dialog = new QInputDialog(&m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Make a config"));
    dialog->setLabelText(isAsAnalysis ? tr("Quantize the baseline as the analysis model is quantized, in this dialect:")
                                      : tr("Quantize every layer of the baseline to 8 bits, in this dialect:"));
    QStringList titles;
    QString last;
    QHash<QString, QString> ids;
    for (const auto& dialect : config::dialects())
        if (dialect.read && dialect.write && (isAsAnalysis || config::canStartAs(dialect.id))) {
            titles.append(coreText(dialect.title));
            ids.insert(titles.back(), QString::fromLatin1(dialect.id.data(), qsizetype(dialect.id.size())));
            if (ids.value(titles.back()) == settings::configDialect.value())
                last = titles.back();
        }
    dialog->setComboBoxItems(titles);
    if (!last.isEmpty())
        dialog->setTextValue(last); // what the user works with
    connect(dialog, &QInputDialog::textValueSelected, this, [this, ids, isAsAnalysis](const QString& title) {
        if (isAsAnalysis)
            m_workbench.configMaker().makeAsAnalysis(ids.value(title));
        else
            m_workbench.configMaker().makeForEveryLayer(ids.value(title));
    });
    dialog->open();
}

/// The made config is opened, and its scales, if there are any, are those that it is simulated with.
void ConfigFiles::takeMade()
{
    const auto made = m_workbench.configMaker().result();
    if (!mayLeave())
        return;
    settings::configDialect.set(QString::fromStdString(made->dialect));
    if (!made->recordFile.empty())
        m_workbench.session().setCalibration(QString::fromStdString(made->recordFile));
    open(QString::fromStdString(made->out));
    const auto count = int(made->losses.size());
    m_message.showMessage(count > 0 ? MessageBar::Severity::Warning : MessageBar::Severity::Info, [made, count] {
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

void ConfigFiles::saveAs()
{
    ConfigDocument& document = m_workbench.config();
    const QString path =
        QFileDialog::getSaveFileName(&m_window, tr("Save config as"), document.path(), tr("All files (*)"));
    if (!path.isEmpty())
        document.saveAs(path);
}

void ConfigFiles::browseCalibration()
{
    const QString path =
        chooseFile(m_window, tr("Open calibration data"), tr("Samples (*.npy *.npz *.pt *.txt *.list);;All files (*)"));
    useCalibration(path);
}

void ConfigFiles::browseCalibrationFolder()
{
    useCalibration(chooseFolder(m_window, tr("Open a folder of calibration samples")));
}

void ConfigFiles::useCalibration(const QString& path)
{
    if (path.isEmpty())
        return;
    m_workbench.session().setCalibration(path);
    m_workbench.examineOpened();
}

} // namespace ql::widgets
