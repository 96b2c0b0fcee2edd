// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/charts/chart_pane.h"
#include "widgets/charts/cumulative_chart.h"
#include "widgets/docks/bad_cases/bad_case_table_model.h"
#include "widgets/docks/sensitivity/sensitivity_view.h"
#include "widgets/docks/shadow/shadow_table_model.h"
#include "widgets/docks/support/data_table.h"
#include "widgets/docks/support/next_step.h"
#include "widgets/docks/trials/change_table_model.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/models/table_roles.h"
#include "widgets/models/tune_table_model.h"

#include <QFile>
#include <QPushButton>
#include <QTemporaryDir>

using namespace ql;
using namespace ql::widgets;
using Model = SensitivityTableModel;

class TestSensitivityView : public tests::ViewTest<SensitivityView> {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatToDoFirst()
    {
        QVERIFY(m_view->nextStep().isVisible());
        QVERIFY(!analysis().startAction()->isEnabled());
        load();
        QVERIFY(analysis().startAction()->isEnabled());
        QVERIFY(!m_view->table().isVisible());
    }

    void rowsArriveWhileItRuns()
    {
        m_engine->isEndless = true;
        load();
        analysis().startAction()->trigger();
        QTRY_COMPARE(m_view->model().rowCount(), 1);
        QVERIFY(analysis().isRunning());
        QVERIFY(m_view->summaryText().contains(QStringLiteral("growing")));
        m_engine->isEndless = false;
        QTRY_COMPARE(m_view->model().rowCount(), 3);
        QTRY_VERIFY(!analysis().isRunning());
        QVERIFY(!m_view->summaryText().contains(QStringLiteral("growing")));
        const QString summary = m_view->summaryText();
        m_workbench->session().analysis().setPath(QStringLiteral("/models/other_int8.onnx"));
        QVERIFY(m_view->summaryText().startsWith(QStringLiteral("Of models that are no longer open. ")));
        m_workbench->session().analysis().setPath(QStringLiteral("/models/int8.onnx"));
        QCOMPARE(m_view->summaryText(), summary);
    }

    /// From everything quantized on; nothing is drawn where no sets grew.
    void growingSetsAreACurve()
    {
        load();
        analysis().startAction()->trigger();
        QTRY_VERIFY(analysis().result() && !analysis().isRunning());
        QVERIFY(m_view->chart().isHidden());
        auto ranking = tests::sampleRanking(true);
        ranking->outputs[0].cumulative = {{"conv_2", "activation", 15.1}, {"conv_1", "weight", 30.0}};
        m_engine->rankings = {ranking};
        analysis().startAction()->trigger();
        QTRY_VERIFY(m_view->chart().isVisible());
        QCOMPARE(m_view->chart().pointCount(), std::size_t(3));
        QVERIFY(m_view->chart().emptyReason().isEmpty());
        Q_EMIT m_view->chart().layerClicked("conv_1");
        QCOMPARE(m_workbench->selectedName(), std::string("conv_1"));
    }

