// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/attribution/attribution.h"
#include "core/analysis/compare/compare.h"
#include "core/graph/text_form/text_form.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/support/text_model.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql;
using results::CauseRuns;
using results::CompareResult;
using results::LayerRow;
using tests::textModel;

namespace {

std::shared_ptr<const CompareResult> compare(const std::string& baseline, const std::string& analysis,
                                             const std::vector<float>& x, CauseRuns causes = CauseRuns::Quick)
{
    const runs::ThreadGuard threads;
    JobContext ctx;
    return analysis::compareModels(textModel(baseline, "float.onnx"), textModel(analysis, "int8.onnx"),
                                   {{"x", ops::Tensor(at::tensor(x).view({1, std::int64_t(x.size())}))}},
                                   {.causes = causes}, ctx);
}

const LayerRow& row(const CompareResult& result, std::string_view name)
{
    return *std::ranges::find(result.layers, name, &LayerRow::name);
}

bool hasAdvice(const LayerRow& layer, std::string_view rule)
{
    return std::ranges::find(layer.advice, rule, &results::Diagnostic::rule) != layer.advice.end();
}

/// A head: logits, of which the largest becomes a probability.
const char* const kHead = R"(graph "float" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    logits = MatMul(x, w) name "logits"
    y = Sigmoid(logits) name "sigmoid"
    output y)";

const char* const kOnes = "{100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 100}";

/// Its twin with logits of @p scale, weights in steps of 0.01 and probabilities in steps of 1/255.
std::string headTwin(const std::string& scale, const std::string& weights = kOnes, const std::string& zeroPoint = "0")
{
    return R"(graph "twin" opset 13
    input x: float32[1,4]
    const ws: float32[] = {0.01}
    const z: int8[] = {0}
    const ys: float32[] = {0.00392157}
    const yz: int8[] = {-128}
    const wq: int8[4,4] = )"
           + weights + "\nconst ls: float32[] = {" + scale + "}\nconst lz: int8[] = {" + zeroPoint + R"(}
    w = DequantizeLinear(wq, ws, z)
    logits = MatMul(x, w) name "logits"
    lq = QuantizeLinear(logits, ls, lz)
    ld = DequantizeLinear(lq, ls, lz)
    p = Sigmoid(ld) name "sigmoid"
    pq = QuantizeLinear(p, ys, yz)
    y = DequantizeLinear(pq, ys, yz)
    output y)";
}

const std::vector<float> kLogits{-0.3f, -0.2f, 5.9f, -0.1f};

/// A chain of @p count products of 4 × 4, each quantized in steps of 0.01 with weights in steps of 0.01.
std::string chain(int count, bool isQuantized)
{
    std::string text = "graph \"chain\" opset 13\ninput x: float32[1,4]\nconst s: float32[] = {0.01}\n"
                       "const z: int8[] = {0}\n";
    std::string value = "x";
    for (int i = 0; i < count; ++i) {
        const auto n = std::to_string(i);
        const std::string numbers = isQuantized ? "{93, 20, 0, 0, 0, 93, 20, 0, 0, 0, 93, 20, 20, 0, 0, 93}"
                                                : "{0.934, 0.204, 0, 0, 0, 0.934, 0.204, 0, 0, 0, 0.934, 0.204, 0.204, "
                                                  "0, 0, 0.934}";
        if (isQuantized)
            text +=
                "const wq" + n + ": int8[4,4] = " + numbers + "\nw" + n + " = DequantizeLinear(wq" + n + ", s, z)\n";
        else
            text += "const w" + n + ": float32[4,4] = " + numbers + "\n";
        text += "m" + n + " = MatMul(" + value + ", w" + n + ") name \"product" + n + "\"\n";
        value = "m" + n;
        if (isQuantized) {
            text += "q" + n + " = QuantizeLinear(m" + n + ", s, z)\nd" + n + " = DequantizeLinear(q" + n + ", s, z)\n";
            value = "d" + n;
        }
    }
    return text + "output " + value + "\n";
}

} // namespace

