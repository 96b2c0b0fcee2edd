// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/point_extraction.h"

#include "core/graph/text_form/text_form.h"
#include "core/quant/quantized_graph/instrumented_graph.h"
#include "core/runs/what_if.h"

#include <QtTest>

using namespace ql;
using quant::QuantizerRole;

namespace {

/// x → Gemm → Relu → y and z, which reads the unquantized Relu.
const char* const kBaseline = "graph \"baseline\" opset 13\n"
                              "input x: float32[1,2]\n"
                              "const w: float32[2,2] = {1, 2, 3, 4.1}\n"
                              "g = Gemm(x, w) name \"gemm\"\n"
                              "r = Relu(g) name \"relu\"\n"
                              "y = Neg(r) name \"neg\"\n"
                              "z = Abs(r) name \"abs\"\n"
                              "output y\n"
                              "output z\n";

/// The quantizer of r absorbed the Relu: its zero point is the lowest integer.
const char* const kAnalysis = "graph \"analysis\" opset 13\n"
                              "input x: float32[1,2]\n"
                              "const w_quantized: int8[2,2] = {10, 20, 30, 41}\n"
                              "const w_scale: float32[] = {0.1}\n"
                              "const w_zero: int8[] = {0}\n"
                              "const s: float32[] = {0.5}\n"
                              "const zero: uint8[] = {0}\n"
                              "w_dq = DequantizeLinear(w_quantized, w_scale, w_zero) name \"w_dq\"\n"
                              "r = Gemm(x, w_dq) name \"gemm\"\n"
                              "r_q = QuantizeLinear(r, s, zero) name \"r_q\"\n"
                              "r_dq = DequantizeLinear(r_q, s, zero) name \"r_dq\"\n"
                              "y = Neg(r_dq) name \"neg\"\n"
                              "z = Abs(r) name \"abs\"\n"
                              "output y\n"
                              "output z\n";

quant::ModelPartners partnersByName(const graph::Graph& baseline, const graph::Graph& analysis)
{
    quant::ModelPartners partners;
    for (const auto& node : analysis.nodes())
        if (const auto partner = baseline.findNode(node.name))
            partners.nodes.emplace(node.id, *partner);
    for (std::size_t i = 0; i < baseline.outputs().size(); ++i)
        partners.outputs.emplace_back(i, i);
    return partners;
}

struct Fixture {
    graph::Graph baseline = graph::parseGraph(kBaseline);
    graph::Graph analysis = graph::parseGraph(kAnalysis);
    quant::ExtractedPoints extracted = quant::extractPoints(baseline, analysis, partnersByName(baseline, analysis));
};

} // namespace