    /// Rows dragged over the border are left in float: the number stands beside it, and a button writes the config.
    void aBorderDragsRowsIntoTheFloatSet()
    {
        load();
        const QTemporaryDir folder;
        QFile config(folder.filePath(QStringLiteral("quant.yaml")));
        QVERIFY(config.open(QIODevice::WriteOnly));
        config.write("skip_layers: []\n");
        config.close();
        session().setConfig(config.fileName());
        QTRY_VERIFY(m_workbench->config().isRead());
        auto ranking = tests::sampleRanking(true);
        auto& output = ranking->outputs[0];
        output.cumulative.clear();
        for (std::size_t i = 0; i < 2; ++i)
            output.cumulative.push_back({output.rows[i].opName, "activation", 15.0 * double(i + 1)});
        m_engine->rankings = {ranking};
        rank();
        CumulativeChart& chart = m_view->chart();
        QTRY_VERIFY(chart.isVisible());
        QVERIFY(!chart.takeButton().isEnabled() && chart.floatSetText().isEmpty());
        auto& pane = *chart.findChild<ChartPane*>();
        const auto place = [&pane](double rows) {
            return QPoint(qRound(pane.pixelX(rows)), qRound(pane.plotRect().center().y()));
        };
        QTest::mousePress(pane.viewport(), Qt::LeftButton, {}, place(0.0));
        QTest::mouseMove(pane.viewport(), place(1.0));
        QCOMPARE(chart.floatRows(), std::size_t(1));
        QTest::mouseMove(pane.viewport(), place(2.0));
        QTest::mouseRelease(pane.viewport(), Qt::LeftButton, {}, place(2.0));
        QCOMPARE(chart.floatRows(), std::size_t(2));
        QVERIFY2(chart.floatSetText().startsWith(u'2'), qPrintable(chart.floatSetText()));
        QVERIFY(chart.floatSetText().contains(QStringLiteral("30")));
        QTest::keyClick(&pane, Qt::Key_Left); // and out of it again
        QCOMPARE(chart.floatRows(), std::size_t(1));
        QTest::keyClick(&pane, Qt::Key_Right);
        QTest::keyClick(&pane, Qt::Key_Right); // no further than the sets that grew
        QCOMPARE(chart.floatRows(), std::size_t(2));
        QTest::mouseClick(&chart.takeButton(), Qt::LeftButton);
        for (std::size_t i = 0; i < 2; ++i)
            QTRY_VERIFY(m_workbench->config().text().find(output.rows[i].opName) != std::string::npos);
    }

    /// In every table: how the number of a column is worked out stands below what it means.
    void headersHaveFormulas()
    {
        const auto tip = [](const QAbstractItemModel& model, int column) {
            return model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
        };
        const QString sqnr = metricFormula(results::MetricId::Sqnr);
        SensitivityTableModel ranking;
        ranking.setResult(tests::sampleRanking(true), 0);
        for (const int column : {Model::Value, Model::Together})
            QVERIFY(tip(ranking, column).endsWith(u'\n' + sqnr));
        QVERIFY(tip(ranking, Model::Gain).endsWith(QStringLiteral("m − m₀")));
        ShadowTableModel shadow;
        shadow.setResult(tests::sampleShadow(), results::MetricId::Cosine);
        for (const int column : {ShadowTableModel::Local, ShadowTableModel::OnAnalysis, ShadowTableModel::Accumulated})
            QVERIFY(tip(shadow, column).endsWith(u'\n' + metricFormula(results::MetricId::Cosine)));
        BadCaseTableModel cases;
        cases.setResult(tests::sampleBadCases(), std::nullopt);
        QCOMPARE(tip(cases, BadCaseTableModel::FirstMetric + 1), sqnr);
        TuneTableModel tune;
        QVERIFY(tip(tune, TuneTableModel::Metric).endsWith(u'\n' + sqnr));
        QVERIFY(tip(tune, TuneTableModel::Cost).contains(QStringLiteral("ΣMACs")));
        ChangeTableModel changes;
        QCOMPARE(tip(changes, ChangeTableModel::Before), sqnr);
    }

    void cancelKeepsWhatIsKnown()
    {
        m_engine->isEndless = true;
        load();
        analysis().start();
        QTRY_COMPARE(m_view->model().rowCount(), 1);
        m_workbench->cancel();
        QVERIFY(!analysis().isRunning());
        QCOMPARE(m_view->model().rowCount(), 1);
        QVERIFY(m_view->summaryText().contains(QStringLiteral("stopped before the end")));
    }

    void nanIsTheWorst()
    {
        rank();
        QCOMPARE(cell(0, Model::Layer).data().toString(), QStringLiteral("softmax"));
        QCOMPARE(cell(0, Model::Value).data().toString(), QStringLiteral("NaN"));
        QCOMPARE(cell(0, Model::Value).data(BadnessRole).toDouble(), 1.0);
        m_view->table().sortByColumn(Model::Value, Qt::DescendingOrder);
        QCOMPARE(cell(0, Model::Layer).data().toString(), QStringLiteral("softmax"));
        m_view->table().sortByColumn(Model::Value, Qt::AscendingOrder);
        QCOMPARE(cell(0, Model::Layer).data().toString(), QStringLiteral("softmax"));
        QCOMPARE(cell(1, Model::Layer).data().toString(), QStringLiteral("conv_2"));
    }

