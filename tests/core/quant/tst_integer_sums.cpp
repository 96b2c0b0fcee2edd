// SPDX-License-Identifier: GPL-3.0-or-later
// Products of integers whose result is read in float, as where a config says what layers read: real quantization of
// every layer that can be computed in integers, with the bias that fake quantization has.
#include "core/analysis/compare/compare.h"
#include "core/analysis/layers/model_kind.h"
#include "core/graph/text_form/text_form.h"
#include "core/quant/calibration.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/quant/quantized_graph/quantized_parts.h"
#include "core/runs/program/pass.h"

#include <QtTest>

#include <numeric>

using namespace ql;
using graph::Graph;
using quant::QuantPlan;
using quant::QuantSettings;

namespace {

/// What only moves data stands before the product of two activations and before the last layer.
const char* const kNetwork = R"(graph "g" opset 13
    input x: float32[1,2,4,4]
    const w: float32[3,2,3,3] = {0.5, -1, 0.25, 2, 0.3, -0.7, 1.1, 0.2, -0.4, 0.9, 0.1, -1.3, 0.6, 0.8, -0.2, 0.4, 1, -0.5, 0.7, 0.3, 0.2, -0.9, 1.4, 0.5, -0.6, 0.1, 0.2, 0.8, -0.3, 0.5, 1.2, -1.1, 0.6, 0.4, 0.9, -0.8, 1.5, 0.2, -0.1, 0.3, 0.4, 0.6, -0.5, 0.7, 0.8, -0.9, 1, 0.1, 0.2, -0.3, 0.4, 0.5, 0.6, -0.7}
    const b: float32[3] = {0.51, -1.234, 0.077}
    const shape: int64[3] = {1, 3, 16}
    const flat: int64[2] = {1, 9}
    const v: float32[4,9] = {1, -1, 0.5, 0.2, 0.3, -0.6, 0.7, 0.8, -0.9, 0.1, 1.2, -1.3, 0.4, 0.5, 0.6, -0.7, 0.8, 0.9, -1, 0.1, 0.2, 0.3, -0.4, 0.5, 0.6, 0.7, 0.8, 0.9, -1.1, 0.2, 0.3, 0.4, 0.5, -0.6, 0.7, 0.8}
    const d: float32[4] = {0.1, -0.2, 0.33, 4}
    c: float32[1,3,4,4] = Conv(x, w, b) {pads: [1, 1, 1, 1]} name "conv"
    r: float32[1,3,16] = Reshape(c, shape) name "reshape"
    t: float32[1,16,3] = Transpose(r) {perm: [0, 2, 1]} name "transpose"
    p: float32[1,3,3] = MatMul(r, t) name "product"
    n: float32[1,3,3] = Neg(p) name "float"
    f: float32[1,9] = Reshape(n, flat) name "flatten"
    y: float32[1,4] = Gemm(f, v, d) {transB: 1} name "fc"
    output y)";

QuantSettings inputsOnly(int bits = 8)
{
    QuantSettings settings;
    settings.quantizesOutputs = false;
    settings.quantizedInputs.emplace() = {{"conv", {0}}, {"product", {0, 1}}, {"fc", {0}}};
    settings.common.activation.format.bits = bits;
    settings.common.weight.isPerChannel = true;
    return settings;
}

runs::NamedTensors sample(const Graph& graph)
{
    std::vector<std::int64_t> sizes;
    for (const auto& dimension : graph.value(graph.inputs()[0]).shape.value())
        sizes.push_back(dimension.size);
    const auto count = std::accumulate(sizes.begin(), sizes.end(), std::int64_t(1), std::multiplies<>());
    return {{"x", runs::Tensor(at::arange(count, at::kFloat).mul(0.37F).sin().mul(2.0F).add(0.4F).view(sizes))}};
}

std::vector<runs::Tensor> valuesOf(const Graph& graph)
{
    const runs::Program program(graph);
    runs::Pass execution(program, sample(graph));
    JobContext ctx;
    execution.finish(ctx);
    return execution.outputs();
}

QuantPlan calibrated(const Graph& graph, const QuantSettings& settings)
{
    auto plan = quant::planFor(graph, settings);
    JobContext ctx;
    quant::calibrate(graph, plan, {1, [&](std::size_t) { return sample(graph); }}, ctx);
    return plan;
}

std::string operators(const Graph& graph)
{
    std::string types;
    for (const auto& node : graph.nodes())
        types += (types.empty() ? "" : " ") + node.opType;
    return types;
}

int countOf(const Graph& graph, const char* opType)
{
    return int(std::ranges::count(graph.nodes(), opType, &graph::Node::opType));
}

} // namespace

