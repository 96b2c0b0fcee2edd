// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"
#include "widgets/analyses/attribution/attribution_analysis.h"
#include "widgets/analyses/layer_values/layer_values_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/charts/channels_chart.h"
#include "widgets/charts/error_map_chart.h"
#include "widgets/charts/histogram_chart.h"
#include "widgets/charts/scatter_chart.h"
#include "widgets/charts/threshold_chart.h"
#include "widgets/docks/inspector/channels_page.h"
#include "widgets/docks/inspector/error_map_page.h"
#include "widgets/docks/inspector/inspector_view.h"
#include "widgets/docks/inspector/scatter_page.h"

#include <QAbstractScrollArea>
#include <QCheckBox>
#include <QSpinBox>
#include <QTabWidget>
#include <QToolButton>

#include <cmath>

using namespace ql;
using namespace ql::widgets;

class TestInspector : public tests::ViewTest<InspectorView> {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatToDoWithoutAResult()
    {
        QVERIFY(!m_view->histogram().isShown());
        QVERIFY(m_view->histogram().emptyReason().contains(QStringLiteral("comparison")));
        QVERIFY(m_view->detailsText().isEmpty());
    }

    void showsTheSelectedLayer()
    {
        compare();
        m_workbench->selection().select(2);
        QCOMPARE(m_view->titleText(), QStringLiteral("conv_2 · Conv · int8"));
        QVERIFY(m_view->histogram().isShown());
        const QString details = m_view->summaryText() + m_view->detailsText();
        for (const char* words : {"truncation error", "Clamps 31 of 1,000 values (3.1 %)", "Try int16.", "SQNR (dB)",
                                  "same node name", "per tensor", "0.007813", "3.1 %", "conv_2_out"})
            QVERIFY2(details.contains(QString::fromUtf8(words)), words);
        QVERIFY2(details.indexOf(QStringLiteral("Error:")) < details.indexOf(QStringLiteral("Note:")),
                 "in the order of the result");
    }

    /// Counts are kept; what lies outside of the bins that are shown is not.
    void bringsATrialsValuesIntoTheSameBins()
    {
        using Counts = std::vector<std::uint64_t>;
        QCOMPARE(rebinned({4, 8}, 0.0, 2.0, 0.0, 2.0, 4), (Counts{2, 2, 4, 4}));
        QCOMPARE(rebinned({4, 8}, 0.0, 2.0, 1.0, 3.0, 2), (Counts{8, 0}));
        QCOMPARE(rebinned({4, 8}, 0.0, 2.0, -2.0, 2.0, 2), (Counts{0, 12}));
        QVERIFY(rebinned({4, 8}, 1.0, 1.0, 0.0, 2.0, 2).empty());
        QVERIFY(rebinned({}, 0.0, 1.0, 0.0, 2.0, 2).empty());
    }

    void showsAShownTrialsHistogram()
    {
        compare();
        m_workbench->selectLayer("conv_2");
        QVERIFY(!m_view->histogram().isTrialShown());
        auto change = std::make_shared<results::TrialChange>();
        change->afterResult = tests::sampleResult();
        m_workbench->analysis<TrialAnalysis>().trials().show(change);
        QVERIFY(m_view->histogram().isTrialShown());
        m_workbench->selectLayer("lonely"); // has no histogram
        QVERIFY(!m_view->histogram().isTrialShown());
        m_workbench->selectLayer("conv_1");
        m_workbench->analysis<TrialAnalysis>().trials().show(nullptr);
        QVERIFY(!m_view->histogram().isTrialShown());
    }

    void saysWhyThereIsNoHistogram()
    {
        auto result = tests::sampleResult();
        result->layers[2].metrics->cosine = NAN;
        result->layers[2].histogram.emplace();
        m_engine->result = result;
        compare();
        m_workbench->selection().select(2);
        QVERIFY(m_view->histogram().emptyReason().contains(QStringLiteral("finite")));
        m_workbench->selection().select(4);
        QVERIFY(!m_view->histogram().isShown());
        QVERIFY(m_view->histogram().emptyReason().contains(QStringLiteral("no partner")));
        QVERIFY(m_view->summaryText().contains(QStringLiteral("no partner")));
        m_workbench->selection().select(5);
        QVERIFY(m_view->histogram().emptyReason().contains(QStringLiteral("shapes")));
        m_workbench->selection().select(6);
        QVERIFY(m_view->histogram().emptyReason().contains(QStringLiteral("conv_2")));
        QVERIFY(m_view->summaryText().contains(QStringLiteral("fused into conv_2")));
    }