    void optionsGoIntoTheRequest()
    {
        load();
        m_workbench->filter().setMetric(results::MetricId::MaxQscaleDiff);
        analysis().setChoice({.mode = results::SensitivityMode::OneOff,
                              .what = results::SensitivityWhat::Weight,
                              .group = results::SensitivityGroup::Scope});
        m_workbench->session().setInputs({QStringLiteral("x.npy")});
        analysis().start();
        QTRY_VERIFY(!analysis().isRunning());
        const auto& request = m_engine->lastSensitivityRequest;
        QCOMPARE(request.metrics, std::vector{results::MetricId::Atol});
        QCOMPARE(request.mode, results::SensitivityMode::OneOff);
        QCOMPARE(request.what, results::SensitivityWhat::Weight);
        QCOMPARE(request.group, results::SensitivityGroup::Scope);
        QCOMPARE(request.samples.inputs, std::vector<std::string>{"x.npy"});
    }

    void oneSelectionWithTheOtherViews()
    {
        load();
        QSignalSpy compared(&m_workbench->session(), &ModelSession::resultChanged);
        m_workbench->session().compare();
        QTRY_COMPARE(compared.count(), 1);
        rank();
        QCOMPARE(selected(), QStringLiteral("conv_2")); // where the error starts
        m_view->table().selectRow(2);
        QCOMPARE(m_workbench->selectedLayer()->name, std::string("conv_1"));
        m_workbench->selection().select(3);
        QCOMPARE(selected(), QStringLiteral("softmax"));
    }

    void theSelectionWorksWithoutAComparison()
    {
        rank();
        m_view->table().selectRow(1);
        QCOMPARE(m_workbench->selectedName(), std::string("conv_2"));
        m_workbench->session().compare();
        QTRY_VERIFY(m_workbench->selectedLayer());
        QCOMPARE(m_workbench->selectedLayer()->name, std::string("conv_2"));
    }

    void theSharedFilterHoldsHereToo()
    {
        rank();
        m_workbench->filter().setText(QStringLiteral("conv_"));
        QCOMPARE(m_view->table().model()->rowCount(), 2);
    }

    void gainIsShownWhereItMeansSomething()
    {
        rank();
        QVERIFY(m_view->table().isColumnHidden(Model::Gain));
        auto oneOff = tests::sampleRanking(true);
        oneOff->mode = results::SensitivityMode::OneOff;
        m_engine->rankings = {oneOff};
        rank();
        QVERIFY(!m_view->table().isColumnHidden(Model::Gain));
        QCOMPARE(cell(2, Model::Gain).data().toString(), QStringLiteral("40.62"));
    }

    void leavingTheWorstInFloatTogether()
    {
        auto ranking = tests::sampleRanking(true);
        ranking->outputs[0].cumulative = {{"softmax", "activation", -1.0}, {"conv_2", "activation", 31.5}};
        m_engine->rankings = {ranking};
        rank();
        QVERIFY(!m_view->table().isColumnHidden(Model::Together));
        QCOMPARE(cell(1, Model::Together).data().toString(), QStringLiteral("31.5"));
        QCOMPARE(cell(2, Model::Together).data().toString(), QStringLiteral("—"));
    }

    void copiesFullPrecision()
    {
        rank();
        const QStringList lines = m_view->table().csvText().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 4);
        QVERIFY2(lines.at(2).startsWith(QStringLiteral("2,conv_2,activation,Conv,-2.95,int8")),
                 qPrintable(lines.at(2)));
    }

    void failureReachesTheUser()
    {
        m_engine->rankings.clear();
        load();
        QSignalSpy failed(&m_workbench->session(), &ModelSession::failed);
        analysis().start();
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(!analysis().isRunning());
    }

private:
    void prepare() override { m_engine->rankings = {tests::sampleRanking(false), tests::sampleRanking(true)}; }
    void openView() override
    {
        ViewTest::openView();
        showTested();
    }
    SensitivityAnalysis& analysis() { return m_workbench->analysis<SensitivityAnalysis>(); }
    void rank()
    {
        load();
        analysis().start();
        QTRY_VERIFY(!analysis().isRunning());
    }
    QString selected() { return m_view->table().currentIndex().siblingAtColumn(Model::Layer).data().toString(); }
};

QTEST_MAIN(TestSensitivityView)
#include "tst_sensitivity_view.moc"
