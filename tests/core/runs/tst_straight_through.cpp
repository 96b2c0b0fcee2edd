// SPDX-License-Identifier: GPL-3.0-or-later
// Derivatives through the quantizers that a graph has itself.
#include "core/graph/text_form/text_form.h"
#include "core/runs/recorded_pass.h"
#include "core/runs/run.h"

#include <ATen/ATen.h>

#include <QTest>

using namespace ql;
using runs::Tensor;

namespace {

std::vector<float> derivatives(const char* text, std::vector<float> x)
{
    const auto graph = graph::parseGraph(text);
    const runs::Program program(graph);
    const auto shape = graph.value(graph.inputs()[0]).shape.value();
    std::vector<std::int64_t> sizes;
    for (const auto& dimension : shape)
        sizes.push_back(dimension.size);
    JobContext ctx;
    const runs::RecordedPass gradients(program, {{"x", Tensor(at::tensor(x).reshape(sizes))}}, {graph.inputs()[0]},
                                       ctx);
    const auto& y = gradients.outputs().at(0);
    const auto by = gradients.of(0, Tensor(at::ones(y.data.sizes()))).at(0);
    if (!by.isDefined())
        return {};
    const auto flat = by.data.contiguous();
    return {flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel()};
}

} // namespace

class TestStraightThrough : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Within the range as if nothing were rounded, beyond it 0.
    void perTensor()
    {
        const auto by = derivatives(R"(graph "g" opset 13
            input x: float32[1,5]
            const s: float32[] = {0.5}
            const z: int8[] = {0}
            q: int8[1,5] = QuantizeLinear(x, s, z)
            d: float32[1,5] = DequantizeLinear(q, s, z)
            y: float32[1,5] = Mul(d, d)
            output y)",
                                    {0.1f, 0.6f, -1.3f, 100.0f, -100.0f});
        QCOMPARE(by, (std::vector<float>{0.0f, 1.0f, -3.0f, 0.0f, 0.0f}));
    }

    void perChannel()
    {
        const auto by = derivatives(R"(graph "g" opset 13
            input x: float32[2,2]
            const s: float32[2] = {0.01, 1}
            const z: uint8[2] = {128, 128}
            q: uint8[2,2] = QuantizeLinear(x, s, z) {axis: 1}
            d: float32[2,2] = DequantizeLinear(q, s, z) {axis: 1}
            y: float32[2,2] = Add(d, d)
            output y)",
                                    {1.0f, 100.0f, -2.0f, -200.0f});
        QCOMPARE(by, (std::vector<float>{2.0f, 2.0f, 0.0f, 0.0f}));
    }

    /// The range is the data's own.
    void dynamicRange()
    {
        const auto by = derivatives(R"(graph "g" opset 13
            input x: float32[3]
            q: uint8[3], s: float32[], z: uint8[] = DynamicQuantizeLinear(x)
            y: float32[3] = DequantizeLinear(q, s, z)
            output y)",
                                    {-1.0f, 0.3f, 2.0f});
        QCOMPARE(by, (std::vector<float>{1.0f, 1.0f, 1.0f}));
    }

    /// The numbers stay those of the graph.
    void valuesAreTheGraphsOwn()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[4]
            const s: float32[] = {0.037}
            const z: uint8[] = {11}
            q: uint8[4] = QuantizeLinear(x, s, z)
            y: float32[4] = DequantizeLinear(q, s, z)
            output y)");
        const runs::Program program(graph);
        const runs::NamedTensors inputs{{"x", Tensor(at::tensor({-7.7f, 0.1f, 3.3f, 99.0f}))}};
        JobContext ctx;
        const runs::RecordedPass gradients(program, inputs, {graph.inputs()[0]}, ctx);
        QVERIFY(gradients.outputs().at(0).data.equal(runs::outputsOf(program, inputs, ctx).at(0).data));
    }
};

QTEST_GUILESS_MAIN(TestStraightThrough)
#include "tst_straight_through.moc"
