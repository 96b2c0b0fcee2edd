// SPDX-License-Identifier: GPL-3.0-or-later
// What the project's panels say of a simulation beyond its config: number formats, what is made of
// outputs, and a target's arithmetic.
#include "tests/support/sample_answers.h"
#include "tests/widgets/window_test.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/docks/project/arithmetic_choice.h"
#include "widgets/docks/project/format_choice.h"
#include "widgets/docks/project/post_process_line.h"

#include <QComboBox>
#include <QLineEdit>
#include <QTemporaryDir>

using namespace ql;
using namespace ql::widgets;

class TestWindowSimulation : public tests::WindowTest {
    Q_OBJECT

private Q_SLOTS:
    /// Chosen in the project's panel, they are in every simulation's question, and part of the project.
    void numberFormatsGoIntoEverySimulation()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("night.quantloupe"));
        load();
        auto* choice = m_window->findChild<FormatChoice*>();
        QVERIFY(choice->isHidden());
        QFile file(folder.filePath(QStringLiteral("quant.yaml")));
        QVERIFY(file.open(QIODevice::WriteOnly)
                && file.write("skip_layers: []\ncommon_config: {quant_enable: true}\n") > 0);
        file.close();
        session().setCalibration(folder.path());
        m_window->openConfig(file.fileName());
        QTRY_VERIFY(workbench().config().isRead());
        QTRY_VERIFY(!choice->isHidden());
        session().setSimulationPreferred(true);
        const auto kinds = choice->menu().actions();
        QCOMPARE(kinds.size(), 3);
        const auto pick = [&kinds](int kind, const QString& name) {
            for (QAction* line : kinds.at(kind)->menu()->actions())
                if (line->data().toString() == name)
                    return line->trigger();
            QFAIL(qPrintable(name));
        };
        pick(0, QStringLiteral("fp8_e4m3"));
        pick(1, QStringLiteral("int4_g32"));
        pick(2, QStringLiteral("bf16"));
        QCOMPARE(choice->chosenText(),
                 QStringLiteral("Activations: fp8_e4m3, Weights: int4_g32, Layers left in float: bf16"));
        QVERIFY2(session().analysisTitle().contains(QStringLiteral("int4_g32")), qPrintable(session().analysisTitle()));
        m_window->actions().compare.trigger();
        QTRY_VERIFY(session().result());
        const auto asked = m_engine->lastRequest.models.quantization;
        QCOMPARE(asked.activationFormat, std::string("fp8_e4m3"));
        QCOMPARE(asked.weightFormat, std::string("int4_g32"));
        QCOMPARE(asked.highPrecisionFormat, std::string("bf16"));
        for (QAction* line : kinds.at(0)->menu()->actions()) // groups are a way to store weights
            QVERIFY(!line->data().toString().contains(QStringLiteral("_g32")));
        workbench().project().saveAs(path);
        QTRY_VERIFY2(tests::contentOf(path).contains("weight-format: \"int4_g32\"\n"),
                     tests::contentOf(path).constData());
        m_window = nullptr;
        open();
        m_window->show();
        m_window->openFiles({path});
        QTRY_COMPARE(session().formats().activation, std::string("fp8_e4m3"));
        QCOMPARE(session().formats().highPrecision, std::string("bf16"));
        QVERIFY(!m_window->isWindowModified());
        session().setFormats({});
        QVERIFY(m_window->findChild<FormatChoice*>()->chosenText().isEmpty());
    }

    /// What is typed goes to everything that looks at outputs, and into the project.
    void outputsArePostProcessed()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("night.quantloupe"));
        auto* line = m_window->findChild<PostProcessLine*>();
        QVERIFY(line->isHidden());
        load();
        QVERIFY(!line->isHidden());
        session().setData(QStringLiteral("/data/inputs.npy"));
        m_engine->badCases = tests::sampleBadCases();
        m_engine->rankings = {tests::sampleRanking(true)};
        line->expressions().setFocus();
        QTest::keyClicks(&line->expressions(), QStringLiteral("p = softmax(x);  best = topk(softmax(x), 3);"));
        QTest::keyClick(&line->expressions(), Qt::Key_Return);
        const std::vector<std::string> expected{"p = softmax(x)", "best = topk(softmax(x), 3)"};
        QCOMPARE(session().postProcess(), expected);
        QCOMPARE(line->expressions().text(), QStringLiteral("p = softmax(x); best = topk(softmax(x), 3)"));
        m_window->actions().compare.trigger();
        QTRY_VERIFY(session().result() && !session().isComparing());
        QCOMPARE(m_engine->lastRequest.options.postProcess, expected);
        for (Analysis* analysis : {static_cast<Analysis*>(&workbench().analysis<BadCaseAnalysis>()),
                                   static_cast<Analysis*>(&workbench().analysis<SensitivityAnalysis>())}) {
            analysis->start();
            QTRY_VERIFY(!analysis->isRunning());
        }
        QCOMPARE(m_engine->lastBadCaseRequest.options.postProcess, expected);
        QCOMPARE(m_engine->lastSensitivityRequest.options.postProcess, expected);
        workbench().project().saveAs(path);
        QTRY_VERIFY2(tests::contentOf(path).contains("post-process: [\"p = softmax(x)\""),
                     tests::contentOf(path).constData());
        m_window = nullptr;
        open();
        m_window->show();
        m_window->openFiles({path});
        QTRY_COMPARE(session().postProcess(), expected);
        QVERIFY(!m_window->isWindowModified());
    }

    /// Asked where a folder of tensors stands on one side; what was found out is said there, and can be chosen then.
    void aDumpTellsHowItsTargetComputes()
    {
        const QTemporaryDir folder;
        const QTemporaryDir dump;
        const QString path = folder.filePath(QStringLiteral("night.quantloupe"));
        load();
        auto* choice = m_window->findChild<ArithmeticChoice*>();
        QVERIFY(choice->isHidden());
        session().setTargetArithmetic(QStringLiteral("auto"));
        m_window->actions().compare.trigger();
        QTRY_VERIFY(session().result() && !session().isComparing());
        QVERIFY(m_engine->lastRequest.targetArithmetic.empty()); // of models alone nothing is asked
        session().setTargetArithmetic({});
        session().analysis().setPath(dump.path());
        QTRY_VERIFY(!choice->isHidden());
        QCOMPARE(choice->box().count(), 2);
        choice->box().setFocus();
        QTest::keyClick(&choice->box(), Qt::Key_Down);
        QCOMPARE(session().targetArithmetic(), QStringLiteral("auto"));
        auto result = tests::sampleResult();
        result->arithmetics = results::TargetArithmetics{
            .used = "tflite-double",
            .best = {"tflite-double"},
            .fits = {{"float-half-even", 12, 3, 0.01, 20.0}, {"tflite-double", 12, 11, 0.0001, 40.0}},
            .nodes = 5};
        m_engine->result = result;
        m_window->actions().compare.trigger();
        QTRY_VERIFY(session().result() && !session().isComparing());
        QCOMPARE(m_engine->lastRequest.targetArithmetic, std::string("auto"));
        QVERIFY(!m_engine->lastRequest.models.quantization.areGiven());
        QVERIFY2(choice->statusText().contains(QStringLiteral("tflite-double explains the dump best. 11 of 12")),
                 qPrintable(choice->statusText()));
        QCOMPARE(choice->box().count(), 4);
        choice->box().setFocus();
        QTest::keyClick(&choice->box(), Qt::Key_Down);
        QCOMPARE(session().targetArithmetic(), QStringLiteral("float-half-even"));
        workbench().project().saveAs(path);
        QTRY_VERIFY2(tests::contentOf(path).contains("target-arithmetic: float-half-even"),
                     tests::contentOf(path).constData());
        m_window = nullptr;
        open();
        m_window->show();
        m_window->openFiles({path});
        QTRY_COMPARE(session().targetArithmetic(), QStringLiteral("float-half-even"));
        QVERIFY(!m_window->isWindowModified());
    }
};

QTEST_MAIN(TestWindowSimulation)
#include "tst_window_simulation.moc"