class TestPointExtraction : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsWeightAndActivation()
    {
        const Fixture f;
        QVERIFY(f.extracted.unplaced.empty());
        QCOMPARE(f.extracted.points.size(), std::size_t(2));
        const auto& weight = f.extracted.points[0];
        QVERIFY(weight.role == QuantizerRole::Weight);
        QCOMPARE(weight.layer, std::string("gemm"));
        QCOMPARE(weight.dtype, std::string("int8"));
        const auto& activation = f.extracted.points[1];
        QVERIFY(activation.role == QuantizerRole::Activation);
        QCOMPARE(f.baseline.value(activation.source).name, std::string("r"));
        QCOMPARE(activation.layer, std::string("relu"));
        QCOMPARE(activation.edges.size(), std::size_t(1));
        QCOMPARE(f.baseline.node(activation.edges[0].node).name, std::string("neg"));
    }

    void switchesLeaveTheBaselineAloneUntilTurnedOn()
    {
        const Fixture f;
        const auto instrumented = quant::instrument(f.baseline, f.extracted.points);
        const runs::Program program(instrumented.graph);
        JobContext ctx;
        const runs::Tensor x(at::tensor({-1.0f, -1.0f}).view({1, 2}));
        const runs::WhatIf plain(program, {{"x", x}}, {}, ctx);
        QCOMPARE(plain.outputs().at(0).data.abs().sum().item<float>(), 0.0f);

        const runs::Tensor positive(at::tensor({1.0f, 1.0f}).view({1, 2}));
        const runs::WhatIf run(program, {{"x", positive}}, {}, ctx);
        const auto& point = f.extracted.points[1];
        const auto turnOn = [&](const runs::ValueEvent& event) -> std::optional<runs::Tensor> {
            return event.value == instrumented.switched[1] ? std::optional(point.apply(event.tensor)) : std::nullopt;
        };
        const auto on = run.rerun(std::vector<graph::NodeId>{instrumented.switches[1]}, {turnOn});
        // 1·1 + 1·3 = 4 is on the grid of 0.5; 2 + 4.1 = 6.1 becomes 6; the reader of the float tensor sees 6.1.
        QCOMPARE(on.outputs.at(0).data[0][0].item<float>(), -4.0f);
        QCOMPARE(on.outputs.at(0).data[0][1].item<float>(), -6.0f);
        QCOMPARE(on.outputs.at(1).data[0][1].item<float>(), 6.1f);
    }

    /// w in 4 narrow bits of scale 1 per row: 4.1 becomes 4; r in 2 unsigned bits of scale 2: at most 6.
    void takesQuantizersOfOneNode()
    {
        const auto baseline = graph::parseGraph(kBaseline);
        const auto analysis = graph::parseGraph("graph \"qonnx\" opset 13, onnx.brevitas 1\n"
                                                "input x: float32[1,2]\n"
                                                "const w: float32[2,2] = {1, 2, 3, 4.1}\n"
                                                "const ws: float32[2,1] = {1, 1}\n"
                                                "const s: float32[] = {2}\n"
                                                "const z: float32[] = {0}\n"
                                                "const four: float32[] = {4}\n"
                                                "const two: float32[] = {2}\n"
                                                "wq = onnx.brevitas.Quant(w, ws, z, four) {narrow: 1} opset 1\n"
                                                "g = Gemm(x, wq) name \"gemm\"\n"
                                                "r = Relu(g) name \"relu\"\n"
                                                "rq = onnx.brevitas.Quant(r, s, z, two) {signed: 0} opset 1\n"
                                                "y = Neg(rq) name \"neg\"\n"
                                                "z_out = Abs(r) name \"abs\"\n"
                                                "output y\n"
                                                "output z_out\n");
        const auto extracted = quant::extractPoints(baseline, analysis, partnersByName(baseline, analysis));
        QVERIFY(extracted.unplaced.empty());
        QCOMPARE(extracted.points.size(), std::size_t(2));
        const auto& weight = extracted.points[0];
        QVERIFY(weight.role == QuantizerRole::Weight);
        QCOMPARE(weight.dtype, std::string("int4"));
        QVERIFY(weight.parameters && weight.parameters->lowest == -7 && weight.parameters->highest == 7);
        QCOMPARE(*weight.parameters->channelAxis, std::int64_t{0});
        QCOMPARE(weight.apply({}).data[1][1].item<float>(), 4.0f);
        const auto& activation = extracted.points[1];
        QCOMPARE(activation.dtype, std::string("uint2"));
        QCOMPARE(baseline.value(activation.source).name, std::string("r"));
        QCOMPARE(activation.apply(runs::Tensor(at::tensor({100.0f}))).data.item<float>(), 6.0f);
    }

    /// PyTorch keeps the weights of its products the other way round than MatMul reads them.
    void turnsWeightsForAMatMul()
    {
        const auto baseline = graph::parseGraph("graph \"float\" opset 13\n"
                                                "input x: float32[1,3,2]\n"
                                                "const w: float32[2,2] = {1, 2, 3, 4}\n"
                                                "y = MatMul(x, w) name \"fc\"\n"
                                                "output y\n");
        const auto analysis =
            graph::parseGraph("graph \"dynamic\" opset 13, quantized 1\n"
                              "input x: float32[1,3,2]\n"
                              "const wq: int8[2,2] = {10, 30, 20, 41}\n"
                              "const ws: float32[] = {0.1}\n"
                              "const wz: int8[] = {0}\n"
                              "y = quantized.DynamicQuantizeMatMul(x, wq, ws, wz) {transB: 1} opset 1 name \"fc\"\n"
                              "output y\n");
        for (const auto& point : quant::extractPoints(baseline, analysis, partnersByName(baseline, analysis)).points)
            if (point.role == QuantizerRole::Weight) {
                const auto weight = point.apply({}).data;
                QCOMPARE(weight[0][1].item<float>(), 2.0f);
                QCOMPARE(weight[1][0].item<float>(), 3.0f);
                return;
            }
        QFAIL("no weight");
    }

    void turnsQuantizedWeightsOfAFloatGemm()
    {
        const auto baseline = graph::parseGraph("graph \"float\" opset 13\n"
                                                "input x: float32[3,2]\n"
                                                "const w: float32[2,2] = {1, 2, 3, 4}\n"
                                                "y = MatMul(x, w) name \"fc\"\n"
                                                "output y\n");
        const auto analysis = graph::parseGraph("graph \"qdq\" opset 13\n"
                                                "input x: float32[3,2]\n"
                                                "const wq: int8[2,2] = {10, 30, 20, 41}\n"
                                                "const ws: float32[] = {0.1}\n"
                                                "w = DequantizeLinear(wq, ws)\n"
                                                "y = Gemm(x, w) {transB: 1} name \"fc\"\n"
                                                "output y\n");
        const auto points = quant::extractPoints(baseline, analysis, partnersByName(baseline, analysis)).points;
        QCOMPARE(points.size(), std::size_t(1));
        const auto weight = points.front().apply({}).data;
        QCOMPARE(weight[0][1].item<float>(), 2.0f);
        QCOMPARE(weight[1][0].item<float>(), 3.0f);
    }

    void saysWhatHasNoPlace()
    {
        const auto baseline = graph::parseGraph(kBaseline);
        const auto analysis = graph::parseGraph(kAnalysis);
        const auto extracted = quant::extractPoints(baseline, analysis, {});
        QVERIFY(extracted.points.empty());
        QCOMPARE(extracted.unplaced.size(), std::size_t(2));
        QCOMPARE(extracted.unplaced[0], std::string("node gemm (Gemm, opset 13), input 1"));
    }
};

QTEST_APPLESS_MAIN(TestPointExtraction)
#include "tst_point_extraction.moc"
