// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/badcase/badcase_report.h"
#include "core/report/calibrate/calibrate_report.h"
#include "core/report/check/check_report.h"
#include "core/report/compare/compare_report.h"
#include "core/report/finetune/finetune_report.h"
#include "core/report/fix/fix_report.h"
#include "core/report/profile/profile_report.h"
#include "core/report/sensitivity/sensitivity_report.h"
#include "core/report/shadow/shadow_report.h"
#include "core/report/tune/tune_report.h"
#include "core/report/weights/weights_report.h"
#include "tests/core/report/foreign_files.h"
#include "tests/support/sample_answers.h"
#include "tests/widgets/window_test.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/calibrate/calibrate_analysis.h"
#include "widgets/analyses/check/check_analysis.h"
#include "widgets/analyses/finetune/finetune_analysis.h"
#include "widgets/analyses/fixes/fix_analysis.h"
#include "widgets/analyses/profile/profile_analysis.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/analyses/shadow/shadow_analysis.h"
#include "widgets/analyses/tune/tune_analysis.h"
#include "widgets/docks/support/file_copies.h"
#include "widgets/docks/support/message_bar.h"
#include "widgets/settings/settings.h"
#include "widgets/window/start_options.h"
#include "widgets/workbench/result_files.h"

#include <QDockWidget>
#include <QDropEvent>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace ql;
using namespace ql::widgets;

/// What analyses wrote, opened in the window.
class TestWindowResults : public tests::WindowTest {
    Q_OBJECT

public:
    TestWindowResults()
    {
        // Older than what is written about them.
        for (const char* file : {"float.onnx", "int8.onnx", "inputs.npy", "quant.yaml"})
            age(make(file), -60);
    }

private Q_SLOTS:
    /// Started elsewhere, the window would open another file of the same name.
    void remembersWholePaths()
    {
        const QTemporaryDir folder;
        QDir::setCurrent(folder.path());
        QFile input(QStringLiteral("in.bin"));
        QVERIFY(input.open(QIODevice::WriteOnly));
        m_window->show();
        session().baseline().setPath(QStringLiteral("float.onnx"));
        session().analysis().setPath(QStringLiteral("int8.onnx"));
        session().setInputs({QStringLiteral("x=in.bin:float32:1x3"), QStringLiteral("random:7")});
        m_window->actions().compare.trigger();
        QTRY_VERIFY(session().result());
        const QDir here(QDir::currentPath());
        QCOMPARE(settings::recentSessions.value().value(0).split(u'\n'),
                 (QStringList{here.absoluteFilePath(QStringLiteral("float.onnx")),
                              here.absoluteFilePath(QStringLiteral("int8.onnx")),
                              QStringLiteral("x=%1:float32:1x3").arg(here.absoluteFilePath(QStringLiteral("in.bin"))),
                              QStringLiteral("random:7")}));
    }

    void asksBeforeAnExportReplacesFiles()
    {
        const QTemporaryDir here;
        const QTemporaryDir there;
        const std::vector<std::string> files{here.filePath(QStringLiteral("model_qdq.onnx")).toStdString()};
        for (const auto& folder : {here.path(), there.path()}) {
            QFile file(folder + QStringLiteral("/model_qdq.onnx"));
            QVERIFY(file.open(QIODevice::WriteOnly));
        }
        QVERIFY(FileCopies::mayReplace(*m_window, here.path(), files)); // copied onto itself nothing is lost
        answer(QMessageBox::Cancel);
        QVERIFY(!FileCopies::mayReplace(*m_window, there.path(), files));
        answer(QMessageBox::Yes);
        QVERIFY(FileCopies::mayReplace(*m_window, there.path(), files));
    }

    void aComparisonIsShown()
    {
        open(make("compare.json", compareText()));
        QCOMPARE(session().result()->layers.size(), tests::sampleResult()->layers.size());
        QCOMPARE(session().baseline().path(), at("float.onnx"));
        QCOMPARE(session().analysis().path(), at("int8.onnx"));
        QVERIFY(isInFront("layersDock"));
        QVERIFY(m_window->messageBar().isHidden());
        QCOMPARE(m_engine->compareCalls.load(), 0); // nothing was run
        m_window->actions().compare.trigger();
        QTRY_COMPARE(m_engine->compareCalls.load(), 1);
    }

