// SPDX-License-Identifier: GPL-3.0-or-later
// Weights that operators make of constants, as PyTorch exports without folding.
#include "core/graph/text_form/text_form.h"
#include "core/quant/preparation/float_preparation.h"
#include "core/quant/quant_plan.h"

#include <QtTest>

using namespace ql;

namespace {

const char* const kTransposed = R"(graph "linear" opset 17
    input x: float32[1,2]
    const w: float32[3,2] = {1, 2, 3, 4, 5, 6}
    const b: float32[3] = {1, 2, 3}
    t = Transpose(w) {perm: [1, 0]} name "turn"
    m = MatMul(x, t) name "product"
    y = Add(m, b) name "add"
    output y)";

std::vector<double> numbersOf(const graph::Graph& graph, const char* value)
{
    const auto* constant = graph.constantOf(*graph.findValue(value));
    return constant ? constant->toDoubles() : std::vector<double>();
}

} // namespace

class TestMadeWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void becomeConstants()
    {
        const auto folded = quant::foldWeights(graph::parseGraph(kTransposed));
        QVERIFY(folded);
        QVERIFY(!folded->findNode("turn"));
        QCOMPARE(numbersOf(*folded, "t"), (std::vector<double>{1, 3, 5, 2, 4, 6}));
    }

    void areQuantizedAsWeights()
    {
        const auto graph = *quant::foldWeights(graph::parseGraph(kTransposed));
        quant::QuantSettings settings;
        settings.common.weight.format.bits = 4;
        const auto plan = quant::planFor(graph, settings);
        const auto& weight = plan.quantizers.at(plan.find(*graph.findValue("t")).value());
        QCOMPARE(weight.role, quant::QuantizerRole::Weight);
        QCOMPARE(weight.settings.format.bits, 4);
        QCOMPARE(weight.channelAxis, std::int64_t{1});
    }

    void biasesTooAndWhatElseReadsThem()
    {
        const auto folded = quant::foldWeights(graph::parseGraph(R"(graph "conv" opset 17
            input x: float32[1,2,4,4]
            const w: float32[4] = {1, 2, 3, 4}
            const a: float32[1] = {5}
            const c: float32[1] = {6}
            const shape: int64[4] = {2, 2, 1, 1}
            v = Reshape(w, shape) name "reshape"
            b = Concat(a, c) {axis: 0} name "join"
            p = Conv(x, v, b) name "conv"
            y = Mul(p, v) name "mul"
            output y)"));
        QVERIFY(folded);
        QVERIFY(!folded->findNode("reshape") && !folded->findNode("join"));
        QCOMPARE(numbersOf(*folded, "b"), (std::vector<double>{5, 6}));
        QCOMPARE(folded->constantOf(folded->node(*folded->findNode("mul")).inputs[1])->shape(),
                 (graph::Shape{2, 2, 1, 1}));
    }

    /// Integers that were chosen already, what isn't a weight, and weights that are constants.
    void whatElseIsMadeStays_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("integers") << R"(graph "linear" opset 17
            input x: float32[1,2]
            const w: int8[3,2] = {1, 2, 3, 4, 5, 6}
            const s: float32[] = {0.1}
            d = DequantizeLinear(w, s)
            t = Transpose(d) {perm: [1, 0]} name "turn"
            y = MatMul(x, t) name "product"
            output y)";
        QTest::newRow("scales") << R"(graph "resize" opset 17
            input x: float32[1,2,4,4]
            const ones: float32[2] = {1, 1}
            const twos: float32[2] = {2, 2}
            s = Concat(ones, twos) {axis: 0} name "scales"
            y = Resize(x, _, s) {mode: "linear"} name "resize"
            output y)";
        QTest::newRow("constants") << R"(graph "linear" opset 17
            input x: float32[1,2]
            const w: float32[2,1] = {1, 2}
            y = MatMul(x, w) name "product"
            output y)";
        QTest::newRow("data") << R"(graph "attention" opset 17
            input x: float32[2,2]
            t = Transpose(x) {perm: [1, 0]} name "turn"
            y = MatMul(x, t) name "product"
            output y)";
    }

    void whatElseIsMadeStays()
    {
        QFETCH(QString, text);
        QVERIFY(!quant::foldWeights(graph::parseGraph(text.toStdString())));
    }
};

QTEST_GUILESS_MAIN(TestMadeWeights)
#include "tst_made_weights.moc"
