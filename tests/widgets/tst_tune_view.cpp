// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"
#include "widgets/analyses/tune/tune_analysis.h"
#include "widgets/charts/tune_chart.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/docks/tune/tune_view.h"
#include "widgets/models/table_roles.h"
#include "widgets/models/tune_table_model.h"

#include <QAbstractScrollArea>
#include <QDoubleSpinBox>

using namespace ql;
using namespace ql::widgets;

namespace {

constexpr const char* kConfig = "skip_layers: []\n";

/// Three tried points of the config at @p path; the dearest is the answer.
std::shared_ptr<results::TuneResult> tunePoints(const QString& path)
{
    auto result = std::make_shared<results::TuneResult>();
    result->config = path.toStdString();
    result->configBefore = kConfig;
    result->targets = {{{}, 30.0}};
    result->start = {.metric = 20.0, .margin = -10.0, .cost = 1.0, .config = kConfig};
    results::TunePoint one{.metric = 27.0, .margin = -3.0, .cost = 1.25, .config = "skip_layers: [conv_1]\n"};
    one.overrides = {{"conv_1", "Conv", "skip", 12.0, {}}};
    results::TunePoint two{.metric = 33.0, .margin = 3.0, .cost = 2.0, .config = "skip_layers: [conv_1, conv_2]\n"};
    two.overrides = {{"conv_1", "Conv", "skip", 12.0, {}}, {"conv_2", "Conv", "int16", 15.0, {"relu_2"}}};
    result->pareto = {result->start, one, two};
    result->best = two;
    result->isReached = true;
    result->isComplete = true;
    return result;
}

} // namespace

/// The dock that shows accuracy against cost, and what it asks.
class TestTuneView : public tests::WorkbenchTest {
    Q_OBJECT

private Q_SLOTS:
    void tuningAsksWithTheUnsavedText()
    {
        openConfig();
        m_workbench->config().replaceText("skip_layers: [conv_9]\n", QStringLiteral("edit"));
        m_workbench->analysis<TuneAnalysis>().setChoice({results::MetricId::Cosine, 0.99, 7});
        m_workbench->analysis<TuneAnalysis>().start();
        QTRY_VERIFY(!m_workbench->analysis<TuneAnalysis>().isRunning());
        const auto& asked = m_engine->lastTuneRequest;
        QCOMPARE(asked.quantization.configText.value_or(""), std::string("skip_layers: [conv_9]\n"));
        QCOMPARE(asked.quantization.data, std::string("/data/inputs.npy"));
        QCOMPARE(asked.metric, results::MetricId::Cosine);
        QCOMPARE(asked.targets.front().value, 0.99);
        QCOMPARE(asked.mostSeconds, 7.0);
        QCOMPARE(asked.targets.size(), std::size_t(1));
        // The answer is about another text: nothing is overwritten.
        QVERIFY(!m_workbench->analysis<TuneAnalysis>().canTake());
    }

