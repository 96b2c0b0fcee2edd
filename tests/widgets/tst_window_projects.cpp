// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/window_test.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/config_document/autosave.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/docks/trials/trials_view.h"
#include "widgets/settings/settings.h"

#include <QClipboard>
#include <QDir>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <filesystem>

using namespace ql;
using namespace ql::widgets;

namespace {

const char* const kConfig = "skip_layers: []\n";
const char* const kEdited = "skip_layers: [conv_2]\n";
constexpr const char* kCrashOption = "--until-killed";
constexpr const char* kReady = "ready";

/// With an output, so that a trial has something to say about it.
std::shared_ptr<results::CompareResult> resultOf(const QString& folder, double sqnrDb)
{
    auto result = tests::sampleResult();
    results::Metrics metrics = *result->layers.front().metrics;
    metrics.sqnrDb = sqnrDb;
    result->outputs = {{"logits", metrics, {1, 10}}};
    result->analysis = QDir(folder).filePath(QStringLiteral("quant.yaml")).toStdString();
    return result;
}

void writeText(const QString& path, const QByteArray& text)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

/// Loads what a trial needs; the config is of @p folder.
void loadInto(Workbench& workbench, const QString& folder)
{
    workbench.session().baseline().setPath(QDir(folder).filePath(QStringLiteral("float.onnx")));
    workbench.session().setCalibration(QStringLiteral("/data/calib.npz"));
    workbench.session().setConfig(QDir(folder).filePath(QStringLiteral("quant.yaml")));
}

/// A window that edits and tries, and waits to be killed.
int liveUntilKilled(QApplication& application, const QString& folder)
{
    QStandardPaths::setTestModeEnabled(true);
    auto engine = std::make_shared<tests::FakeEngine>();
    engine->result = resultOf(folder, 12.5);
    MainWindow window([engine] { return engine; });
    window.show();
    Workbench& workbench = window.workbench();
    loadInto(workbench, folder);
    workbench.config().replaceText(kEdited, QStringLiteral("edit"));
    workbench.analysis<TrialAnalysis>().start();
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &application, [&workbench] {
        const bool isTried = std::filesystem::exists(workbench.storedTrials().path());
        if (isTried && autosave::kept(workbench.config().path()) == workbench.config().text()) {
            std::puts(kReady);
            std::fflush(stdout);
        }
    });
    timer.start(50);
    return QApplication::exec();
}

} // namespace

