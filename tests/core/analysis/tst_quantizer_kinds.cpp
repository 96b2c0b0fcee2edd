// SPDX-License-Identifier: GPL-3.0-or-later
// Weights behind what only moves them, packed weights, tables and ranges found while the model runs are quantizers.
#include "core/analysis/compare/compare.h"
#include "core/analysis/layers/model_kind.h"
#include "core/analysis/matching/node_partners.h"
#include "core/analysis/weights/weights.h"
#include "core/quant/point_extraction.h"
#include "tests/support/text_model.h"

#include <QTest>

#include <algorithm>
#include <fmt/format.h>

using namespace ql;
using quant::QuantizerRole;
using tests::textModel;

namespace {

const std::string kFloat = R"(graph "float" opset 13
    input x: float32[1,2]
    const w: float32[2,3] = {1, 2, 0.3, -1, 0.5, 0}
    m = MatMul(x, w) name "product"
    y = Neg(m) name "neg"
    output y)";

/// The weight is kept the other way round, a scale per row, which are the channels of what the product makes.
const std::string kTransposed = R"(graph "qdq" opset 13
    input x: float32[1,2]
    const q: int8[3,2] = {10, -10, 20, 5, 1, 0}
    const s: float32[3] = {0.1, 0.1, 0.2}
    const z: int8[3] = {0, 0, 0}
    d = DequantizeLinear(q, s, z) {axis: 0} name "dq"
    t: float32[2,3] = Transpose(d) {perm: [1, 0]} name "turn"
    m = MatMul(x, t) name "product"
    y = Neg(m) name "neg"
    output y)";

/// Blocks of 2 along both rows: (2 - 8) · 0.5 = -3 and so on.
const std::string kPackedFloat = R"(graph "float" opset 13
    input x: float32[1,2]
    const w: float32[2,2] = {-3, 1, 2, 0.5}
    y = MatMul(x, w) name "product"
    output y)";

std::string packed(const std::string& attributes = "")
{
    return R"(graph "packed" opset 13, com.microsoft 1
        input x: float32[1,2]
        const b: uint8[2,1,1] = {194, 154}
        const s: float32[2] = {0.5, 0.5}
        y = com.microsoft.MatMulNBits(x, b, s) {K: 2, N: 2, bits: 4, block_size: 2)"
           + attributes + R"(} name "product_Q4"
        output y)";
}

const std::string kTable = R"(graph "float" opset 13
    input i: int64[2]
    const table: float32[3,2] = {1, 2, 3, 4, 50, 60}
    g = Gather(table, i) name "look"
    y = Neg(g) name "neg"
    output y)";

const std::string kQuantizedTable = R"(graph "qdq" opset 13
    input i: int64[2]
    const table_q: int8[3,2] = {1, 2, 3, 4, 50, 60}
    const s: float32[] = {1.1}
    const z: int8[] = {0}
    d = DequantizeLinear(table_q, s, z)
    g = Gather(d, i) name "look"
    y = Neg(g) name "neg"
    output y)";

/// Two elements to a byte, 0 at 8, a scale for each row: 1 2, 3 4, 3 · 20 twice.
const std::string kTableInBlocks = R"(graph "blocks" opset 13, com.microsoft 1
    input i: int64[2]
    const table_q: uint8[3,1] = {169, 203, 187}
    const s: float32[3,1] = {1, 1, 20}
    g = com.microsoft.GatherBlockQuantized(table_q, i, s) {block_size: 16} name "look_Q4"
    y = Neg(g) name "neg"
    output y)";

/// A scale per row of x, as int8 per token is written out.
const std::string kPerToken = R"(graph "token" opset 13
    input x: float32[1,2]
    const w: float32[2,3] = {1, 2, 0.3, -1, 0.5, 0}
    const most: float32[] = {127}
    a = Abs(x) name "abs"
    largest = ReduceMax(a) {axes: [-1]} name "largest"
    s = Div(largest, most) name "scale"
    n = Div(x, s) name "over"
    r = Round(n) name "round"
    d = Mul(r, s) name "times"
    m = MatMul(d, w) name "product"
    y = Neg(m) name "neg"
    output y)";

/// float8 on both sides of the product: steps of a quarter from 2 to 4, of an eighth from 1 to 2.
const std::string kSmallFloats = R"(graph "float8" opset 21
    input x: float32[1,2]
    const q: float8e4m3fn[2,3] = {1, 2, 0.25, -1, 0.5, 0}
    const s: float32[] = {0.5}
    const one: float32[] = {1}
    const z: float8e4m3fn[] = {0}
    i = QuantizeLinear(x, s, z) name "q"
    d = DequantizeLinear(i, s, z) name "dq"
    w = DequantizeLinear(q, one, z) name "dq_w"
    m = MatMul(d, w) name "product"
    y = Neg(m) name "neg"
    output y)";

