// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_engine.h"
#include "tests/support/sample_answers.h"
#include "tests/support/sample_result.h"
#include "widgets/charts/histogram_chart.h"
#include "widgets/charts/tune_chart.h"
#include "widgets/models/table_roles.h"
#include "widgets/session/workbench.h"
#include "widgets/views/checks_view.h"
#include "widgets/views/data_table.h"
#include "widgets/views/jobs_view.h"
#include "widgets/views/layer_menu.h"
#include "widgets/views/next_step.h"
#include "widgets/views/profile_view.h"
#include "widgets/views/project_view.h"
#include "widgets/views/shadow_view.h"
#include "widgets/views/tune_view.h"

#include <QAbstractItemModelTester>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QMenu>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace ql;
using namespace ql::widgets;

namespace {

std::unique_ptr<QAbstractItemModelTester> testerOf(AnswerView& view)
{
    return std::make_unique<QAbstractItemModelTester>(view.table().model(),
                                                      QAbstractItemModelTester::FailureReportingMode::QtTest);
}

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

/// The docks that show one question's answer as a table, and the list of jobs.
class TestAnswerViews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init()
    {
        QSettings().clear();
        m_engine = std::make_shared<tests::FakeEngine>();
        m_engine->result = tests::sampleResult();
        m_engine->checkResult = tests::sampleFindings();
        m_engine->profileResult = tests::sampleProfile();
        m_engine->shadowResult = tests::sampleShadow();
        m_workbench = std::make_unique<Workbench>([engine = m_engine] { return engine; });
    }
    void cleanup() { m_workbench.reset(); }

    void hiddenChecksLookForNothing()
    {
        ChecksView view(*m_workbench);
        load();
        QTRY_COMPARE(m_workbench->session().analysis().state(), ModelSlot::State::Ready);
        QCOMPARE(m_engine->checkCalls.load(), 0);
        view.show();
        QTRY_COMPARE(view.model().rowCount(), 3);
        QCOMPARE(m_engine->checkCalls.load(), 2); // both models, once
        view.hide();
        view.show();
        QVERIFY(!m_workbench->checks().isRunning());
    }

    void findingsOfBothModelsStandOnce()
    {
        ChecksView view(*m_workbench);
        const auto tester = testerOf(view);
        view.show();
        QVERIFY(view.nextStep().isVisible());
        load();
        QTRY_COMPARE(view.model().rowCount(), 3);
        const auto cell = [&view](int row, int column) {
            return view.table().model()->index(row, column).data().toString();
        };
        QCOMPARE(cell(0, CheckTableModel::Severity), QStringLiteral("Error"));
        QCOMPARE(cell(0, CheckTableModel::Model), QStringLiteral("both"));
        QCOMPARE(cell(0, CheckTableModel::Rule), QStringLiteral("impossible scale"));
        QCOMPARE(cell(2, CheckTableModel::Layer), QStringLiteral("whole model"));
        QCOMPARE(view.summaryText(), QStringLiteral("1 errors · 1 warnings · 1 notes"));
        QVERIFY(!view.table().model()->index(0, 0).data(Qt::DecorationRole).value<QIcon>().isNull());
    }

    void aFindingSelectsItsLayerEverywhere()
    {
        ChecksView view(*m_workbench);
        view.show();
        compare();
        QTRY_COMPARE(view.model().rowCount(), 3);
        view.table().selectRow(0);
        QCOMPARE(m_workbench->selectedLayer()->name, std::string("conv_1"));
        m_workbench->selectLayer("softmax");
        QCOMPARE(view.table().currentIndex().data(LayerNameRole).toString(), QStringLiteral("softmax"));
        m_workbench->selectLayer("relu_1");
        QVERIFY(!view.table().currentIndex().isValid());
    }

    void otherModelsAreLookedAtAgain()
    {
        ChecksView view(*m_workbench);
        view.show();
        load();
        QTRY_COMPARE(view.model().rowCount(), 3);
        m_engine->checkResult = std::make_shared<results::CheckResult>();
        m_workbench->session().analysis().setPath(QStringLiteral("/models/other.onnx"));
        m_workbench->session().baseline().setPath(QStringLiteral("/models/another.onnx"));
        QTRY_COMPARE(view.model().rowCount(), 0);
        QTRY_COMPARE(view.nextStep().titleText(), QStringLiteral("Nothing found"));
    }

