// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/integer_operands.h"

#include "core/graph/text_form/text_form.h"

#include <QtTest>

using namespace ql;

namespace {

graph::Node node(std::string opType, std::size_t inputs = 0)
{
    graph::Node result;
    result.opType = std::move(opType);
    result.inputs.resize(inputs);
    return result;
}

} // namespace

class TestIntegerOperands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void convolutionHasTwoOperandsAndABias()
    {
        const auto signature = quant::integerSignature(node("QLinearConv"));
        QVERIFY(signature && signature->bias);
        QCOMPARE(signature->operands.size(), std::size_t(2));
        QCOMPARE(signature->operands[1].scaleSlot, 4);
        QCOMPARE(signature->operands[1].floatSlot, 1);
        QCOMPARE(signature->bias->slot, 8);
    }

    void concatHasOneOperandPerTriple()
    {
        const auto signature = quant::integerSignature(node("QLinearConcat", 8));
        QVERIFY(signature);
        QCOMPARE(signature->operands.size(), std::size_t(2));
        QCOMPARE(signature->operands[1].slot, 5);
        QCOMPARE(signature->operands[1].floatSlot, 1);
    }

    void resultsAndDataHaveTheirSlots()
    {
        QCOMPARE(quant::integerSignature(node("QLinearConv"))->resultScaleSlot, 6);
        QCOMPARE(quant::integerSignature(node("QGemm"))->resultScaleSlot, 7);
        QCOMPARE(quant::integerSignature(node("QLinearConcat", 8))->resultScaleSlot, 0);
        QCOMPARE(quant::integerSignature(node("ConvInteger"))->resultScaleSlot, -1);
        const auto dataSlots = [](const graph::Node& each) {
            QString slots;
            for (std::size_t slot = 0; slot < 12; ++slot)
                if (quant::isDataSlot(quant::integerSignature(each).value(), slot))
                    slots += QString::number(slot) + " ";
            return slots;
        };
        QCOMPARE(dataSlots(node("QLinearConv")), QString("0 3 8 "));
        QCOMPARE(dataSlots(node("QLinearConcat", 8)), QString("2 5 "));
        QCOMPARE(dataSlots(node("MatMulIntegerToFloat")), QString("0 1 6 "));
        QCOMPARE(dataSlots(node("DynamicQuantizeLSTM")), QString("0 1 2 3 4 5 6 7 "));
        QVERIFY(quant::integerSignature(node("DynamicQuantizeLSTM"))->isComposite);
    }

    void accumulatorsAreScaledBehindTheirCast()
    {
        const auto graph = graph::parseGraph(R"(graph "g" opset 13
            input x: float32[1,2]
            const w: int8[2,2] = {1, 2, 3, 4}
            const ws: float32[] = {0.5}
            xq, xs, xz = DynamicQuantizeLinear(x)
            i = MatMulInteger(xq, w, xz) name "product"
            f = Cast(i) {to: 1}
            s = Mul(xs, ws)
            y = Mul(f, s)
            output y)");
        const auto& product = graph.node(*graph.findNode("product"));
        const auto signature = quant::integerSignature(product).value();
        QCOMPARE(quant::scaleOf(graph, product, signature.operands[0]), *graph.findValue("xs"));
        QCOMPARE(quant::scaleOf(graph, product, signature.operands[1]), *graph.findValue("ws"));
        const auto conv = graph::parseGraph(R"(graph "g" opset 13
            input x: uint8[1,1,2,2]
            const w: int8[1,1,1,1] = {1}
            y = ConvInteger(x, w) name "alone"
            output y)");
        QVERIFY(!quant::scaleOf(conv, conv.node(*conv.findNode("alone")), signature.operands[1]).isValid());
    }

    void floatOperatorsHaveNone() { QVERIFY(!quant::integerSignature(node("Conv"))); }

    void channelsOfWeights()
    {
        const quant::IntegerOperand left{.floatSlot = 0}, weight{.floatSlot = 1};
        QCOMPARE(quant::channelAxis(node("QLinearConv"), weight, 4), std::int64_t(0));
        QCOMPARE(quant::channelAxis(node("QLinearConvTranspose"), weight, 4), std::int64_t(1));
        QCOMPARE(quant::channelAxis(node("QLinearMatMul"), weight, 3), std::int64_t(2));
        QCOMPARE(quant::channelAxis(node("QLinearMatMul"), left, 3), std::int64_t(1));
        auto transposed = node("QGemm");
        transposed.attributes.set("transB", std::int64_t{1});
        QCOMPARE(quant::channelAxis(transposed, weight, 2), std::int64_t(0));
        auto turned = node("NhwcQLinearConvTranspose");
        turned.domain = "tflite";
        QCOMPARE(quant::channelAxis(turned, weight, 4), std::int64_t(0));
    }
};

QTEST_APPLESS_MAIN(TestIntegerOperands)
#include "tst_integer_operands.moc"
