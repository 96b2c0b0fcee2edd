// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/integer_operands.h"

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

    void floatOperatorsHaveNone() { QVERIFY(!quant::integerSignature(node("Conv"))); }

    void channelsOfWeights()
    {
        QCOMPARE(quant::channelAxis(node("QLinearConv"), 4), std::int64_t(0));
        QCOMPARE(quant::channelAxis(node("QLinearMatMul"), 3), std::int64_t(2));
        auto transposed = node("QGemm");
        transposed.attributes.set("transB", std::int64_t{1});
        QCOMPARE(quant::channelAxis(transposed, 2), std::int64_t(0));
    }
};

QTEST_APPLESS_MAIN(TestIntegerOperands)
#include "tst_integer_operands.moc"