    void aTunedPointIsTakenIntoTheConfig()
    {
        TuneView view(*m_workbench);
        const QAbstractItemModelTester tester(view.table().model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        view.resize(800, 600);
        view.show();
        QCOMPARE(view.nextStep().titleText(), QStringLiteral("Which layers need more than 8 bits?"));
        QVERIFY(!m_workbench->analysis<TuneAnalysis>().startAction()->isEnabled());
        openConfig();
        m_workbench->analysis<TuneAnalysis>().start();
        QTRY_COMPARE(view.model().rowCount(), 3);
        QVERIFY(view.summaryText().startsWith(QStringLiteral("target reached")));
        QCOMPARE(view.model().index(2, TuneTableModel::Overrides).data().toString(),
                 QStringLiteral("conv_1 in float, conv_2 in int16 (and 1 more)"));
        ConfigDocument& config = m_workbench->config();
        view.table().selectRow(1);
        QTest::keyClick(&view.table(), Qt::Key_Return);
        QCOMPARE(config.text(), std::string("skip_layers: [conv_1]\n"));
        // Another point, by a click on it, follows the first one.
        auto* pane = view.chart().findChild<QAbstractScrollArea*>();
        QTest::mouseClick(pane->viewport(), Qt::LeftButton, {}, view.chart().placeOf(2)->toPoint());
        QCOMPARE(config.text(), std::string("skip_layers: [conv_1, conv_2]\n"));
        config.undoStack().undo();
        config.undoStack().undo();
        QCOMPARE(config.text(), std::string(kConfig));
        config.replaceText("skip_layers: [mine]\n", QStringLiteral("edit"));
        QSignalSpy noticed(m_workbench.get(), &Workbench::noticed);
        view.takeAction().trigger();
        QCOMPARE(config.text(), std::string("skip_layers: [mine]\n"));
        QCOMPARE(noticed.count(), 1);
        config.discardEdits();
    }

    void outputsMayHaveTargetsOfTheirOwn()
    {
        TuneView view(*m_workbench);
        view.show();
        auto info = std::make_shared<results::ModelInfo>();
        info->outputs = {{"boxes", "float32", "1x4"}, {"scores", "float32", "1"}};
        m_engine->modelInfo = info;
        openConfig();
        QTRY_COMPARE(view.outputBox().count(), 3);
        QVERIFY(!view.commonAction().isEnabled());
        view.targetBox().setValue(25.0);
        view.outputBox().setCurrentIndex(1);
        Q_EMIT view.outputBox().activated(1);
        QCOMPARE(view.targetBox().value(), 25.0); // as long as it has none of its own
        view.targetBox().setValue(40.0);
        QCOMPARE(view.outputBox().currentText(), QStringLiteral("boxes: 40"));
        m_workbench->analysis<TuneAnalysis>().start();
        QTRY_COMPARE(view.model().rowCount(), 3);
        const auto& targets = m_engine->lastTuneRequest.targets;
        QCOMPARE(targets.size(), std::size_t(2));
        QCOMPARE(targets[0].output, std::string());
        QCOMPARE(targets[0].value, 25.0);
        QCOMPARE(targets[1].output, std::string("boxes"));
        QCOMPARE(targets[1].value, 40.0);
        view.commonAction().trigger();
        QCOMPARE(view.targetBox().value(), 25.0);
        QVERIFY(m_workbench->analysis<TuneAnalysis>().choice().targets.empty());
        m_engine->modelInfo = std::make_shared<results::ModelInfo>();
    }

    void aFlatViewHasItsRowsBesideTheChart()
    {
        TuneView view(*m_workbench);
        view.resize(800, 600);
        view.show();
        openConfig();
        m_workbench->analysis<TuneAnalysis>().start();
        QTRY_COMPARE(view.model().rowCount(), 3);
        QVERIFY(view.table().mapTo(&view, QPoint()).y() > view.chart().mapTo(&view, QPoint()).y());
        view.resize(800, 280);
        QTRY_COMPARE(view.table().mapTo(&view, QPoint()).y(), view.chart().mapTo(&view, QPoint()).y());
        QVERIFY(view.table().height() > 120);
    }

    void theChartIsWalkedByKeys()
    {
        TuneView view(*m_workbench);
        view.resize(800, 600);
        view.show();
        openConfig();
        m_workbench->analysis<TuneAnalysis>().start();
        QTRY_COMPARE(view.model().rowCount(), 3);
        const auto chosen = [&view] {
            return view.table().currentIndex().siblingAtColumn(TuneTableModel::Cost).data(SortRole).toDouble();
        };
        const auto cost = [&view](int row) { return view.model().row(row).point->cost; };
        QTest::keyClick(&view.chart(), Qt::Key_Right);
        QCOMPARE(chosen(), cost(0));
        QTest::keyClick(&view.chart(), Qt::Key_Right);
        QCOMPARE(chosen(), cost(1));
        QVERIFY(view.chart().accessibleDescription().contains(QStringLiteral("conv_1")));
        QTest::keyClick(&view.chart(), Qt::Key_End);
        QCOMPARE(chosen(), cost(2));
        QTest::keyClick(&view.chart(), Qt::Key_Right); // there is no further one
        QCOMPARE(chosen(), cost(2));
        QTest::keyClick(&view.chart(), Qt::Key_Left);
        QCOMPARE(chosen(), cost(1));
        QTest::keyClick(&view.chart(), Qt::Key_Return);
        QCOMPARE(m_workbench->config().text(), std::string("skip_layers: [conv_1]\n"));
        m_workbench->config().discardEdits();
    }

    void cancelledTuningKeepsTheBestSoFar()
    {
        TuneView view(*m_workbench);
        view.show();
        openConfig();
        auto partial = tunePoints(m_workbench->config().path());
        partial->isReached = false;
        partial->isComplete = false;
        m_engine->tuneResult = partial;
        m_engine->isEndless = true;
        m_workbench->analysis<TuneAnalysis>().start();
        QTRY_COMPARE(view.model().rowCount(), 3); // while it goes on
        QVERIFY(m_workbench->analysis<TuneAnalysis>().isRunning());
        m_workbench->cancel();
        QTRY_VERIFY(!m_workbench->analysis<TuneAnalysis>().isRunning());
        QCOMPARE(view.model().rowCount(), 3);
        QTRY_VERIFY(view.summaryText().startsWith(QStringLiteral("stopped before the end")));
    }

private:
    void openConfig()
    {
        const QString path = make("quant.yaml", kConfig);
        m_engine->tuneResult = tunePoints(path);
        simulate(path);
    }
};

QTEST_MAIN(TestTuneView)
#include "tst_tune_view.moc"