/// What a session is kept in: data folders, project files, trials.
class TestWindowProjects : public tests::WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void aProjectHoldsTheSession()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("night.quantloupe"));
        load();
        session().baseline().setPath(folder.filePath(QStringLiteral("float.onnx")));
        session().setInputs(
            {QStringLiteral("x=") + folder.filePath(QStringLiteral("x.npy")), QStringLiteral("y=random:7")});
        session().setData(folder.filePath(QStringLiteral("samples")));
        m_window->workbench().analysis<SensitivityAnalysis>().setChoice({.mode = results::SensitivityMode::OneOff});
        m_window->workbench().analysis<BadCaseAnalysis>().setMostSamples(12);
        m_window->workbench().filter().setMetric(results::MetricId::Cosine);
        session().setCauses(results::CauseRuns::Full);
        QVERIFY(!m_window->isWindowModified()); // belongs to no file
        saveProject(path);
        QVERIFY(tests::contentOf(path).contains("baseline: float.onnx\n"));
        QVERIFY(tests::contentOf(path).contains("\"x=x.npy\""));
        QVERIFY2(tests::contentOf(path).contains("compare: {causes: full}"), tests::contentOf(path).constData());
        m_window->workbench().filter().setMetric(results::MetricId::Sqnr);
        QVERIFY(m_window->isWindowModified());
        QCOMPARE(settings::recentProjects.value(), QStringList{path});

        // Somebody else opens it.
        m_window = nullptr;
        open();
        m_window->show();
        m_window->openFiles({path});
        QTRY_COMPARE(session().baseline().path(), folder.filePath(QStringLiteral("float.onnx")));
        QCOMPARE(session().analysis().path(), QStringLiteral("/models/int8.onnx"));
        QCOMPARE(session().inputs().at(0), QStringLiteral("x=") + folder.filePath(QStringLiteral("x.npy")));
        QCOMPARE(session().inputs().at(1), QStringLiteral("y=random:7"));
        QCOMPARE(session().data(), folder.filePath(QStringLiteral("samples")));
        QCOMPARE(m_window->workbench().analysis<SensitivityAnalysis>().choice().mode, results::SensitivityMode::OneOff);
        QCOMPARE(m_window->workbench().analysis<BadCaseAnalysis>().mostSamples(), std::size_t(12));
        QCOMPARE(m_window->workbench().filter().metric(), results::MetricId::Cosine);
        QCOMPARE(session().causes(), results::CauseRuns::Full);
        QVERIFY(m_window->windowTitle().startsWith(QStringLiteral("night.quantloupe")));
        QVERIFY(!m_window->isWindowModified());
    }

    void whatIsComparedAndCalibratedWithIsSaid()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("p.quantloupe"));
        prepare(folder.path());
        session().setCalibration({});
        session().setData(
            folder.filePath(QStringLiteral("inputs.npy"))); // taken in its place here, but not by commands
        saveProject(path);
        QVERIFY2(tests::contentOf(path).contains("calibration-data: inputs.npy"), tests::contentOf(path).constData());
        QVERIFY2(tests::contentOf(path).contains("badcase: {data: inputs.npy}"),
                 tests::contentOf(path).constData()); // of no other question
        session().analysis().setPath(folder.filePath(QStringLiteral("int8.onnx")));
        session().setSimulationPreferred(true); // commands would prefer the model
        saveProject(path);
        QVERIFY(!tests::contentOf(path).contains("analysis"));
    }

    void savingKeepsCommentsOfTheFile()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("old.yaml"));
        writeText(path,
                  "quantloupe: 1 # mine\nbaseline: a.onnx # float\nanalysis: b.onnx\nthreads: 2\nrun:\n  - compare\n");
        m_window->show();
        m_window->projectFiles().open(path);
        QTRY_COMPARE(m_window->workbench().project().path(), path);
        session().analysis().setPath(folder.filePath(QStringLiteral("c.onnx")));
        QVERIFY(m_window->workbench().project().isDirty());
        saveProject(path);
        QCOMPARE(tests::contentOf(path), QByteArray("quantloupe: 1 # mine\nbaseline: a.onnx # float\nanalysis: c.onnx\n"
                                                    "threads: 2\nrun:\n  - compare\n"));
        QVERIFY(!m_window->workbench().project().isDirty());
    }

    void closingAsksAboutUnsavedChanges()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("p.quantloupe"));
        load();
        saveProject(path);
        session().setData(QStringLiteral("/data"));
        answer(QMessageBox::Cancel);
        QVERIFY(!m_window->close());
        answer(QMessageBox::Save);
        QVERIFY(!m_window->close()); // not yet
        QTRY_VERIFY(m_window->isHidden());
        QVERIFY(tests::contentOf(path).contains("data: "));
    }

    void aBrokenProjectIsRefused()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("p.quantloupe"));
        writeText(path, "quantloupe: 1\nrun: 7\n");
        load();
        m_window->projectFiles().open(path);
        QTRY_VERIFY(m_window->messageBar().isVisible());
        QVERIFY(m_window->messageBar().text().contains(QStringLiteral("run must be a list")));
        QCOMPARE(session().baseline().path(), QStringLiteral("/models/float.onnx"));
    }

    void trialsComeBackWithTheProject()
    {
        QTemporaryDir folder;
        prepare(folder.path());
        saveProject(folder.filePath(QStringLiteral("night.quantloupe")));
        tryWith(kEdited, 30.0);
        trials().setNote(0, QStringLiteral("the best so far"));
        reopen();
        m_window->openFiles({folder.filePath(QStringLiteral("night.quantloupe"))});
        QTRY_COMPARE(trials().count(), std::size_t(1));
        const Trial& trial = trials().at(0);
        QCOMPARE(trial.note, QStringLiteral("the best so far"));
        QCOMPARE(trial.text, std::string(kEdited));
        QCOMPARE(trial.change->worstOutput(results::MetricId::Sqnr)->after->sqnrDb, 30.0);
        QVERIFY(trial.time.isValid() && trial.time.secsTo(QDateTime::currentDateTimeUtc()) >= 0);
        QCOMPARE(trial.config, folder.filePath(QStringLiteral("quant.yaml")));
        m_window.reset();

        // The folder is given to a colleague.
        const QTemporaryDir theirs;
        const QString moved = theirs.filePath(QStringLiteral("from me"));
        QVERIFY(QDir().rename(folder.path(), moved));
        open();
        m_window->show();
        m_window->openFiles({moved + QStringLiteral("/night.quantloupe")});
        QTRY_COMPARE(trials().count(), std::size_t(1));
        QCOMPARE(trials().at(0).config, moved + QStringLiteral("/quant.yaml"));
        QCOMPARE(trials().at(0).change->after, std::string("quant.yaml"));
        QCOMPARE(config().path(), moved + QStringLiteral("/quant.yaml"));
        QVERIFY(QDir().rename(moved, folder.path()));
    }

    void trialsComeBackWithoutAProject()
    {
        const QTemporaryDir folder;
        prepare(folder.path());
        tryWith(kEdited, 30.0);
        tryWith("skip_layers: [conv_1]\n", 20.0);
        writeText(folder.filePath(QStringLiteral("other.yaml")), kConfig);
        config().discardEdits();
        session().setConfig(folder.filePath(QStringLiteral("other.yaml")));
        QTRY_VERIFY(!m_window->workbench().storedTrials().isLoading());
        QCOMPARE(trials().count(), std::size_t(0)); // they are of another config
        session().setConfig(folder.filePath(QStringLiteral("quant.yaml")));
        QTRY_COMPARE(trials().count(), std::size_t(2));
        trials().remove(0);
        reopen();
        loadInto(m_window->workbench(), folder.path());
        QTRY_COMPARE(trials().count(), std::size_t(1));
        QCOMPARE(trials().at(0).text, std::string("skip_layers: [conv_1]\n"));
        // Saved as a project they go along.
        saveProject(folder.filePath(QStringLiteral("p.quantloupe")));
        QTRY_VERIFY(QFile::exists(folder.filePath(QStringLiteral("p.quantloupe.trials.yaml"))));
        QCOMPARE(trials().count(), std::size_t(1));
        QVERIFY(!tests::contentOf(folder.filePath(QStringLiteral("p.quantloupe"))).contains("trial"));
    }

    void aDamagedTrialIsToldAndKept()
    {
        const QTemporaryDir folder;
        prepare(folder.path());
        saveProject(folder.filePath(QStringLiteral("p.quantloupe")));
        tryWith(kEdited, 30.0);
        m_window.reset();
        const QString path = folder.filePath(QStringLiteral("p.quantloupe.trials.yaml"));
        const QByteArray damaged = tests::contentOf(path) + "---\ntime: 7\n";
        writeText(path, damaged);
        open();
        m_window->show();
        m_window->openFiles({folder.filePath(QStringLiteral("p.quantloupe"))});
        QTRY_COMPARE(trials().count(), std::size_t(1));
        QTRY_VERIFY(m_window->messageBar().isVisible());
        QVERIFY2(m_window->messageBar().text().contains(path + QStringLiteral(": line ")),
                 qPrintable(m_window->messageBar().text()));
        QCOMPARE(tests::contentOf(path), damaged);
        tryWith("skip_layers: [conv_1]\n", 20.0, 2);
        QTRY_COMPARE(tests::contentOf(path + QStringLiteral(".damaged")), damaged);
        QTRY_VERIFY(m_window->messageBar().text().contains(QStringLiteral(".damaged")));
        m_window.reset();
        QCOMPARE(project::readTrials(path.toStdString()).trials.size(), std::size_t(2));
    }

    void aKilledProgramLosesNeitherEditsNorTrials()
    {
        const QTemporaryDir folder;
        writeText(folder.filePath(QStringLiteral("quant.yaml")), kConfig);
        QProcess process;
        process.start(QCoreApplication::applicationFilePath(), {QLatin1String(kCrashOption), folder.path()});
        QByteArray said;
        connect(&process, &QProcess::readyReadStandardOutput, this,
                [&process, &said] { said += process.readAllStandardOutput(); });
        QTRY_VERIFY_WITH_TIMEOUT(said.contains(kReady), 60'000);
        process.kill(); // SIGKILL: it can tidy up nothing
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitStatus(), QProcess::CrashExit);
        m_window->show();
        loadInto(m_window->workbench(), folder.path());
        QTRY_COMPARE(trials().count(), std::size_t(1));
        QCOMPARE(trials().at(0).text, std::string(kEdited));
        QCOMPARE(config().text(), std::string(kConfig));
        QVERIFY(config().hasLeftover());
        config().restoreLeftover();
        QCOMPARE(config().text(), std::string(kEdited));
        config().discardEdits();
    }

    void twoTrialsAreHeldAgainstEachOther()
    {
        const QTemporaryDir folder;
        prepare(folder.path());
        tryWith(kEdited, 30.0);
        tryWith("skip_layers: [conv_1]\n", 20.0);
        tryWith("skip_layers: [softmax]\n", 25.0);
        m_window->raiseDock(QStringLiteral("trialsDock"));
        auto* view = m_window->findChild<TrialsView*>();
        QCOMPARE(view->changes().row(0).after->sqnrDb, 25.0);
        view->trialTable().selectRow(0);
        QCOMPARE(view->changes().row(0).after->sqnrDb, 30.0);
        QAbstractItemModel* rows = view->trialTable().model();
        view->trialTable().selectionModel()->select(rows->index(2, 0),
                                                    QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QVERIFY2(view->summaryText().startsWith(QStringLiteral("Trial 1 against trial 3:")),
                 qPrintable(view->summaryText()));
        QVERIFY(view->summaryText().contains(QStringLiteral("from 30.0 to 25.0 dB")));
        QCOMPARE(gainOf(view->changes().row(0), results::MetricId::Sqnr), std::optional(-5.0));
        config().discardEdits();
    }

    void aTrialIsRestoredNotedAndDeleted()
    {
        const QTemporaryDir folder;
        prepare(folder.path());
        tryWith(kEdited, 30.0);
        tryWith("skip_layers: [conv_1]\n", 20.0);
        m_window->raiseDock(QStringLiteral("trialsDock"));
        auto* view = m_window->findChild<TrialsView*>();
        view->trialTable().selectRow(0);
        QVERIFY(!view->copyNoteAction().isEnabled());
        trials().setNote(0, QStringLiteral("good"));
        view->copyNoteAction().trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("good"));
        view->restoreAction().trigger();
        QCOMPARE(config().text(), std::string(kEdited));
        config().undoStack().undo();
        QCOMPARE(config().text(), std::string("skip_layers: [conv_1]\n"));
        answer(QMessageBox::Cancel);
        view->deleteAction().trigger();
        QCOMPARE(trials().count(), std::size_t(2));
        answer(QMessageBox::Yes);
        view->deleteAction().trigger();
        QCOMPARE(trials().count(), std::size_t(1));
        QCOMPARE(trials().at(0).text, std::string("skip_layers: [conv_1]\n"));
        config().discardEdits();
    }