    void everyAnalysisIsShownWhereItIs_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("dock");
        const auto about = [](auto result) {
            result->baseline = "float.onnx"; // beside the result
            result->analysis = "int8.onnx";
            return result;
        };
        const auto bytes = [](const std::string& text) { return QByteArray::fromStdString(text); };
        QTest::newRow("sensitivity") << bytes(report::sensitivityJson(*about(tests::sampleRanking(true))))
                                     << QStringLiteral("sensitivityDock");
        QTest::newRow("badcase") << bytes(report::badCaseJson(*about(tests::sampleBadCases()), 3))
                                 << QStringLiteral("badCasesDock");
        QTest::newRow("shadow") << bytes(report::shadowJson(*about(tests::sampleShadow())))
                                << QStringLiteral("shadowDock");
        results::FixResult repairs;
        repairs.heldOutSamples = {"inputs.npy[2]"};
        repairs.rows = {{.fix = "range", .changes = "config", .change = Message("range by percentile {}", 0.99)}};
        QTest::newRow("fix") << bytes(report::fixJson(*about(&repairs))) << QStringLiteral("fixesDock");
        results::FinetuneResult training;
        training.curve = {{.step = 1, .loss = 0.5}, {.step = 2, .loss = 0.25}};
        QTest::newRow("finetune") << bytes(report::finetuneJson(*about(&training))) << QStringLiteral("finetuneDock");
        results::CalibrateResult calibrated;
        calibrated.model = "float.onnx";
        calibrated.values = {{.name = "x", .layer = "conv_1", .role = "activation", .scales = {0.5}}};
        QTest::newRow("calibrate") << bytes(report::calibrateJson(calibrated)) << QStringLiteral("calibrateDock");
        results::TuneResult search;
        search.best = {.overrides = {{.layer = "conv_1", .action = "int16"}}, .metric = 31.0, .cost = 1.5};
        search.baseline = "float.onnx";
        search.config = "quant.yaml";
        QTest::newRow("tune") << bytes(report::tuneJson(search)) << QStringLiteral("tuneDock");
        const auto statistics = tests::sampleProfile();
        statistics->model = "float.onnx";
        QTest::newRow("profile") << bytes(report::profileJson(*statistics)) << QStringLiteral("profileDock");
        const auto findings = tests::sampleFindings();
        findings->model = "float.onnx";
        QTest::newRow("check") << bytes(report::checkJson(*findings)) << QStringLiteral("checksDock");
    }
    void everyAnalysisIsShownWhereItIs()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, dock);
        open(make("result.json", text));
        QVERIFY(isInFront(qPrintable(dock)));
        QCOMPARE(session().baseline().path(), at("float.onnx"));
        Workbench& workbench = m_window->workbench();
        const std::string_view kind = QTest::currentDataTag();
        if (kind == "sensitivity")
            QCOMPARE(workbench.analysis<SensitivityAnalysis>().result()->outputs.at(0).rows.size(), 3U);
        else if (kind == "badcase")
            QCOMPARE(workbench.analysis<BadCaseAnalysis>().result()->values, tests::sampleBadCases()->values);
        else if (kind == "shadow")
            QCOMPARE(workbench.analysis<ShadowAnalysis>().result()->rows.size(), 3U);
        else if (kind == "calibrate")
            QCOMPARE(workbench.analysis<CalibrateAnalysis>().result()->values.size(), 1U);
        else if (kind == "tune")
            QCOMPARE(workbench.analysis<TuneAnalysis>().result()->best.overrides.size(), 1U);
        else if (kind == "profile")
            QCOMPARE(workbench.analysis<ProfileAnalysis>().result()->rows.size(), 3U);
        else if (kind == "fix")
            QCOMPARE(workbench.analysis<FixAnalysis>().result()->rows.size(), 1U);
        else if (kind == "finetune")
            QCOMPARE(workbench.analysis<FinetuneAnalysis>().result()->curve.size(), 2U);
        else
            QCOMPARE(workbench.analysis<CheckAnalysis>().result()->count, 3U);
        QCOMPARE(session().config(), kind == "tune" ? at("quant.yaml") : QString());
        const bool hasData = kind == "badcase";
        QCOMPARE(session().data(), hasData ? at("inputs.npy") : QString());
        QVERIFY2(m_window->messageBar().isHidden(), qPrintable(m_window->messageBar().text()));
    }

    void whatIsMissingIsSaid()
    {
        age(make("newer.onnx"), 60);
        open(make("compare.json", compareText("gone.onnx", "newer.onnx")));
        QVERIFY(session().result());
        QVERIFY(session().baseline().path().isEmpty());
        QVERIFY(session().analysis().path().isEmpty());
        const QString said = m_window->messageBar().text();
        QVERIFY2(said.contains(at("gone.onnx") + QStringLiteral(" is no longer there")), qPrintable(said));
        QVERIFY2(said.contains(at("newer.onnx") + QStringLiteral(" was changed after this result was written")),
                 qPrintable(said));
        QVERIFY(!m_window->actions().compare.isEnabled());
        QVERIFY(settings::recentSessions.value().isEmpty());
    }

    void aSimulatedModelHasNoFile()
    {
        const auto compared = std::make_shared<results::CompareResult>(*tests::sampleResult());
        compared->baseline = at("float.onnx").toStdString();
        compared->analysis = compared->baseline + " (simulated with quant.yaml)";
        open(make("compare.json", QByteArray::fromStdString(report::compareJson(*compared))));
        QCOMPARE(session().baseline().path(), at("float.onnx"));
        QVERIFY(m_window->messageBar().text().contains(QStringLiteral("The analysis model was simulated")));
    }

    void modelsOfAnotherPairAreClosed()
    {
        load();
        session().setInputs({QStringLiteral("/in/x.npy")});
        open(make("compare.json", compareText()));
        QCOMPARE(session().baseline().path(), at("float.onnx"));
        QVERIFY(session().inputs().isEmpty());
        session().setInputs({QStringLiteral("/in/x.npy")}); // of this pair
        open(at("compare.json"));
        QCOMPARE(session().inputs(), QStringList{QStringLiteral("/in/x.npy")});
    }

    void whatHasNoViewIsSaid()
    {
        results::WeightsResult weights;
        weights.baseline = "float.onnx";
        weights.analysis = "int8.onnx";
        open(make("weights.json", QByteArray::fromStdString(report::weightsJson(weights))));
        QVERIFY(m_window->messageBar().text().contains(QStringLiteral("no view of a result of weights")));
        QCOMPARE(session().baseline().path(), at("float.onnx"));
    }

    void damagedDocumentsChangeNothing_data()
    {
        QTest::addColumn<int>("length");
        for (const int permille : {20, 200, 500, 800, 990})
            QTest::addRow("%d of 1000", permille) << permille;
    }
    void damagedDocumentsChangeNothing()
    {
        QFETCH(int, length);
        load();
        const QByteArray text = compareText();
        QSignalSpy failed(&session(), &ModelSession::failed);
        m_window->workbench().results().open(make("cut.json", text.left(text.size() * length / 1000)));
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(m_window->messageBar().text().contains(QStringLiteral("cut.json")));
        QVERIFY(!session().result());
        QCOMPARE(session().baseline().path(), QStringLiteral("/models/float.onnx"));
    }

    void resultsAreToldFromConfigs()
    {
        QVERIFY(isResultFile(make("a.json", compareText())));
        QVERIFY(!isResultFile(make("b.json", "{\"op_config\": {}, \"schema\": \"https://other\"}")));
        QVERIFY(!isResultFile(make("c.txt", compareText())));
        for (const auto& sample : tests::foreignSamples())
            QVERIFY2(isResultFile(make(sample.name, QByteArray::fromStdString(sample.text))), sample.name);
        QVERIFY(!isResultFile(at("nowhere.json")));
        QVERIFY(!isResultFile(m_folder.path()));
    }

    void resultsAreDroppedNamedAndChosen()
    {
        const QString path = make("compare.json", compareText());
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QSignalSpy opened(&m_window->workbench().results(), &ResultFiles::opened);
        m_window->show();
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &enter);
        QDropEvent event(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_window.get(), &event);
        QTRY_COMPARE(opened.count(), 1);
        QTRY_VERIFY(session().result());

        tests::WindowTest::open(); // a new window
        StartOptions options;
        options.files = {path};
        applyStartOptions(options, *m_window);
        QTRY_VERIFY(session().result());
        QCOMPARE(m_engine->compareCalls.load(), 0);

        const auto menus = m_window->menuBar()->findChildren<QMenu*>();
        QVERIFY(std::ranges::any_of(
            menus, [this](const QMenu* menu) { return menu->actions().contains(&m_window->actions().openResult); }));
    }

    /// Another tool's file opens as the result that it is like, and leaves the open models alone.
    void filesOfOtherToolsAreShown()
    {
        const QString model = make("float.onnx");
        session().baseline().setPath(model);
        for (const auto& sample : tests::foreignSamples())
            open(make(sample.name, QByteArray::fromStdString(sample.text)));
        open(at("error_analysis.txt"));
        QVERIFY(session().result());
        QCOMPARE(session().result()->layers.size(), std::size_t(3));
        QCOMPARE(session().baseline().path(), model);
    }

private:
    QString at(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    QString make(const char* name, const QByteArray& content = "x")
    {
        QFile file(at(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write %s", name);
        return at(name);
    }
    static void age(const QString& path, int seconds)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.setFileTime(QDateTime::currentDateTime().addSecs(seconds), QFileDevice::FileModificationTime));
    }
    QByteArray compareText(const char* baseline = "float.onnx", const char* analysis = "int8.onnx") const
    {
        auto result = *tests::sampleResult();
        result.baseline = at(baseline).toStdString();
        result.analysis = at(analysis).toStdString();
        return QByteArray::fromStdString(report::compareJson(result));
    }
    /// Until it is shown.
    void open(const QString& path)
    {
        m_window->show();
        QSignalSpy opened(&m_window->workbench().results(), &ResultFiles::opened);
        m_window->openFiles({path});
        QTRY_COMPARE(opened.count(), 1);
        QTRY_VERIFY(!m_window->workbench().isBusy());
    }
    bool isInFront(const char* id)
    {
        return m_window->findChild<QDockWidget*>(QLatin1String(id))->widget()->isVisible();
    }

    QTemporaryDir m_folder;
};

QTEST_MAIN(TestWindowResults)
#include "tst_window_results.moc"
