// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/attribution/attribution.h"

#include "core/base/error.h"
#include "core/data/tensors/npy.h"
#include "core/graph/text_form/text_form.h"
#include "core/import/import_model.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/support/models.h"

#include <QtTest>
#include <cmath>

using namespace ql;
using results::AttributionRequest;
using results::AttributionResult;
using results::AttributionRow;

namespace {

const std::filesystem::path kDemo = QUANTLOUPE_SOURCE_DIR "/resources/demo";

/// Negated, weighted, made absolute.
const char* const kBaseline = "graph \"baseline\" opset 13\n"
                              "input x: float32[4]\n"
                              "const w: float32[4] = {1, 1, 1, 1.4}\n"
                              "a = Neg(x) name \"neg\"\n"
                              "m = Mul(a, w) name \"mul\"\n"
                              "y = Abs(m) name \"abs\"\n"
                              "output y\n";

/// a in steps of 1 up to 127, w in steps of 0.5, m in steps of 2 up to 254.
const char* const kAnalysis = "graph \"analysis\" opset 13\n"
                              "input x: float32[4]\n"
                              "const wq: int8[4] = {2, 2, 2, 3}\n"
                              "const ws: float32[] = {0.5}\n"
                              "const as: float32[] = {1}\n"
                              "const ms: float32[] = {2}\n"
                              "const z: int8[] = {0}\n"
                              "a = Neg(x) name \"neg\"\n"
                              "aq = QuantizeLinear(a, as, z)\n"
                              "ad = DequantizeLinear(aq, as, z)\n"
                              "wd = DequantizeLinear(wq, ws, z)\n"
                              "m = Mul(ad, wd) name \"mul\"\n"
                              "mq = QuantizeLinear(m, ms, z)\n"
                              "md = DequantizeLinear(mq, ms, z)\n"
                              "y = Abs(md) name \"abs\"\n"
                              "output y\n";

runs::NamedTensors numbers(std::vector<float> x)
{
    return {{"x", runs::Tensor(at::tensor(x))}};
}

std::shared_ptr<const AttributionResult> attributed(const graph::Graph& baseline, const graph::Graph& analysis,
                                                    const std::vector<runs::NamedTensors>& samples,
                                                    const AttributionRequest& request = {})
{
    const runs::ThreadGuard threads;
    JobContext ctx;
    return analysis::attributeErrors(baseline, analysis, {samples.size(), [&](std::size_t i) { return samples.at(i); }},
                                     request, ctx);
}

std::shared_ptr<const AttributionResult> attributedText(const std::vector<runs::NamedTensors>& samples,
                                                        const AttributionRequest& request = {})
{
    return attributed(graph::parseGraph(kBaseline), graph::parseGraph(kAnalysis), samples, request);
}

const AttributionRow* findRow(const AttributionResult& result, const std::string& name)
{
    for (const auto& row : result.rows)
        if (row.name == name)
            return &row;
    return nullptr;
}

double dbOf(double signal, double error)
{
    return 10.0 * std::log10(signal / error);
}

bool isNear(double found, double expected)
{
    return std::abs(found - expected) < 1e-4;
}

} // namespace