class TestIntegerSums : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// By hand: x 1.3 / 0.5 is 3 steps, w 0.7 / 0.25 is 3, the bias 0.3 / 0.125 is 2: (9 + 2) · 0.125 = 1.375. The
    /// other input is -0.8: -2 steps, (-6 + 2) · 0.125 = -0.5.
    void sumsAndBiasAreWhole()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[2,1]
            const w: float32[1,1] = {0.7}
            const b: float32[1] = {0.3}
            y: float32[2,1] = Gemm(x, w, b) name "fc"
            output y)");
        auto settings = inputsOnly();
        quant::QuantizerSettings halves;
        halves.observer = {.method = "fixed", .fixed = quant::perTensor(0.5, 0)};
        auto quarters = halves;
        quarters.format.isSymmetric = true;
        quarters.observer.fixed = quant::perTensor(0.25, 0);
        settings.values = {{"x", halves}, {"w", quarters}};
        const auto plan = calibrated(graph, settings);
        const auto integers = quant::qoperatorGraph(graph, plan);
        QCOMPARE(countOf(integers, "MatMulInteger"), 1);
        QCOMPARE(countOf(integers, "Gemm"), 0);
        const runs::Program program(integers);
        runs::Pass execution(program, {{"x", runs::Tensor(at::tensor({1.3F, -0.8F}).view({2, 1}))}});
        JobContext ctx;
        execution.finish(ctx);
        QVERIFY(execution.outputs().at(0).data.equal(at::tensor({1.375F, -0.5F}).view({2, 1})));
    }

    void everyProductIsComputedInIntegers()
    {
        const auto graph = graph::parseGraph(kNetwork);
        for (const int bits : {8, 12, 16}) {
            const auto plan = calibrated(graph, inputsOnly(bits));
            QCOMPARE(plan.biases.size(), std::size_t(2));
            const auto integers = quant::qoperatorGraph(graph, plan);
            for (const char* type : {"Conv", "MatMul", "Gemm"})
                QVERIFY2(countOf(integers, type) == 0, operators(integers).c_str());
            // The convolution's integers are moved as such: both inputs of the product are of one quantizer.
            QCOMPARE(countOf(integers, "QLinearConv") + countOf(integers, "ConvInteger"), 1);
            QCOMPARE(countOf(integers, "MatMulInteger"), 2);
            const auto& product = integers.node(integers.findNode("fc").value());
            QCOMPARE(product.domain, std::string(bits > 8 ? quant::kOwnDomain : ""));
            const auto found = valuesOf(integers).at(0).data;
            const auto simulated = valuesOf(quant::qdqGraph(graph, plan)).at(0).data;
            const auto error = (found - simulated).abs().max().item<double>();
            QVERIFY2(error < 2e-5 * simulated.abs().max().item<double>(), qPrintable(QString::number(error)));
            QVERIFY(!found.equal(valuesOf(graph).at(0).data)); // the float model's
        }
    }

    /// A convolution's sums in float, with a scale for each channel and a bias in steps of each.
    void aConvolutionMayLeadToFloats()
    {
        const auto graph = graph::parseGraph(kNetwork);
        auto settings = inputsOnly();
        settings.quantizedInputs->erase("product");
        settings.quantizedInputs->erase("fc");
        const auto plan = calibrated(graph, settings);
        const auto integers = quant::qoperatorGraph(graph, plan);
        QCOMPARE(countOf(integers, "ConvInteger"), 1);
        QCOMPARE(countOf(integers, "Gemm"), 1); // which the settings leave in float
        const auto found = valuesOf(integers).at(0).data;
        const auto simulated = valuesOf(quant::qdqGraph(graph, plan)).at(0).data;
        QVERIFY((found - simulated).abs().max().item<double>() < 2e-5 * simulated.abs().max().item<double>());
    }

    /// A layer stays a layer: its row has the float layer's name.
    void rowsAreThoseOfTheLayers()
    {
        const auto graph = graph::parseGraph(kNetwork);
        const auto plan = calibrated(graph, inputsOnly());
        importers::ImportedModel baseline{.graph = graph, .path = "float.onnx"};
        importers::ImportedModel analysis{.graph = quant::qoperatorGraph(graph, plan), .path = "integers.onnx"};
        QCOMPARE(analysis::modelKind(analysis.graph), std::string("mixed"));
        results::CompareRequest request;
        request.causes = results::CauseRuns::None;
        JobContext ctx;
        const auto result = analysis::compareModels(baseline, analysis, sample(graph), request, ctx);
        QVERIFY(result->unmatchedAnalysis.empty());
        for (const char* name : {"conv", "product", "fc"}) {
            const auto row = std::ranges::find(result->layers, name, &results::LayerRow::name);
            QVERIFY2(row != result->layers.end() && row->metrics, name);
            QVERIFY2(row->metrics->sqnrDb > 20.0, name);
        }
    }
};

QTEST_GUILESS_MAIN(TestIntegerSums)
#include "tst_integer_sums.moc"