    void theProjectCountsFindings()
    {
        ProjectView view(*m_workbench);
        view.show();
        QCOMPARE(view.checksButton().text(), QStringLiteral("Checks"));
        load();
        QTRY_COMPARE(view.checksButton().text(), QStringLiteral("Checks (3)"));
        QSignalSpy asked(m_workbench.get(), &Workbench::dockRequested);
        view.checksButton().click();
        QCOMPARE(asked.front().front().toString(), QStringLiteral("checksDock"));
    }

    void statisticsCanBeOrderedByRange()
    {
        ProfileView view(*m_workbench);
        const auto tester = testerOf(view);
        view.show();
        load();
        m_workbench->profile().start();
        QTRY_COMPARE(view.model().rowCount(), 3);
        QCOMPARE(layers(view), (QStringList{"conv_1", "conv_1", "conv_2"}));
        auto* order = view.findChildren<QComboBox*>().back();
        order->setCurrentIndex(1);
        Q_EMIT order->activated(1);
        QCOMPARE(layers(view), (QStringList{"conv_2", "conv_1", "conv_1"}));
        view.table().selectRow(0);
        QVERIFY(view.histogram().isShown());
        QCOMPARE(m_workbench->selectedName(), std::string("conv_2"));
    }

    void statisticsOfTheChosenModelAndData()
    {
        load();
        m_workbench->session().setData(QStringLiteral("/data/inputs.npy"));
        m_workbench->profile().setChoice({.isAnalysis = true, .usesData = true});
        QVERIFY(m_workbench->profile().startAction()->isEnabled());
        m_workbench->profile().start();
        QTRY_VERIFY(m_workbench->profile().result());
        QCOMPARE(m_engine->lastProfileRequest.model, std::string("/models/int8.onnx"));
        QCOMPARE(m_engine->lastProfileRequest.data, std::string("/data/inputs.npy"));
        QVERIFY(m_engine->lastProfileRequest.inputs.empty());
        m_workbench->session().setData({});
        QVERIFY(!m_workbench->profile().startAction()->isEnabled());
    }

    void localErrorsStandBesideAccumulatedOnes()
    {
        ShadowView view(*m_workbench);
        const auto tester = testerOf(view);
        view.show();
        load();
        m_workbench->shadow().start();
        QTRY_COMPARE(view.model().rowCount(), 3);
        QCOMPARE(layers(view), (QStringList{"conv_2", "conv_1", "lonely"})); // the worst by itself first
        const auto cell = [&view](int row, int column) {
            return view.table().model()->index(row, column).data().toString();
        };
        QCOMPARE(cell(1, ShadowTableModel::Local), QStringLiteral("40"));
        QCOMPARE(cell(1, ShadowTableModel::Accumulated), QStringLiteral("12"));
        QCOMPARE(cell(2, ShadowTableModel::Local), QStringLiteral("—"));
        QCOMPARE(cell(2, ShadowTableModel::State), QStringLiteral("no partner"));
        m_workbench->filter().setMetric(results::MetricId::Cosine);
        QCOMPARE(cell(0, ShadowTableModel::Local), QStringLiteral("0.5"));
    }

    void anAnswerWaitsUntilItIsSeen()
    {
        ShadowView view(*m_workbench);
        load();
        m_workbench->shadow().start();
        QTRY_VERIFY(m_workbench->shadow().result());
        QCOMPARE(view.model().rowCount(), 0);
        view.show();
        QCOMPARE(view.model().rowCount(), 3);
    }

    void tuningAsksWithTheUnsavedText()
    {
        openConfig();
        m_workbench->config().replaceText("skip_layers: [conv_9]\n", QStringLiteral("edit"));
        m_workbench->tuning().setChoice({results::MetricId::Cosine, 0.99, 7});
        m_workbench->tuning().start();
        QTRY_VERIFY(!m_workbench->tuning().isRunning());
        const auto& asked = m_engine->lastTuneRequest;
        QCOMPARE(asked.quantization.configText.value_or(""), std::string("skip_layers: [conv_9]\n"));
        QCOMPARE(asked.quantization.data, std::string("/data/inputs.npy"));
        QCOMPARE(asked.metric, results::MetricId::Cosine);
        QCOMPARE(asked.targets.front().value, 0.99);
        QCOMPARE(asked.mostSeconds, 7.0);
        // The answer is about another text: nothing is overwritten.
        QVERIFY(!m_workbench->tuning().canTake());
    }

