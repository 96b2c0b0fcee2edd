// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/shadow/shadow.h"

#include "core/analysis/compare/compare.h"
#include "core/base/error.h"
#include "core/data/inputs.h"
#include "core/import/import_model.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/models/manifest.h"
#include "tests/support/error_message.h"
#include "tests/support/models.h"
#include "tests/support/text_model.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql;
using results::ShadowRow;
using tests::textModel;

namespace {

using Result = std::shared_ptr<const results::ShadowResult>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Result shadow(const std::string& baseline, const std::string& analysis, const std::vector<float>& x,
              std::vector<std::int64_t> shape, const results::ShadowRequest& request = {})
{
    JobContext ctx;
    return analysis::shadow(textModel(baseline), textModel(analysis), {{"x", ops::Tensor(at::tensor(x).view(shape))}},
                            request, ctx);
}

const ShadowRow& row(const Result& result, std::string_view name)
{
    const auto found = std::ranges::find(result->rows, name, &ShadowRow::name);
    if (found == result->rows.end())
        qFatal("no row %s", std::string(name).c_str());
    return *found;
}

bool isNear(double found, double expected)
{
    return std::abs(found - expected) < 1e-4;
}

const std::string kFloat = R"(graph "float" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    m = MatMul(x, w) name "product"
    r = Relu(m) name "relu"
    n = Neg(r) name "neg"
    y = Abs(n) name "abs"
    output y)";

/// The quantizer after the product clamps at 0 and 2.55, and so takes over the Relu; it and Neg are quantized.
const std::string kQdq = R"(graph "qdq" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    const s: float32[] = {0.01}
    const z: uint8[] = {0}
    r = MatMul(x, w) name "product"
    rq = QuantizeLinear(r, s, z)
    rd = DequantizeLinear(rq, s, z)
    n = Neg(rd) name "neg"
    y = Abs(n) name "abs"
    output y)";

/// A block of two products, which the analysis model quantizes inside and behind.
const std::string kFloatBlock = R"(graph "float" opset 13
    input x: float32[1,2]
    const w: float32[2,2] = {1, 0, 0, 1}
    a = Abs(x) name "stem" scope "stem"
    p = MatMul(a, w) name "block.first" scope "block.first"
    q = MatMul(p, w) name "block.second" scope "block.second"
    y = Add(q, a) name "block.sum" scope "block"
    z = Neg(y) name "head" scope "head"
    output z)";
const std::string kQuantizedBlock = R"(graph "qdq" opset 13
    input x: float32[1,2]
    const w: float32[2,2] = {1, 0, 0, 1}
    const s: float32[] = {0.5}
    const z: uint8[] = {0}
    a0 = Abs(x) name "stem" scope "stem"
    aq = QuantizeLinear(a0, s, z)
    a = DequantizeLinear(aq, s, z)
    p0 = MatMul(a, w) name "block.first" scope "block.first"
    pq = QuantizeLinear(p0, s, z)
    p = DequantizeLinear(pq, s, z)
    q = MatMul(p, w) name "block.second" scope "block.second"
    y0 = Add(q, a) name "block.sum" scope "block"
    yq = QuantizeLinear(y0, s, z)
    y = DequantizeLinear(yq, s, z)
    r = Neg(y) name "head" scope "head"
    output r)";

const std::vector<float> kInput{-1.0f, 0.502f, 2.0f, 5.0f};

} // namespace