class TestCauses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatAClampLosesIsNotTheNextLayersRounding()
    {
        // 1.98 becomes 1.22, which the Sigmoid lays bare, although by itself it rounds to half a step.
        const auto result = compare(kHead, headTwin("0.0322", kOnes, "89"), {-6.0f, -5.9f, 1.98f, -6.1f});
        QVERIFY(row(*result, "sigmoid").metrics->sqnrDb < row(*result, "logits").metrics->sqnrDb - 4.0);
        QCOMPARE(result->errorOrigin, std::string("logits"));
        QVERIFY(result->isOriginMeasured);
        const auto& logits = row(*result, "logits");
        QCOMPARE(logits.causes->mainCause, std::string("clamping"));
        QVERIFY(hasAdvice(logits, "error-origin") && hasAdvice(logits, "clamping"));
        QVERIFY(!hasAdvice(logits, "rounding"));
        const auto& sigmoid = row(*result, "sigmoid");
        QVERIFY(sigmoid.causes && sigmoid.causes->localDb > 40.0 && *sigmoid.causes->localSteps <= 0.51);
        QVERIFY(sigmoid.causes->propagated->share > 0.99);
        QVERIFY(hasAdvice(sigmoid, "inherited"));
        QVERIFY(!hasAdvice(sigmoid, "error-origin") && !hasAdvice(sigmoid, "rounding"));
    }

    void roundingIsWhatStepsThatAreTooCoarseDo()
    {
        const auto result = compare(kHead, headTwin("4"), {-1.9f, -1.8f, 5.9f, -1.7f});
        const auto& logits = row(*result, "logits");
        QCOMPARE(logits.causes->mainCause, std::string("rounding"));
        QVERIFY(*logits.causes->localSteps <= 0.51);
        QVERIFY(hasAdvice(logits, "rounding"));
        QVERIFY(!hasAdvice(logits, "clamping") && !hasAdvice(logits, "weight-rounding"));
    }

    void weightsAreToldFromTheQuantizer()
    {
        const auto result =
            compare(kHead, headTwin("0.05", "{100, 0, 0, 0, 0, 100, 0, 0, 0, 0, 10, 0, 0, 0, 0, 100}"), kLogits);
        const auto& logits = row(*result, "logits");
        QCOMPARE(logits.causes->mainCause, std::string("weights"));
        QVERIFY(hasAdvice(logits, "other-weight") && !hasAdvice(logits, "rounding"));
        QCOMPARE(result->errorOrigin, std::string("logits"));
    }

    void aHealthyTwinHasNoWarnings()
    {
        const auto result = compare(kHead, headTwin("0.05"), kLogits, CauseRuns::Full);
        QVERIFY(result->outputs[0].metrics->sqnrDb > 30.0);
        QCOMPARE(result->errorOrigin, std::string());
        QCOMPARE(result->causes.layers, std::uint64_t(2));
        for (const auto& layer : result->layers)
            for (const auto& advice : layer.advice)
                QVERIFY2(advice.severity == results::Severity::Info, advice.rule.c_str());
    }

    void saysWhatAttributionSays()
    {
        for (const auto& twin : {headTwin("0.01"), headTwin("4"), headTwin("0.05")}) {
            const auto result = compare(kHead, twin, kLogits, CauseRuns::Full);
            JobContext ctx;
            const auto baseline = graph::parseGraph(kHead);
            const auto analysis = graph::parseGraph(twin);
            const runs::NamedTensors inputs{{"x", ops::Tensor(at::tensor(kLogits).view({1, 4}))}};
            const auto expected =
                analysis::attributeErrors(baseline, analysis, {1, [&inputs](std::size_t) { return inputs; }}, {}, ctx);
            QCOMPARE(expected->rows.size(), std::size_t(2));
            for (const auto& one : expected->rows) {
                const auto& causes = *row(*result, one.name).causes;
                QCOMPARE(causes.mainCause, one.mainCause);
                const auto isSame = [](double a, double b) { return a == b || std::abs(a - b) < 1e-6; };
                QVERIFY(isSame(causes.localDb, one.localDb) && isSame(causes.clamping.share, one.clamping.share));
                QVERIFY(isSame(causes.weights.share, one.weights.share));
                QVERIFY(isSame(causes.propagated->share, one.propagated.share));
            }
        }
    }

    void nothingRunsAgainWhenNotWanted()
    {
        const auto result = compare(kHead, headTwin("0.01"), kLogits, CauseRuns::None);
        QCOMPARE(result->causes.executedNodes, std::uint64_t(0));
        QVERIFY(!result->isOriginMeasured);
        for (const auto& layer : result->layers) {
            QVERIFY(!layer.causes);
            for (const auto& advice : layer.advice)
                QVERIFY2(advice.isGuess || advice.severity == results::Severity::Info, advice.rule.c_str());
        }
    }

    void quickRunsStayWithinHalfOfTheComparison()
    {
        constexpr int kLayers = 24;
        const auto baseline = chain(kLayers, false);
        const auto analysis = chain(kLayers, true);
        const auto nodes = graph::parseGraph(baseline).nodeCount() + graph::parseGraph(analysis).nodeCount();
        const std::vector<float> x{0.31f, -0.17f, 0.11f, 0.23f};
        const auto quick = compare(baseline, analysis, x);
        QVERIFY(quick->causes.layers > 0);
        constexpr std::size_t kEffects = 2048; // nodes that runs for the output may take in a small model
        QVERIFY(quick->causes.executedNodes <= nodes / 2 + kEffects);
        const auto full = compare(baseline, analysis, x, CauseRuns::Full);
        QCOMPARE(full->causes.layers, std::uint64_t(kLayers));
        QVERIFY(full->causes.executedNodes > quick->causes.executedNodes);
        QVERIFY(quick->causesSeconds > 0.0 && quick->causesSeconds < quick->totalSeconds);
    }

    void whatHasNoPlaceInTheBaselineIsSaid()
    {
        const auto result = compare(kHead, kHead, kLogits);
        QCOMPARE(result->causes.runs, CauseRuns::None);
        QVERIFY(result->causes.problem.english().find("no quantizer") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestCauses)
#include "tst_causes.moc"