    void aTunedPointIsTakenIntoTheConfig()
    {
        TuneView view(*m_workbench);
        const auto tester = testerOf(view);
        view.resize(800, 600);
        view.show();
        QCOMPARE(view.nextStep().titleText(), QStringLiteral("Which layers need more than 8 bits?"));
        QVERIFY(!m_workbench->tuning().startAction()->isEnabled());
        openConfig();
        m_workbench->tuning().start();
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
        m_workbench->tuning().start();
        QTRY_COMPARE(view.model().rowCount(), 3); // while it goes on
        QVERIFY(m_workbench->tuning().isRunning());
        m_workbench->cancel();
        QTRY_VERIFY(!m_workbench->tuning().isRunning());
        QCOMPARE(view.model().rowCount(), 3);
        QTRY_VERIFY(view.summaryText().startsWith(QStringLiteral("stopped before the end")));
    }

    void everyTableLeadsToTheOtherViews()
    {
        compare();
        QMenu menu;
        addLayerActions(menu, *m_workbench, QStringLiteral("conv_1"));
        QCOMPARE(menu.actions().size(), 4); // layers, graph, inspector, its scope
        QSignalSpy asked(m_workbench.get(), &Workbench::dockRequested);
        menu.actions().at(1)->trigger();
        QCOMPARE(asked.front().front().toString(), QStringLiteral("graphDock"));
        QCOMPARE(m_workbench->selectedName(), std::string("conv_1"));
        menu.actions().at(3)->trigger();
        QCOMPARE(m_workbench->filter().text(), QStringLiteral("encoder/stem"));
    }

    void jobsSayHowTheyEnded()
    {
        JobsView view(*m_workbench);
        const QAbstractItemModelTester tester(&view.model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        view.show();
        compare();
        QCOMPARE(state(view, QStringLiteral("Comparing layers")), QStringLiteral("finished"));
        m_engine->compareError = Error(ErrorCode::InvalidNode, "weight has rank 3");
        m_workbench->session().compare();
        QTRY_COMPARE(state(view, QStringLiteral("Comparing layers")), QStringLiteral("failed"));
        const QModelIndex details = view.model().index(0, JobTableModel::Details);
        QVERIFY(details.data().toString().contains(QStringLiteral("weight has rank 3")));
    }

    void aJobIsCancelledFromTheList()
    {
        JobsView view(*m_workbench);
        view.show();
        m_engine->isEndless = true;
        load();
        m_workbench->session().compare();
        QTRY_COMPARE(state(view, QStringLiteral("Comparing layers")), QStringLiteral("running"));
        QTRY_VERIFY(view.cancelAction().isEnabled());
        view.cancelAction().trigger();
        QCOMPARE(state(view, QStringLiteral("Comparing layers")), QStringLiteral("cancelled"));
        QVERIFY(!m_workbench->session().isComparing());
        QTRY_VERIFY(!m_workbench->jobs().shown());
        QTRY_COMPARE(m_workbench->session().baseline().state(), ModelSlot::State::Ready);
        QTRY_COMPARE(m_workbench->session().analysis().state(), ModelSlot::State::Ready);
        view.forgetAction().trigger();
        QCOMPARE(view.model().rowCount(), 0);
    }

private:
    void load()
    {
        m_workbench->session().baseline().setPath(QStringLiteral("/models/float.onnx"));
        m_workbench->session().analysis().setPath(QStringLiteral("/models/int8.onnx"));
        m_workbench->session().loadEngine();
    }
    void openConfig()
    {
        const QString path = m_folder.filePath(QStringLiteral("quant.yaml"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(kConfig);
        file.close();
        m_engine->tuneResult = tunePoints(path);
        load();
        m_workbench->session().setConfig(path);
        m_workbench->session().setCalibration(QStringLiteral("/data/inputs.npy"));
        QTRY_VERIFY(m_workbench->config().isOpen());
    }
    void compare()
    {
        load();
        m_workbench->session().compare();
        QTRY_VERIFY(m_workbench->session().result());
    }
    static QStringList layers(AnswerView& view)
    {
        QStringList names;
        for (int row = 0; row < view.table().model()->rowCount(); ++row)
            names.append(view.table().model()->index(row, 0).data(LayerNameRole).toString());
        return names;
    }
    /// Of the newest job with that title.
    static QString state(JobsView& view, const QString& title)
    {
        for (int row = 0; row < view.model().rowCount(); ++row)
            if (view.model().index(row, JobTableModel::Title).data().toString() == title)
                return view.model().index(row, JobTableModel::State).data().toString();
        return {};
    }

    QTemporaryDir m_folder;
    std::shared_ptr<tests::FakeEngine> m_engine;
    std::unique_ptr<Workbench> m_workbench;
};

QTEST_MAIN(TestAnswerViews)
#include "tst_answer_views.moc"
