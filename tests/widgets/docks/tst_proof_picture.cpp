// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/workbench_test.h"
#include "widgets/charts/histogram_chart.h"
#include "widgets/docks/overview/proof_picture.h"

#include <tuple>

using namespace ql;
using namespace ql::widgets;
using Kind = ProofPicture::Kind;

/// The picture under the headline, on a fake engine.
class TestProofPicture : public tests::ViewTest<ProofPicture> {
    Q_OBJECT

private Q_SLOTS:
    void drawsTheValuesWhereTheErrorStarts()
    {
        show();
        QCOMPARE(m_view->kind(), Kind::Values);
        for (const char* words : {"conv_2", "0.007813", "3.1 %", "From the worst of 4 samples, in the opened models."})
            QVERIFY2(m_view->caption().contains(QString::fromUtf8(words)), qPrintable(m_view->caption()));
    }

    /// Of a run of fused layers the last has the values.
    void takesTheValuesOfTheRunsEnd()
    {
        auto changed = std::make_shared<results::CompareResult>(*m_engine->result);
        changed->errorOrigin = "bias_add";
        m_engine->result = changed;
        show();
        QCOMPARE(m_view->kind(), Kind::Values);
        QVERIFY(m_view->caption().contains(QStringLiteral("conv_2")));
    }

    void drawsTheChannelsOfAWeightToBlame()
    {
        blameWeight();
        m_engine->layerValuesResult = tests::sampleLayerValues();
        const int height = m_view->height();
        show();
        QVERIFY(m_view->caption().contains(QStringLiteral("Reading the weight of conv_2")));
        QCOMPARE(m_view->height(), height);
        QTRY_COMPARE(m_view->kind(), Kind::Channels);
        QVERIFY(m_view->caption().contains(QStringLiteral("One scale serves all of them")));
        QCOMPARE(m_view->height(), height);
        QCOMPARE(m_engine->layerValuesRequests.size(), std::size_t(1));
        QCOMPARE(m_engine->layerValuesRequests.back().tensor, results::LayerTensor::Weight);
        setContent(); // isn't asked again
        QCOMPARE(m_view->kind(), Kind::Channels);
        QCOMPARE(m_engine->layerValuesRequests.size(), std::size_t(1));
    }

    /// Nothing becomes 0 where the step is fine.
    void claimsNoBandWhereNothingIsLost()
    {
        blameWeight();
        auto fine = std::make_shared<results::LayerValues>(*tests::sampleLayerValues());
        QVERIFY(fine->quantizer && fine->quantizer->scales.size() == 1);
        fine->quantizer->scales.front() = 1e-6;
        m_engine->layerValuesResult = fine;
        show();
        QTRY_COMPARE(m_view->kind(), Kind::Channels);
        QVERIFY2(m_view->caption().contains(QStringLiteral("its step is 1e")), qPrintable(m_view->caption()));
        QVERIFY(!m_view->caption().contains(QStringLiteral("becomes 0")));
        fine = std::make_shared<results::LayerValues>(*fine);
        fine->quantizer->scales.front() = 1e6;
        m_engine->layerValuesResult = fine;
        Q_EMIT session().resultChanged();
        setContent();
        QTRY_VERIFY2(m_view->caption().contains(QStringLiteral("becomes 0")), qPrintable(m_view->caption()));
    }

    void drawsTheValuesWhereThereIsNoWeight()
    {
        blameWeight();
        auto none = std::make_shared<results::LayerValues>();
        none->isThere = false;
        m_engine->layerValuesResult = none;
        show();
        QTRY_COMPARE(m_view->kind(), Kind::Values);
    }

    /// Two values that meet with one scale: each in a histogram, with one step to scale.
    void drawsBothValuesThatShareAScale()
    {
        shareScale(0.5, 640.0);
        show();
        QCOMPARE(m_view->kind(), Kind::SharedScale);
        for (const char* words : {"relu_1 joins them", "One step is 5", "all of conv_1 becomes 0"})
            QVERIFY2(m_view->caption().contains(QLatin1String(words)), qPrintable(m_view->caption()));
        QVERIFY(m_view->narrow().isShown() && m_view->wide().isShown());
        QVERIFY(m_view->narrow().visibleRange().high >= 5.0); // a step has room
        QVERIFY(m_view->wide().visibleRange().high >= 640.0);
    }

