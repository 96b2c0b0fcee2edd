// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"
#include "widgets/analyses/check/check_analysis.h"
#include "widgets/analyses/profile/profile_analysis.h"
#include "widgets/analyses/shadow/shadow_analysis.h"
#include "widgets/charts/histogram_chart.h"
#include "widgets/docks/checks/checks_view.h"
#include "widgets/docks/jobs/jobs_view.h"
#include "widgets/docks/profile/profile_view.h"
#include "widgets/docks/project/project_view.h"
#include "widgets/docks/shadow/shadow_view.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/find_bar.h"
#include "widgets/docks/support/hidden_rows_note.h"
#include "widgets/docks/support/layer_menu.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/models/table_roles.h"

#include <QAbstractScrollArea>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

using namespace ql;
using namespace ql::widgets;

namespace {

std::unique_ptr<QAbstractItemModelTester> testerOf(AnalysisView& view)
{
    return std::make_unique<QAbstractItemModelTester>(view.table().model(),
                                                      QAbstractItemModelTester::FailureReportingMode::QtTest);
}

} // namespace

/// The docks that show one question's answer as a table, and the list of jobs.
class TestAnalysisViews : public tests::WorkbenchTest {
    Q_OBJECT

private Q_SLOTS:
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
        QVERIFY(!m_workbench->analysis<CheckAnalysis>().isRunning());
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
        QCOMPARE(view.summaryText(), QStringLiteral("1 error(s) · 1 warning(s) · 1 note(s)"));
        QVERIFY(!view.table().model()->index(0, 0).data(Qt::DecorationRole).value<QIcon>().isNull());
    }

    /// What a rule says alike of many layers is one row, which names them all and edits them all.
    void alikeFindingsAreOneRow()
    {
        auto findings = tests::sampleFindings();
        for (const char* layer : {"conv_2", "relu_1"})
            findings->findings.push_back({results::Severity::Warning, "unquantized-product", layer,
                                          "this Gemm computes in float.", "Quantize it."});
        m_engine->checkResult = findings;
        ChecksView view(*m_workbench);
        const auto tester = testerOf(view);
        view.show();
        compare();
        QTRY_COMPARE(view.model().rowCount(), 3);
        QCOMPARE(view.summaryText(), QStringLiteral("1 error(s) · 3 warning(s) · 1 note(s)"));
        const QModelIndex layers = view.table().model()->index(1, CheckTableModel::Layer);
        QCOMPARE(layers.data().toString(), QStringLiteral("3 layer(s): softmax, conv_2, relu_1"));
        view.table().selectRow(1);
        QCOMPARE(m_workbench->selectedLayers(), (std::vector<std::string>{"softmax", "conv_2", "relu_1"}));
    }

    /// Not even in a narrow column.
    void barsLeaveTheDigitsAlone()
    {
        for (const int width : {20, 60, 90, 200})
            for (const double badness : {0.0, 0.5, 1.0}) {
                const QRectF cell(10, 10, width, 24);
                const QRectF bar = metricBar(cell, 50, badness);
                const QRectF digits(cell.right() - 54, cell.top() + 4, 54, 15);
                QVERIFY2(!bar.intersects(digits), qPrintable(QString::number(width)));
                QVERIFY(bar.width() > 0.0 && cell.contains(bar));
            }
    }

    /// Typed in one view, it filters that view; where nothing is left, the view says so and offers a way out.
    void aFilterIsOfOneViewAndSaysWhatItHides()
    {
        ShadowView shadow(*m_workbench);
        ProfileView profile(*m_workbench);
        shadow.show();
        profile.show();
        load();
        m_workbench->analysis<ShadowAnalysis>().start();
        QTRY_COMPARE(shadow.model().rowCount(), 3);
        m_workbench->analysis<ProfileAnalysis>().start();
        QTRY_COMPARE(profile.model().rowCount(), 3);
        auto* note = shadow.findChild<HiddenRowsNote*>();
        QTest::keyClicks(shadow.findChild<FilterLine*>(), QStringLiteral("nothing like it"));
        QCOMPARE(shadow.table().model()->rowCount(), 0);
        QCOMPARE(profile.table().model()->rowCount(), 3);
        QVERIFY(m_workbench->filter().text().isEmpty());
        QCOMPARE(note->text(), QStringLiteral("The filter hides all 3 row(s)."));
        note->button().click();
        QCOMPARE(shadow.table().model()->rowCount(), 3);
        QVERIFY(note->isHidden());
        m_workbench->filter().setText(QStringLiteral("conv_2")); // "show only …" is about every view
        QCOMPARE(shadow.table().model()->rowCount(), 1);
        QCOMPARE(profile.table().model()->rowCount(), 1);
    }

    /// The layer's column takes the room that is there, and no more than its names need.
    void theLayersColumnStretches()
    {
        auto errors = std::make_shared<results::ShadowResult>(*m_engine->shadowResult);
        errors->rows[0].name = "/model/a_very_long_scope/of_another_scope/conv_2/Conv";
        m_engine->shadowResult = errors;
        ShadowView view(*m_workbench);
        view.resize(700, 300);
        view.show();
        load();
        m_workbench->analysis<ShadowAnalysis>().start();
        QTRY_COMPARE(view.model().rowCount(), 3);
        const int narrow = view.table().columnWidth(ShadowTableModel::Layer);
        view.resize(1800, 300);
        QTRY_VERIFY(view.table().columnWidth(ShadowTableModel::Layer) > narrow);
        const int wanted = view.table().fontMetrics().horizontalAdvance(
            QStringLiteral("/model/a_very_long_scope/of_another_scope/conv_2/Conv"));
        QVERIFY(view.table().columnWidth(ShadowTableModel::Layer) >= wanted);
        QVERIFY(view.table().columnWidth(ShadowTableModel::Layer) < wanted + 60);
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
        m_workbench->analysis<ProfileAnalysis>().start();
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

    /// Whatever the profile of one model counts: the inputs may be rows of the comparison alone.
    void statisticsNumberLayersAsTheTableDoes()
    {
        auto shifted = std::make_shared<results::CompareResult>(*m_engine->result);
        for (auto& row : shifted->layers)
            ++row.index;
        ProfileView view(*m_workbench);
        view.show();
        load();
        m_workbench->analysis<ProfileAnalysis>().start();
        QTRY_COMPARE(view.model().rowCount(), 3);
        const auto number = [&view](int row) {
            return view.model().index(row, ProfileTableModel::Index).data().toString();
        };
        QCOMPARE(number(0), QStringLiteral("0"));
        m_engine->result = shifted;
        m_workbench->session().compare();
        QTRY_COMPARE(number(0), QStringLiteral("1"));
        QCOMPARE(number(2), QStringLiteral("3")); // conv_2
    }

    void statisticsOfTheChosenModelAndData()
    {
        load();
        m_workbench->session().setData(QStringLiteral("/data/inputs.npy"));
        m_workbench->analysis<ProfileAnalysis>().setChoice({.isAnalysis = true, .usesData = true});
        QVERIFY(m_workbench->analysis<ProfileAnalysis>().startAction()->isEnabled());
        m_workbench->analysis<ProfileAnalysis>().start();
        QTRY_VERIFY(m_workbench->analysis<ProfileAnalysis>().result());
        QCOMPARE(m_engine->lastProfileRequest.model, std::string("/models/int8.onnx"));
        QCOMPARE(m_engine->lastProfileRequest.samples.data, std::string("/data/inputs.npy"));
        QVERIFY(m_engine->lastProfileRequest.samples.inputs.empty());
        m_workbench->session().setData({});
        QVERIFY(!m_workbench->analysis<ProfileAnalysis>().startAction()->isEnabled());
    }

    void statisticsOfWhatAConfigMakes()
    {
        ModelSession& session = m_workbench->session();
        session.baseline().setPath(QStringLiteral("/models/float.onnx"));
        session.setConfig(QStringLiteral("/configs/quant.yaml"));
        m_workbench->analysis<ProfileAnalysis>().setChoice({.isAnalysis = true, .usesData = false});
        QVERIFY(!m_workbench->analysis<ProfileAnalysis>().startAction()->isEnabled());
        session.setCalibration(QStringLiteral("/data/samples.npy"));
        QVERIFY(m_workbench->analysis<ProfileAnalysis>().startAction()->isEnabled());
        m_workbench->analysis<ProfileAnalysis>().start();
        QTRY_VERIFY(m_workbench->analysis<ProfileAnalysis>().result());
        QCOMPARE(m_engine->lastProfileRequest.model, std::string("/models/float.onnx"));
        QCOMPARE(m_engine->lastProfileRequest.quantization.config, std::string("/configs/quant.yaml"));
        m_workbench->analysis<ProfileAnalysis>().setChoice({});
        m_workbench->analysis<ProfileAnalysis>().start();
        QTRY_VERIFY(!m_workbench->analysis<ProfileAnalysis>().isRunning());
        QVERIFY(!m_engine->lastProfileRequest.quantization.areGiven());
    }

    /// Before it was compared a look at it would have to calibrate first.
    void aSimulatedModelIsCheckedOnceItWasCompared()
    {
        ChecksView view(*m_workbench);
        view.show();
        ModelSession& session = m_workbench->session();
        session.baseline().setPath(QStringLiteral("/models/float.onnx"));
        session.setConfig(QStringLiteral("/configs/quant.yaml"));
        session.setCalibration(QStringLiteral("/data/samples.npy"));
        QTRY_COMPARE(view.model().rowCount(), 3);
        QCOMPARE(m_engine->checkCalls.load(), 1);
        session.compare();
        QTRY_COMPARE(m_engine->checkCalls.load(), 3);
        QTRY_VERIFY(!m_workbench->analysis<CheckAnalysis>().isRunning());
        QCOMPARE(m_engine->lastCheckRequest.quantization.data, std::string("/data/samples.npy"));
        QVERIFY(m_workbench->analysis<CheckAnalysis>().result()->analysis);
    }

    void localErrorsStandBesideAccumulatedOnes()
    {
        ShadowView view(*m_workbench);
        const auto tester = testerOf(view);
        view.show();
        load();
        m_workbench->analysis<ShadowAnalysis>().start();
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
        m_workbench->analysis<ShadowAnalysis>().start();
        QTRY_VERIFY(m_workbench->analysis<ShadowAnalysis>().result());
        QCOMPARE(view.model().rowCount(), 0);
        view.show();
        QCOMPARE(view.model().rowCount(), 3);
    }

    void everyTableLeadsToTheOtherViews()
    {
        compare();
        QMenu menu;
        addLayerActions(menu, *m_workbench, QStringLiteral("conv_1"));
        QCOMPARE(menu.actions().size(), 6); // layers, graph, versions, inspector, its scope, pair
        QSignalSpy asked(m_workbench.get(), &Workbench::dockRequested);
        menu.actions().at(1)->trigger();
        QCOMPARE(asked.front().front().toString(), QStringLiteral("graphDock"));
        QCOMPARE(m_workbench->selectedName(), std::string("conv_1"));
        menu.actions().at(4)->trigger();
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
    void prepare() override
    {
        m_engine->checkResult = tests::sampleFindings();
        m_engine->profileResult = tests::sampleProfile();
        m_engine->shadowResult = tests::sampleShadow();
    }
    void load()
    {
        WorkbenchTest::load();
        session().loadEngine();
    }
    static QStringList layers(AnalysisView& view)
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
};

QTEST_MAIN(TestAnalysisViews)
#include "tst_analysis_views.moc"