    void causesAppearWhenTheyAreKnown()
    {
        auto answer = std::make_shared<results::AttributionResult>();
        results::AttributionRow row;
        row.name = "conv_2";
        row.localDb = 3.5;
        row.accumulatedDb = -2.9;
        row.weights = {.sqnrDb = 16.49, .share = 0.75};
        row.rounding = {.sqnrDb = 21.0, .share = 0.25};
        answer->rows.push_back(row);
        m_engine->attributionResult = answer;
        compare();
        m_workbench->selection().select(2);
        QVERIFY(!m_view->detailsText().contains(QStringLiteral("Where the error comes from")));
        m_workbench->analysis<AttributionAnalysis>().start();
        QTRY_VERIFY(m_view->detailsText().contains(QStringLiteral("Where the error comes from")));
        for (const char* words : {"75 %", "16.49 dB", "On its own the layer reaches 3.5 dB"})
            QVERIFY2(m_view->detailsText().contains(QString::fromUtf8(words)), words);
        m_workbench->selection().select(0);
        QVERIFY(!m_view->detailsText().contains(QStringLiteral("Where the error comes from")));
    }

    void valuesAreAskedForWhenTheyAreLookedAt()
    {
        m_engine->layerValuesResult = tests::sampleLayerValues();
        compare();
        m_workbench->selection().select(2);
        m_view->show();
        m_workbench->selection().select(0);
        m_workbench->selection().select(2);
        QVERIFY(m_engine->layerValuesRequests.empty()); // nobody looks at one of the pages
        ChannelsPage& page = look(m_view->channels());
        QTRY_COMPARE(page.chart().channelCount(), std::size_t(3));
        QCOMPARE(page.chart().channel(0).channel, std::int64_t(1));
        QCOMPARE(m_engine->layerValuesRequests.size(), std::size_t(1));
        const auto& request = m_engine->layerValuesRequests.back();
        QCOMPARE(request.layer, std::string("conv_2"));
        QCOMPARE(request.models.baseline, std::string("/models/float.onnx"));
        QVERIFY(request.channels && !request.pairs && !request.map); // no more than what is looked at
        m_view->hide();
        m_workbench->selection().select(0);
        QCOMPARE(m_engine->layerValuesRequests.size(), std::size_t(1));
        m_workbench->selection().select(2);
        m_view->show(); // known from before
        QCOMPARE(page.chart().channelCount(), std::size_t(3));
        QCOMPARE(m_engine->layerValuesRequests.size(), std::size_t(1));
        m_workbench->selection().select(4);
        QVERIFY(page.chart().emptyReason().contains(QStringLiteral("no partner")));
        QCOMPARE(m_engine->layerValuesRequests.size(), std::size_t(1));
    }

    void aNewSelectionTakesTheOldQuestionBack()
    {
        m_engine->layerValuesResult = tests::sampleLayerValues();
        compare();
        m_workbench->selection().select(2);
        m_view->show();
        m_engine->isEndless = true;
        ScatterPage& page = look(m_view->scatter());
        QTRY_VERIFY(m_workbench->analysis<LayerValuesAnalysis>().job().isRunning());
        QVERIFY(page.chart().emptyReason().contains(QStringLiteral("Reading")));
        m_workbench->selection().select(0);
        m_engine->isEndless = false;
        QTRY_VERIFY(page.chart().isShown());
        QVERIFY(!m_workbench->analysis<LayerValuesAnalysis>().job().isRunning());
        m_engine->isEndless = true;
        m_workbench->selection().select(2);
        QTRY_VERIFY(m_workbench->analysis<LayerValuesAnalysis>().job().isRunning());
        m_view->hide();
        QTRY_VERIFY(!m_workbench->analysis<LayerValuesAnalysis>().job().isRunning());
        m_view->show();
        QTRY_VERIFY(m_workbench->analysis<LayerValuesAnalysis>().job().isRunning());
        m_workbench->cancel(); // the user's cancel isn't undone by the page
        QTRY_VERIFY(page.chart().emptyReason().contains(QStringLiteral("Stopped")));
        QVERIFY(!m_workbench->analysis<LayerValuesAnalysis>().job().isRunning());
        m_engine->isEndless = false;
    }

    void saysWhyThereAreNoValues()
    {
        compare();
        m_workbench->selection().select(2);
        m_view->show();
        ScatterPage& page = look(m_view->scatter());
        QTRY_VERIFY(page.chart().emptyReason().contains(QStringLiteral("the fake engine has no values")));
        auto none = std::make_shared<results::LayerValues>();
        none->isThere = false;
        m_engine->layerValuesResult = none;
        page.chooseTensor(results::LayerTensor::Weight);
        QTRY_VERIFY(page.chart().emptyReason().contains(QStringLiteral("no weight")));
        QCOMPARE(m_engine->layerValuesRequests.back().tensor, results::LayerTensor::Weight);
    }