struct Extracted {
    Extracted(const std::string& baselineText, const std::string& analysisText)
        : baseline(textModel(baselineText).graph)
        , analysis(textModel(analysisText).graph)
        , found(quant::extractPoints(baseline, analysis, analysis::modelPartners(baseline, analysis)))
    {
    }

    graph::Graph baseline;
    graph::Graph analysis;
    quant::ExtractedPoints found;
};

std::vector<float> numbers(const ops::Tensor& tensor)
{
    const at::Tensor floats = tensor.data.to(at::kFloat).contiguous();
    return {floats.data_ptr<float>(), floats.data_ptr<float>() + floats.numel()};
}

bool areNear(const std::vector<float>& found, const std::vector<float>& expected)
{
    return found.size() == expected.size()
           && std::ranges::equal(found, expected, [](float a, float b) { return std::abs(a - b) < 1e-5F; });
}

std::shared_ptr<const results::WeightsResult> weightsOf(const std::string& baseline, const std::string& analysis)
{
    JobContext ctx;
    return analysis::compareWeights(textModel(baseline), textModel(analysis), {}, ctx);
}

bool hasRow(const std::string& baseline, const std::string& analysis, std::string_view name)
{
    JobContext ctx;
    const auto result = analysis::compareModels(textModel(baseline, "float.onnx"), textModel(analysis, "int8.onnx"),
                                                {{"i", ops::Tensor(at::tensor({0, 2}, at::kLong))}}, {}, ctx);
    return std::ranges::any_of(result->layers, [name](const auto& row) { return row.name == name; });
}

} // namespace