class TestShadow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theRunsEndStandsForAnAbsorbedRelu()
    {
        const auto result = shadow(kFloat, kQdq, kInput, {1, 4});
        const auto& relu = row(result, "relu");
        QCOMPARE(relu.state, ShadowRow::State::Compared);
        QCOMPARE(relu.analysis.node, "product");
        // 0, 0.502, 2, 5 against 0, 0.5, 2, 2.55.
        QVERIFY(isNear(relu.onBaselineInputs->atol, 2.45));
        QVERIFY(isNear(*relu.onBaselineInputs->maxQscaleDiff, 245.0));
        QVERIFY(isNear(relu.onAnalysisInputs->atol, 2.45));
        QCOMPARE(relu.baseline.statistics.max, 5.0);
        QVERIFY(isNear(relu.analysis.statistics.max, 2.55));
        QCOMPARE(std::ranges::count(result->rows, "product", &ShadowRow::name), 0);
    }

    void aLayersErrorIncludesItsInputsQuantizer()
    {
        const auto result = shadow(kFloat, kQdq, kInput, {1, 4});
        const auto& neg = row(result, "neg");
        QVERIFY(isNear(neg.onBaselineInputs->atol, 2.45)); // it sees the 5 clamped
        QCOMPARE(neg.onAnalysisInputs->sqnrDb, kInfinity); // what it is given there is clamped already
        QVERIFY(isNear(neg.accumulated->atol, 2.45));
    }

    void aBlockIsOneLayer()
    {
        results::ShadowRequest request;
        request.filter.modules = {"block"};
        const auto result = shadow(kFloatBlock, kQuantizedBlock, {1.2f, -3.0f}, {1, 2}, request);
        // The layer right in the module, by its own scope, and the whole of it are two things: "block" names both.
        const auto& block = row(result, "block");
        QCOMPARE(block.state, ShadowRow::State::Compared);
        // The float block on 1, 3 gives 2, 6, as the quantized one does; on 1.2, 3 it gives 2.4, 6.
        QCOMPARE(block.onAnalysisInputs->sqnrDb, kInfinity);
        QVERIFY(isNear(block.onBaselineInputs->atol, 0.4));
        QVERIFY(isNear(block.accumulated->atol, 0.4));
    }

    void aBlockWithSeveralResultsSaysSo()
    {
        auto read = [](std::string text) { return text.replace(text.find("output "), 7, "output p\n    output "); };
        results::ShadowRequest request;
        request.filter.modules = {"block"};
        const auto result = shadow(read(kFloatBlock), read(kQuantizedBlock), {1.2f, -3.0f}, {1, 2}, request);
        const auto& block = row(result, "block");
        QCOMPARE(block.state, ShadowRow::State::Failed);
        QCOMPARE(block.problem.english(), std::string("2 of its values are read outside of it, so it is no single "
                                                      "layer: block.first, block.sum"));
        request.filter.modules = {"blok"};
        const auto message = tests::messageOf([&] { shadow(kFloatBlock, kQuantizedBlock, {1, 2}, {1, 2}, request); });
        QVERIFY2(message.contains("no layer or module is called blok"), qPrintable(message));
    }

    void layersWithoutQuantizersAreCountedOnly()
    {
        const auto result = shadow(kFloat, kQdq, kInput, {1, 4});
        QCOMPARE(result->unquantizedLayers, std::uint64_t{1}); // abs
        QCOMPARE(result->rows.size(), std::size_t{2});
    }

    void inheritedErrorDoesNotShow()
    {
        const auto result = shadow(R"(graph "float" opset 13
            input x: float32[1,1,1,2]
            const w: float32[1,1,1,1] = {2}
            const v: float32[1,1,1,1] = {1}
            a = Conv(x, w) name "first"
            y = Conv(a, v) name "second"
            output y)",
                                   R"(graph "integer" opset 13
            input x: float32[1,1,1,2]
            const s: float32[] = {0.5}
            const z: uint8[] = {10}
            const wq: int8[1,1,1,1] = {5}
            const vq: int8[1,1,1,1] = {2}
            const wz: int8[] = {0}
            xq = QuantizeLinear(x, s, z)
            a_quantized = QLinearConv(xq, s, z, wq, s, wz, s, z) name "first_quant"
            y_quantized = QLinearConv(a_quantized, s, z, vq, s, wz, s, z) name "second_quant"
            y = DequantizeLinear(y_quantized, s, z)
            output y)",
                                   {1.0f, 2.0f}, {1, 1, 1, 2});
        QVERIFY(isNear(row(result, "first").onBaselineInputs->atol, 1.0)); // 4 against 5
        const auto& second = row(result, "second");
        QCOMPARE(second.onBaselineInputs->sqnrDb, kInfinity);
        QCOMPARE(second.onAnalysisInputs->sqnrDb, kInfinity);
        QVERIFY(isNear(second.accumulated->atol, 1.0));
        QCOMPARE(row(result, "x").onBaselineInputs->atol, 0.0); // the input's quantizer is a layer too
    }

    void dynamicLayersQuantizeWhatTheyGet()
    {
        const auto result = shadow(R"(graph "float" opset 13
            input x: float32[1,2]
            const w: float32[2,2] = {1, 0, 0, 1}
            h = Neg(x) name "neg"
            y = MatMul(h, w) name "product"
            output y)",
                                   R"(graph "dynamic" opset 13
            input x: float32[1,2]
            const wq: int8[2,2] = {2, 0, 0, 2}
            const ws: float32[] = {0.5}
            h = Neg(x) name "neg"
            hq, hs, hz = DynamicQuantizeLinear(h)
            i = MatMulInteger(hq, wq, hz) name "product_quant"
            f = Cast(i) {to: 1}
            s = Mul(hs, ws)
            y = Mul(f, s)
            output y)",
                                   {-0.3f, -2.55f}, {1, 2});
        QCOMPARE(result->rows.size(), std::size_t{1});
        const auto& product = row(result, "product");
        QVERIFY(product.onBaselineInputs->atol < 0.0051);
        QCOMPARE(product.onAnalysisInputs->atol, product.onBaselineInputs->atol); // the float that it quantizes itself
    }

    void aTwinThatCantRunIsARow()
    {
        const auto result = shadow(R"(graph "float" opset 13
            input x: float32[1,4]
            const w: float32[4,2] = {1, 2, 3, 4, 5, 6, 7, 8}
            a = Abs(x) name "abs"
            y = MatMul(a, w) name "product"
            output y)",
                                   R"(graph "other" opset 13
            input x: float32[1,4]
            const w: float32[8,2] = {1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8}
            const s: float32[] = {0.1}
            const z: int8[] = {0}
            two = Concat(x, x) {axis: 1} name "twice"
            a = Abs(two) name "abs"
            aq = QuantizeLinear(a, s, z)
            ad = DequantizeLinear(aq, s, z)
            y = MatMul(ad, w) name "product"
            output y)",
                                   {1, 2, 3, 4}, {1, 4});
        QCOMPARE(row(result, "abs").state, ShadowRow::State::ShapeMismatch);
        QVERIFY(!row(result, "abs").onBaselineInputs);
        const auto& product = row(result, "product");
        QCOMPARE(product.state, ShadowRow::State::Failed);
        const auto problem = product.problem.english();
        QVERIFY2(problem.find("product") != std::string::npos, problem.c_str());
        QVERIFY(product.accumulated.has_value());
    }

    void unmatchedLayersAreRowsAndFiltersApply()
    {
        std::string other = kQdq;
        const std::string last = "y = Abs(n) name \"abs\"\n    output y";
        other.replace(other.find(last), last.size(), "e = Exp(n) name \"exp\"\n    output e");
        auto result = shadow(kFloat, other, kInput, {1, 4});
        QCOMPARE(result->unmatchedBaseline, std::vector<std::string>{"abs"});
        QCOMPARE(result->unmatchedAnalysis, std::vector<std::string>{"exp"});
        QCOMPARE(row(result, "exp").state, ShadowRow::State::UnmatchedAnalysis);
        result = shadow(kFloat, other, kInput, {1, 4}, {.filter = {{}, {"Neg"}}});
        QCOMPARE(result->rows.size(), std::size_t{1});
        QVERIFY(result->unmatchedAnalysis.empty());
        result = shadow(kFloat, other, kInput, {1, 4}, {.filter = {{"re"}, {}}});
        QCOMPARE(result->rows.size(), std::size_t{1});
        QCOMPARE(result->rows[0].name, "relu");
    }

    void stopsBetweenNodes()
    {
        std::stop_source stop;
        JobContext ctx(stop.get_token(), [&stop](const Progress&) { stop.request_stop(); });
        const runs::NamedTensors inputs{{"x", ops::Tensor(at::tensor(kInput).view({1, 4}))}};
        QVERIFY_THROWS_EXCEPTION(ql::Cancelled, analysis::shadow(textModel(kFloat), textModel(kQdq), inputs, {}, ctx));
    }

    /// QLinearConv and the float convolution by numpy and torch, in double, on mnist's digit2.
    void givesTheNumbersOfNumpy()
    {
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: no real layer was shadowed");
        const runs::ThreadGuard threads;
        JobContext ctx;
        const auto x = ops::toTensor(data::readNpy(*models / "inputs/mnist__digit2__Input3.npy"));
        const auto result = analysis::shadow(importers::importModel(*models / "models/mnist_prep.onnx"),
                                             importers::importModel(*models / "quantized/mnist__qop_u8s8.onnx"),
                                             {{"Input3", x}}, {}, ctx);
        const auto& relu = row(result, "ReLU114");
        QVERIFY(std::abs(relu.onBaselineInputs->sqnrDb - 38.82225350097448) < 1e-3);
        QVERIFY(std::abs(relu.onAnalysisInputs->sqnrDb - 39.32414923491683) < 1e-3);
        QVERIFY(std::abs(relu.accumulated->sqnrDb - 38.409285370490615) < 1e-3);
    }

    void realPairs_data()
    {
        QTest::addColumn<int>("index");
        const auto models = tests::modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: no real models were shadowed");
        m_pairs = tests::referencePairs(*models);
        for (std::size_t i = 0; i < m_pairs.size(); ++i)
            QTest::newRow(m_pairs[i].title.c_str()) << static_cast<int>(i);
    }

    /// Every layer runs, and what has gathered is what compare() says.
    void realPairs()
    {
        QFETCH(int, index);
        const auto& pair = m_pairs[static_cast<std::size_t>(index)];
        const runs::ThreadGuard threads;
        runs::NamedTensors inputs;
        for (const auto& [name, path] : pair.inputs)
            inputs.emplace(name, ops::toTensor(data::readNpy(path)));
        const auto baseline = importers::importModel(pair.baseline);
        const auto analysis = importers::importModel(pair.analysis);
        JobContext ctx;
        const auto compared = analysis::compareModels(baseline, analysis, inputs, {}, ctx);
        const auto result = analysis::shadow(baseline, analysis, inputs, {}, ctx);
        double worst = kInfinity;
        int better = 0;
        for (const auto& each : result->rows) {
            QVERIFY2(each.state == ShadowRow::State::Compared, (each.name + " " + each.problem.english()).c_str());
            QVERIFY2(each.onBaselineInputs && each.onAnalysisInputs && each.accumulated, each.name.c_str());
            const auto same = std::ranges::find(compared->layers, each.name, &results::LayerRow::name);
            QVERIFY(same != compared->layers.end());
            QCOMPARE(each.accumulated->atol, same->metrics->atol);
            worst = std::min(worst, each.onBaselineInputs->sqnrDb);
            better += each.onBaselineInputs->sqnrDb >= each.accumulated->sqnrDb - 1.0;
        }
        QVERIFY(!result->rows.empty());
        qInfo("%-32s %zu layers, worst on the baseline's inputs %.2f dB, %d at least as good as what has gathered",
              pair.title.c_str(), result->rows.size(), worst, better);
        QVERIFY(10 * std::size_t(better) >= 8 * result->rows.size());
    }

private:
    std::vector<tests::ReferencePair> m_pairs;
};

QTEST_APPLESS_MAIN(TestShadow)
#include "tst_shadow.moc"