private:
    Trials& trials() { return m_window->workbench().analysis<TrialAnalysis>().trials(); }
    ConfigDocument& config() { return m_window->workbench().config(); }
    void prepare(const QString& folder)
    {
        m_folder = folder;
        writeText(QDir(folder).filePath(QStringLiteral("quant.yaml")), kConfig);
        m_window->show();
        loadInto(m_window->workbench(), folder);
    }
    /// As the user does it: edit, try, wait.
    void tryWith(const char* text, double sqnrDb, std::size_t count = 0)
    {
        const std::size_t expected = count > 0 ? count : trials().count() + 1;
        m_engine->result = resultOf(m_folder, sqnrDb);
        config().replaceText(text, QStringLiteral("edit"));
        m_window->workbench().analysis<TrialAnalysis>().start();
        QTRY_COMPARE(trials().count(), expected);
    }
    void reopen()
    {
        config().discardEdits();
        m_window.reset();
        open();
        m_window->show();
    }
    void saveProject(const QString& path)
    {
        QSignalSpy saved(&m_window->workbench().project(), &Project::saved);
        m_window->workbench().project().saveAs(path);
        QTRY_COMPARE(saved.count(), 1);
    }

    QString m_folder;
};

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    if (argc == 3 && QLatin1String(argv[1]) == QLatin1String(kCrashOption))
        return liveUntilKilled(application, QString::fromLocal8Bit(argv[2]));
    TestWindowProjects test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_window_projects.moc"