    void aChannelShowsItsHistogram()
    {
        m_engine->layerValuesResult = tests::sampleLayerValues();
        compare();
        m_workbench->selection().select(2);
        m_view->show();
        ChannelsPage& page = look(m_view->channels());
        QTRY_COMPARE(page.chart().channelCount(), std::size_t(3));
        QVERIFY(page.chart().describe(0.2).contains(QStringLiteral("Channel 1 · SQNR 10 dB")));
        QVERIFY(page.chart().describe(5.0).isEmpty());
        auto* pane = page.chart().findChild<QAbstractScrollArea*>();
        m_engine->layerValuesResult = tests::sampleChannelHistogram(0);
        QTest::mouseClick(pane->viewport(), Qt::LeftButton, {}, pane->viewport()->rect().center()); // the middle one
        QTRY_VERIFY(page.isHistogramShown());
        QCOMPARE(m_engine->layerValuesRequests.back().channels->histogramOf, std::optional<std::int64_t>(0));
        QVERIFY(page.histogram().isShown());
        QTest::keyClick(&page, Qt::Key_Backspace);
        QVERIFY(!page.isHistogramShown()); // the answer about all channels is known
        m_engine->layerValuesResult = tests::sampleChannelHistogram(1);
        QTest::keyClick(pane, Qt::Key_Right);
        QTest::keyClick(pane, Qt::Key_Return);
        QTRY_VERIFY(page.isHistogramShown());
        QCOMPARE(m_engine->layerValuesRequests.back().channels->histogramOf, std::optional<std::int64_t>(1));
        QTest::mouseClick(&page.backButton(), Qt::LeftButton);
        QVERIFY(!page.isHistogramShown());
        m_engine->layerValuesResult = tests::sampleLayerValues();
        page.axis().setCurrentIndex(3);
        Q_EMIT page.axis().activated(3);
        QTRY_COMPARE(m_engine->layerValuesRequests.back().channels->axis, std::optional<std::int64_t>(3));
    }

    void theErrorMapsSliceIsChosen()
    {
        m_engine->layerValuesResult = tests::sampleLayerValues();
        compare();
        m_workbench->selection().select(2);
        m_view->show();
        ErrorMapPage& page = look(m_view->errorMap());
        QTRY_VERIFY(page.chart().isShown());
        QVERIFY(m_engine->layerValuesRequests.back().map->at.empty()); // where the largest error is
        QCOMPARE(page.rowAxis().currentText(), QStringLiteral("axis 2 (4)"));
        QCOMPARE(page.indexes().size(), 2);
        QCOMPARE(page.indexes()[1]->value(), 2);
        QCOMPARE(page.indexes()[1]->maximum(), 2);
        const QString words = page.chart().describe({4.0, 3.0});
        QVERIFY2(words.contains(QStringLiteral("[1, 2, 3, 4]")) && words.contains(QStringLiteral("error 1")),
                 qPrintable(words));
        QVERIFY(page.chart().describe({0.0, 0.0}).contains(QStringLiteral("NaN")));
        QVERIFY(page.chart().describe({5.0, 0.0}).isEmpty());
        page.indexes()[1]->setValue(1);
        QTRY_COMPARE(m_engine->layerValuesRequests.back().map->at, (std::vector<std::int64_t>{1, 1, 0, 0}));
        page.columnAxis().setCurrentIndex(2); // the rows' axis: they change places
        Q_EMIT page.columnAxis().activated(2);
        QTRY_COMPARE(m_engine->layerValuesRequests.back().map->columnAxis, std::optional<std::int64_t>(2));
        QCOMPARE(m_engine->layerValuesRequests.back().map->rowAxis, std::optional<std::int64_t>(3));
        QTRY_VERIFY(!m_workbench->analysis<LayerValuesAnalysis>().job().isRunning());
        auto* pane = page.chart().findChild<QAbstractScrollArea*>();
        QTest::keyClick(pane, Qt::Key_Right);
        QTest::keyClick(pane, Qt::Key_Down);
        QVERIFY(pane->accessibleDescription().contains(QStringLiteral("baseline")));
        m_workbench->selection().select(0); // another tensor: its own slice again
        QTRY_VERIFY(m_engine->layerValuesRequests.back().layer == "conv_1");
        QVERIFY(m_engine->layerValuesRequests.back().map->at.empty());
        QTRY_VERIFY(!m_workbench->analysis<LayerValuesAnalysis>().job().isRunning());
    }

    void theScatterNamesPairs()
    {
        m_engine->layerValuesResult = tests::sampleLayerValues();
        compare();
        m_workbench->selection().select(2);
        m_view->show();
        ScatterChart& chart = look(m_view->scatter()).chart();
        QTRY_VERIFY(chart.isShown());
        const auto& worst = tests::sampleLayerValues()->pairs->sample.back();
        const QString words = chart.describe({double(worst.baseline), double(worst.analysis)});
        QVERIFY2(words.contains(QStringLiteral("[1, 2, 3, 4]")), qPrintable(words));
        QVERIFY(chart.describe({-1.0, 2.5}).isEmpty()); // nothing is there
        auto empty = tests::sampleLayerValues();
        empty->pairs->density.counts.clear();
        m_engine->layerValuesResult = empty;
        m_workbench->selection().select(0);
        QTRY_VERIFY(chart.emptyReason().contains(QStringLiteral("No element is finite")));
    }