class TestAttribution : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesErrorsApart()
    {
        const auto result = attributedText({numbers({-1.25f, -2.0f, -200.0f, -3.0f})});
        QCOMPARE(result->rows.size(), std::size_t(2));
        // a = {1.25, 2, 200, 3} becomes {1, 2, 127, 3}.
        const double a = 1.25 * 1.25 + 4.0 + 40000.0 + 9.0;
        const double aRounding = 0.25 * 0.25;
        const double aClamping = 73.0 * 73.0;
        const auto& neg = result->rows[0];
        QCOMPARE(neg.name, std::string("neg"));
        QVERIFY(isNear(neg.accumulatedDb, dbOf(a, aRounding + aClamping)));
        QVERIFY(isNear(neg.localDb, dbOf(a, aRounding + aClamping)));
        QVERIFY(isNear(neg.rounding.sqnrDb, dbOf(a, aRounding)));
        QVERIFY(isNear(neg.clamping.sqnrDb, dbOf(a, aClamping)));
        QVERIFY(std::isinf(neg.propagated.sqnrDb) && std::isinf(neg.weights.sqnrDb));
        QCOMPARE(neg.clampedCount, std::uint64_t(1));
        QCOMPARE(neg.elements, std::uint64_t(4));
        QCOMPARE(neg.mainCause, std::string("clamping"));

        // m = {1.25, 2, 200, 4.2}; with the quantized weight its last is 4.5; in steps of 2 it is {2, 2, 200, 4}.
        const double m = 1.25 * 1.25 + 4.0 + 40000.0 + 4.2 * 4.2;
        const double weights = 0.3 * 0.3;
        const double rounding = 0.75 * 0.75 + 0.2 * 0.2;
        const double propagated = aRounding + aClamping;
        const auto& mul = result->rows[1];
        QCOMPARE(mul.quantDtype, std::string("int8"));
        QVERIFY(isNear(mul.propagated.sqnrDb, dbOf(m, propagated)));
        QVERIFY(isNear(mul.weights.sqnrDb, dbOf(m, weights)));
        QVERIFY(isNear(mul.rounding.sqnrDb, dbOf(m, rounding)));
        QVERIFY(std::isinf(mul.clamping.sqnrDb));
        QVERIFY(isNear(mul.weights.share, weights / (propagated + weights + rounding)));
        QCOMPARE(mul.mainCause, std::string("propagated"));
        // Locally 4.5 becomes 4; with everything on {1, 2, 127, 4.5} becomes {0, 2, 128, 4}, ties to even.
        QVERIFY(isNear(mul.localDb, dbOf(m, rounding)));
        QVERIFY(isNear(mul.accumulatedDb, dbOf(m, 1.25 * 1.25 + 72.0 * 72.0 + 0.2 * 0.2)));

        QVERIFY(result->origin);
        QCOMPARE(result->origin->layer, std::string("neg"));
        QCOMPARE(result->origin->shownAt, std::string("neg"));
        QVERIFY(result->executedNodes <= 2 * 3 + 2 * 2);
    }

    void sumsOverSamplesAndFilters()
    {
        const auto result = attributedText({numbers({-1.25f, -2, -3, -4}), numbers({-1, -2, -3, -200})});
        QCOMPARE(result->samples, std::uint64_t(2));
        const double signal = 1.25 * 1.25 + 4 + 9 + 16 + 1 + 4 + 9 + 40000.0;
        const auto* neg = findRow(*result, "neg");
        QVERIFY(isNear(neg->accumulatedDb, dbOf(signal, 0.25 * 0.25 + 73.0 * 73.0)));
        QCOMPARE(neg->elements, std::uint64_t(8));
        const auto filtered = attributedText({numbers({-1, -2, -3, -4})}, {.filter = {{}, {"Mul"}}});
        QCOMPARE(filtered->rows.size(), std::size_t(1));
        QCOMPARE(filtered->rows[0].name, std::string("mul"));
    }

    void exactValuesHaveNoCause()
    {
        const auto result = attributedText({numbers({-2, -4, -6, 0})});
        const auto* neg = findRow(*result, "neg");
        QVERIFY(std::isinf(neg->accumulatedDb));
        QVERIFY(neg->mainCause.empty());
        QCOMPARE(neg->rounding.share, 0.0);
        QVERIFY(!result->origin);
    }

    void errorsMayShowLater()
    {
        // 100.1 in steps of 1 is fine; what is left after 100 is taken away is not.
        const auto baseline =
            graph::parseGraph("graph \"b\" opset 13\ninput x: float32[2]\nconst c: float32[] = {100}\n"
                              "a = Neg(x) name \"neg\"\ny = Sub(a, c) name \"sub\"\noutput y");
        const auto analysis = graph::parseGraph(
            "graph \"a\" opset 13\ninput x: float32[2]\nconst c: float32[] = {100}\nconst s: float32[] = {1}\n"
            "const z: int8[] = {0}\na = Neg(x) name \"neg\"\nq = QuantizeLinear(a, s, z)\n"
            "d = DequantizeLinear(q, s, z)\ny = Sub(d, c) name \"sub\"\noutput y");
        const auto result = attributed(baseline, analysis, {numbers({-100.25f, -100.75f})});
        QVERIFY(result->origin);
        QCOMPARE(result->origin->layer, std::string("neg"));
        QCOMPARE(result->origin->shownAt, std::string("sub"));
        QVERIFY(result->rows.at(0).accumulatedDb > 40.0);
    }

    void theDemosCulpritIsItsWeight()
    {
        const auto baseline = importers::importModel(kDemo / "float.onnx");
        const auto analysis = importers::importModel(kDemo / "int8.onnx");
        const runs::NamedTensors inputs{{"image", ops::toTensor(data::readNpy(kDemo / "bad_case.npy"))}};
        const auto result = attributed(baseline.graph, analysis.graph, {inputs});
        QVERIFY(result->origin);
        QCOMPARE(result->origin->layer, std::string("/block1/depthwise/Conv"));
        const auto* row = findRow(*result, "/block1/depthwise/Conv");
        QVERIFY(row);
        QCOMPARE(row->mainCause, std::string("weights"));
        QVERIFY(row->weights.sqnrDb < row->propagated.sqnrDb);
        for (const auto& each : result->rows) {
            const double sum = each.propagated.share + each.weights.share + each.rounding.share + each.clamping.share;
            QVERIFY(each.mainCause.empty() || std::abs(sum - 1.0) < 1e-9);
        }
    }

    void silerosErrorStartsAtConv34()
    {
        const auto root = tests::modelsFolder();
        if (!root)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        const auto baseline = importers::importModel(*root / "models/silero_mini_v2_prep.onnx");
        const auto analysis = importers::importModel(*root / "quantized/silero_mini_v2__qdq_s8_convmm.onnx");
        const runs::NamedTensors inputs{
            {"input", ops::toTensor(data::readNpy(*root / "inputs/silero_mini_v2__en_w3__input.npy"))}};
        const auto result = attributed(baseline.graph, analysis.graph, {inputs});
        QVERIFY(result->origin);
        QCOMPARE(result->origin->layer, std::string("Conv_34"));
        QVERIFY(isNear(result->outputs.at(0).sqnrDb, -2.574) || std::abs(result->outputs[0].sqnrDb + 2.57) < 0.05);
    }

    void aStrangersModelIsRefused()
    {
        const auto baseline = graph::parseGraph(kBaseline);
        QVERIFY_EXCEPTION_THROWN(attributed(baseline, baseline, {numbers({1, 2, 3, 4})}), Error);
    }
};

QTEST_APPLESS_MAIN(TestAttribution)
#include "tst_attribution.moc"