    /// The layer that joins them may have another scale, and one of both may be to blame.
    void drawsBothWhereTheirReaderHasAnotherScale()
    {
        shareScale(0.5, 640.0);
        auto result = std::make_shared<results::CompareResult>(*m_engine->result);
        result->layers[1].quantizer->scales = {2.0};
        m_engine->result = result;
        show();
        QCOMPARE(m_view->kind(), Kind::SharedScale);
        result = std::make_shared<results::CompareResult>(*result);
        result->errorOrigin = "conv_2";
        m_engine->result = result;
        show();
        QCOMPARE(m_view->kind(), Kind::SharedScale);
        result = std::make_shared<results::CompareResult>(*result);
        result->layers[2].causes.emplace().mainCause = "weights"; // measured
        m_engine->result = result;
        show();
        QVERIFY(m_view->kind() != Kind::SharedScale);
    }

    void drawsNoPairWhereEachHasStepsEnough()
    {
        shareScale(200.0, 640.0); // 40 steps
        show();
        QCOMPARE(m_view->kind(), Kind::Values);
        shareScale(0.5, 640.0, 0.002); // a scale of its own
        Q_EMIT session().resultChanged();
        show();
        QCOMPARE(m_view->kind(), Kind::Values);
    }

    void drawsTheBudgetWhereManyMakeTheError()
    {
        auto result = std::make_shared<results::CompareResult>(*m_engine->result);
        result->errorOrigin.clear();
        m_engine->result = result;
        show();
        QCOMPARE(m_view->kind(), Kind::Nothing);
        QVERIFY(m_view->caption().contains(QStringLiteral("no layer is known")));
        results::OutputVerdict output{.name = "y", .quality = results::Quality::Bad};
        output.budget.emplace().shares = {{.opName = "elsewhere", .sensitiveType = "weight", .share = 0.3}};
        m_verdict.outputs = {output};
        setContent();
        QCOMPARE(m_view->kind(), Kind::Budget);
        QVERIFY(m_view->caption().contains(QStringLiteral("make the error of y")));
    }

    void saysWhatWasSimulated()
    {
        m_isSimulated = true;
        show();
        QVERIFY(m_view->caption().contains(QStringLiteral("simulated by the config")));
    }

private:
    void prepare() override
    {
        m_verdict = {};
        m_isSimulated = false;
    }
    void openView() override
    {
        ViewTest::openView();
        connect(m_view.get(), &ProofPicture::changed, this, [this] { setContent(); });
    }
    void blameWeight()
    {
        auto result = std::make_shared<results::CompareResult>(*m_engine->result);
        result->layers[2].causes.emplace().mainCause = "weights";
        m_engine->result = result;
    }
    /// relu_1, where the error starts, joins conv_1 and conv_2, which reach so far, at a step of 5.
    void shareScale(double narrow, double wide, double narrowStep = 5.0)
    {
        auto result = std::make_shared<results::CompareResult>(*m_engine->result);
        result->errorOrigin = "relu_1";
        result->layers[1].reads = {0, 2};
        for (const auto& [row, reach, step] : {std::tuple(0, narrow, narrowStep), {1, wide, 5.0}, {2, wide, 5.0}}) {
            auto& layer = result->layers[std::size_t(row)];
            layer.baseline.statistics.min = 0.0;
            layer.baseline.statistics.max = reach;
            layer.histogram->low = 0.0;
            layer.histogram->high = reach;
            layer.quantizer->scales = {step};
        }
        m_engine->result = result;
    }
    void show()
    {
        compare();
        m_view->show();
        setContent();
    }
    void setContent()
    {
        report::OverviewState state;
        m_shown = session().result();
        state.compared = m_shown.get();
        state.verdict = &m_verdict;
        state.isSimulated = m_isSimulated;
        m_view->setContent(state, QStringLiteral("the worst of 4 samples"));
    }

    std::shared_ptr<const results::CompareResult> m_shown;
    results::Verdict m_verdict;
    bool m_isSimulated = false;
};

QTEST_MAIN(TestProofPicture)
#include "tst_proof_picture.moc"