    void effectsOfAThreshold()
    {
        // Ten values each at −1.5, −0.5, 0.5, 1.5.
        const BinnedValues values{-2.0, 2.0, {10, 10, 10, 10}};
        const ThresholdEffect whole = effectOf(values, {-2.0, 2.0}, 4);
        QCOMPARE(whole.clampedShare, 0.0);
        QCOMPARE(whole.clampingError, 0.0);
        QCOMPARE(whole.roundingError, std::sqrt(1.0 / 12.0)); // steps of 1
        QCOMPARE(whole.sqnrDb, 10.0 * std::log10(1.25 * 12.0));
        const ThresholdEffect half = effectOf(values, {-1.0, 1.0}, 4);
        QCOMPARE(half.clampedShare, 0.5);
        QCOMPARE(half.clampingError, std::sqrt(0.5 * 0.25)); // half of them are cut by 0.5
        QCOMPARE(half.roundingError, std::sqrt(0.5 * 0.25 / 12.0));
        QCOMPARE(effectOf({-1.0, 1.0, {0, 0}}, {-1.0, 1.0}, 4).clampedShare, 0.0);
    }

    void rangesByEveryMethod()
    {
        BinnedValues values{-5.0, 5.0, {0, 1, 0, 0, 499, 499, 0, 0, 1, 0}};
        QCOMPARE(rangeOfAll(values), (QuantizerRange{-4.0, 4.0}));
        QCOMPARE(rangeOfShare(values, 0.99), (QuantizerRange{-1.0, 1.0}));
        QCOMPARE(rangeOfShare(values, 0.99999), (QuantizerRange{-4.0, 4.0}));
        const QuantizerRange best = rangeOfLeastError(values, 3);
        QVERIFY(best.high < 4.0); // with three steps the outliers are not worth it
        QVERIFY(effectOf(values, best, 3).sqnrDb > effectOf(values, {-4.0, 4.0}, 3).sqnrDb);
    }

    void thresholdsAreTriedOnTheSelectedLayer()
    {
        compare();
        m_workbench->selection().select(0);
        m_view->resize(420, 700);
        m_view->show();
        ThresholdChart& chart = m_view->threshold();
        QVERIFY(!chart.isShown()); // nobody looks at it
        m_view->charts().setCurrentWidget(&chart);
        QVERIFY(chart.isShown());
        QCOMPARE(chart.range(0), (QuantizerRange{-1.0, 127.0 / 128.0})); // as quantized now
        QVERIFY(chart.effectText(0).contains(QStringLiteral("clamps")));
        chart.choose(1, ThresholdChart::Method::All);
        QCOMPARE(chart.range(1), (QuantizerRange{-1.5, 2.0}));
        QVERIFY(chart.effectText(1).contains(QStringLiteral("clamps 0 %")));
        const QString before = chart.effectText(0);
        auto* pane = chart.findChild<QAbstractScrollArea*>();
        QTest::keyClick(pane, Qt::Key_Left); // a bin further in
        QCOMPARE(chart.range(0).high, 127.0 / 128.0 - 0.5);
        QVERIFY(chart.effectText(0) != before);
        m_workbench->selection().select(2); // another layer: its own range again
        QCOMPARE(chart.range(0).high, 127.0 / 128.0);
        m_workbench->selection().select(4);
        QVERIFY(!chart.isShown());
    }

    void logSwitchIsRemembered()
    {
        compare();
        auto* box = m_view->findChild<QCheckBox*>();
        box->setChecked(false);
        QVERIFY(!m_view->histogram().isLog());
        const InspectorView other(*m_workbench);
        QVERIFY(!other.findChild<QCheckBox*>()->isChecked());
        box->setChecked(true);
        QVERIFY(m_view->histogram().isLog());
    }

    void histogramPaintsBothModelsAndTheRange()
    {
        compare();
        m_workbench->selection().select(2);
        const QImage with = m_view->histogram().grab().toImage();
        m_view->histogram().clear(QStringLiteral("nothing"));
        QVERIFY(with != m_view->histogram().grab().toImage());
    }

private:
    void openView() override
    {
        ViewTest::openView();
        m_view->resize(380, 700);
    }
    template <typename Page>
    Page& look(Page& page)
    {
        m_view->charts().setCurrentWidget(&page);
        return page;
    }
};

QTEST_MAIN(TestInspector)
#include "tst_inspector.moc"