class TestQuantizerKinds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void transposedWeightsBelongToTheirProduct()
    {
        const Extracted e(kFloat, kTransposed);
        QCOMPARE(e.found.points.size(), std::size_t(1));
        const auto& point = e.found.points.front();
        QVERIFY(point.role == QuantizerRole::Weight && e.found.unplaced.empty());
        QCOMPARE(point.layer, std::string("product"));
        QVERIFY(point.parameters && point.parameters->channelAxis == 1);
        const auto weight = point.apply({});
        QCOMPARE(weight.shape(), (graph::Shape{2, 3}));
        QVERIFY(areNear(numbers(weight), {1, 2, 0.2F, -1, 0.5F, 0}));
    }

    /// Their zero point only says which floats they are.
    void smallFloatsRunAndAreSwitched()
    {
        const auto x = at::tensor({1.3F, -0.7F}).reshape({1, 2});
        const Extracted e(kFloat, kSmallFloats);
        QCOMPARE(e.found.points.size(), std::size_t(2));
        for (const auto& point : e.found.points)
            if (point.role == QuantizerRole::Activation)
                QVERIFY(areNear(numbers(point.apply(ops::Tensor(x))), {1.25F, -0.6875F}));
            else
                QVERIFY(areNear(numbers(point.apply({})), {1, 2, 0.25F, -1, 0.5F, 0}));
        JobContext ctx;
        const auto result = analysis::compareModels(textModel(kFloat, "float.onnx"), textModel(kSmallFloats, "q.onnx"),
                                                    {{"x", ops::Tensor(x)}}, {}, ctx);
        const auto* last = results::findLayer(*result, "neg");
        QVERIFY(last);
        QCOMPARE(last->analysis.statistics.min, -2.15625); // 1.25 · 2 - 0.6875 · 0.5
    }

    /// A product of the baseline that keeps its weight so, too.
    void transposedWeightsAreTurnedForGemm()
    {
        const std::string gemm = R"(graph "float" opset 13
            input x: float32[1,2]
            const w: float32[3,2] = {1, -1, 2, 0.5, 0.3, 0}
            m = Gemm(x, w) {transB: 1} name "product"
            y = Neg(m) name "neg"
            output y)";
        const Extracted e(gemm, kTransposed);
        QCOMPARE(e.found.points.size(), std::size_t(1));
        QVERIFY(e.found.points.front().parameters->channelAxis == 0);
        QVERIFY(areNear(numbers(e.found.points.front().apply({})), {1, -1, 2, 0.5F, 0.2F, 0}));
    }

    /// What a Concat reads stays where it is moved: no layer has a place for one part.
    void movedWeightsWithoutAProductStayWhereTheyAreMoved()
    {
        const auto joined = [](const std::string& made) {
            return R"(graph "joined" opset 13
                input x: float32[2,2]
                )" + made
                   + R"(
                t: float32[2,3] = Transpose(d) {perm: [1, 0]} name "turn"
                y = Concat(x, t) {axis: 1} name "join"
                output y)";
        };
        const Extracted e(joined("const d: float32[3,2] = {1, -1, 2, 0.5, 0.3, 0}"),
                          joined("const q: int8[3,2] = {10, -10, 20, 5, 3, 0}\n const s: float32[] = {0.1}\n"
                                 "d = DequantizeLinear(q, s) name \"dq\""));
        QCOMPARE(e.found.points.size(), std::size_t(1));
        QCOMPARE(e.found.points.front().layer, std::string("turn"));
    }

    /// A product beside the Concat has its weight from where it is moved; a baseline that moves nothing gives it one.
    void movedWeightsOfSeveralReadersCountOnce()
    {
        const auto shared = [](const std::string& made) {
            return R"(graph "shared" opset 13
                input x: float32[2,2]
                )" + made
                   + R"(
                m = MatMul(x, t) name "product"
                y = Concat(m, t) {axis: 1} name "join"
                output y)";
        };
        const auto quantized = shared("const q: int8[3,2] = {10, -10, 20, 5, 3, 0}\n const s: float32[] = {0.1}\n"
                                      "d = DequantizeLinear(q, s) name \"dq\"\n"
                                      "t: float32[2,3] = Transpose(d) {perm: [1, 0]} name \"turn\"");
        const Extracted turned(shared("const d: float32[3,2] = {1, -1, 2, 0.5, 0.3, 0}\n"
                                      "t: float32[2,3] = Transpose(d) {perm: [1, 0]} name \"turn\""),
                               quantized);
        QCOMPARE(turned.found.points.size(), std::size_t(1));
        QCOMPARE(turned.found.points.front().layer, std::string("turn"));
        const Extracted plain(shared("const t: float32[2,3] = {1, 2, 0.3, -1, 0.5, 0}"), quantized);
        QVERIFY(std::ranges::any_of(plain.found.points, [](const auto& point) { return point.layer == "product"; }));
    }

    void packedWeightsAreWeights()
    {
        const Extracted e(kPackedFloat, packed());
        QCOMPARE(analysis::modelKind(e.analysis), std::string("weight-only"));
        QCOMPARE(e.found.points.size(), std::size_t(1));
        const auto& point = e.found.points.front();
        QVERIFY(point.role == QuantizerRole::Weight && !point.parameters);
        QCOMPARE(point.layer, std::string("product"));
        QCOMPARE(point.dtype, std::string("int4"));
        QVERIFY(areNear(numbers(point.apply({})), {-3, 1, 2, 0.5F}));
        const auto result = weightsOf(kPackedFloat, packed());
        QCOMPARE(result->rows.size(), std::size_t(1));
        const auto& row = result->rows.front();
        QCOMPARE(row.granularity, std::string("per-block"));
        QCOMPARE(row.analysis.dtype, std::string("int4"));
        QVERIFY(row.metrics && row.metrics->atol == 0.0);
    }

    void accuracyLevelRoundsWhatIsMultiplied()
    {
        const Extracted e(kPackedFloat, packed(", accuracy_level: 4"));
        QCOMPARE(e.found.points.size(), std::size_t(2));
        const auto& rounding = e.found.points.front();
        QVERIFY(rounding.role == QuantizerRole::Activation && rounding.dtype == "int8" && !rounding.parameters);
        const auto x = ops::Tensor(at::tensor({1.27F, 0.004F}).view({1, 2}));
        QVERIFY(areNear(numbers(rounding.apply(x)), {1.27F, 0}));
        QCOMPARE(Extracted(kPackedFloat, packed(", accuracy_level: 1")).found.points.size(), std::size_t(1));
    }

    /// The levels of two models with the same weights: what rounds the input is all that differs.
    void packedBaselinesKeepTheirWeights()
    {
        const Extracted e(packed(), packed(", accuracy_level: 4"));
        QCOMPARE(e.found.points.size(), std::size_t(1));
        QVERIFY(e.found.points.front().role == QuantizerRole::Activation && e.found.unplaced.empty());
    }

    /// As NVFP4 has it: the scales of blocks are multiplied by that of the tensor.
    void scalesOfBlocksMayBeQuantized()
    {
        const std::string twoLevel = R"(graph "two" opset 23
            input x: float32[1,2]
            const q: int8[2,3] = {10, 20, 3, -10, 5, 0}
            const s: int8[1,3] = {1, 2, 4}
            const g: float32[] = {0.05}
            sd: float32[1,3] = DequantizeLinear(s, g) name "scales"
            d = DequantizeLinear(q, sd) {axis: 0, block_size: 2} name "dq"
            m = MatMul(x, d) name "product"
            y = Neg(m) name "neg"
            output y)";
        const Extracted e(kFloat, twoLevel);
        QCOMPARE(e.found.points.size(), std::size_t(1));
        QVERIFY(e.found.points.front().role == QuantizerRole::Weight);
        QVERIFY(areNear(numbers(e.found.points.front().apply({})), {0.5F, 2, 0.6F, -0.5F, 0.5F, 0}));
    }

    void quantizedTablesHaveRows()
    {
        QVERIFY(hasRow(kTable, kQuantizedTable, "look"));
        QVERIFY(!hasRow(kTable, kTable, "look"));
        const Extracted e(kTable, kQuantizedTable);
        QCOMPARE(e.found.points.size(), std::size_t(1));
        QVERIFY(e.found.points.front().role == QuantizerRole::Weight);
    }

    void tablesInBlocksAreWeights()
    {
        const Extracted e(kTable, kTableInBlocks);
        QCOMPARE(analysis::modelKind(e.analysis), std::string("weight-only"));
        QVERIFY(e.found.unplaced.empty());
        QCOMPARE(e.found.points.size(), std::size_t(1));
        const auto& point = e.found.points.front();
        QVERIFY(point.role == QuantizerRole::Weight && !point.parameters);
        QCOMPARE(point.layer, std::string("look"));
        QCOMPARE(point.dtype, std::string("int4"));
        const auto table = point.apply({});
        QCOMPARE(table.shape(), (graph::Shape{3, 2}));
        QVERIFY(areNear(numbers(table), {1, 2, 3, 4, 60, 60}));
        const auto result = weightsOf(kTable, kTableInBlocks);
        QCOMPARE(result->rows.size(), std::size_t(1));
        const auto& row = result->rows.front();
        QCOMPARE(row.granularity, std::string("per-block"));
        QCOMPARE(row.analysis.dtype, std::string("int4"));
        QVERIFY(row.metrics && row.metrics->atol == 10.0); // 50 becomes 60
        QVERIFY(hasRow(kTable, kTableInBlocks, "look"));
    }

    /// Of the same integers on both sides nothing is switched.
    void tablesOfTheBaselineStayWhatTheyAre()
    {
        const Extracted e(kTableInBlocks, kTableInBlocks);
        QVERIFY(e.found.points.empty() && e.found.unplaced.empty());
    }

    /// What no float layer has a place for is told.
    void wholeLayersOfPackedWeightsAreTold()
    {
        const auto experts = [](const char* kind, const char* weights) {
            return fmt::format(R"(graph "experts" opset 13, com.microsoft 1
                input x: float32[1,2]
                const r: float32[1,1] = {{1}}
                {}
                y = com.microsoft.{} name "experts"
                output y)",
                               weights, kind);
        };
        const auto plain = experts("MoE(x, r, w, _, w)", "const w: float32[1,2,2] = {1, 2, 3, 4}");
        const auto packed = experts("QMoE(x, r, q, s, _, q, s) {expert_weight_bits: 8}",
                                    "const q: uint8[1,2,2] = {1, 2, 3, 4}\n const s: float32[1,2] = {1, 2}");
        const Extracted e(plain, packed);
        QCOMPARE(analysis::modelKind(e.analysis), std::string("weight-only"));
        QVERIFY(e.found.points.empty());
        QCOMPARE(e.found.unplaced.size(), std::size_t(1));
        QVERIFY(e.found.unplaced.front().starts_with("node experts"));
    }

    void rangesPerTokenAreQuantizers()
    {
        const Extracted e(kFloat, kPerToken);
        QCOMPARE(e.found.points.size(), std::size_t(1));
        const auto& point = e.found.points.front();
        QVERIFY(point.role == QuantizerRole::Activation && !point.parameters);
        QCOMPARE(e.baseline.value(point.source).name, std::string("x"));
        QVERIFY(areNear(numbers(point.apply(ops::Tensor(at::tensor({1.27F, 0.004F}).view({1, 2})))), {1.27F, 0}));
    }

    /// Nothing rounds: another network, no quantizer.
    void otherArithmeticIsNoQuantizer()
    {
        auto scaled = kPerToken;
        scaled.replace(scaled.find("Round"), 5, "Floor");
        QCOMPARE(Extracted(kFloat, scaled).found.points.size(), std::size_t(1));
        scaled.replace(scaled.find("Floor"), 5, "Tanh");
        QVERIFY(Extracted(kFloat, scaled).found.points.empty());
    }
};

QTEST_APPLESS_MAIN(TestQuantizerKinds)

#include "tst_quantizer_kinds.moc"
