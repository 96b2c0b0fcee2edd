// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/op_kind.h"

#include <QTest>

using namespace ql::graph;

namespace {

Node nodeOf(const char* opType, const char* domain)
{
    Node node;
    node.opType = opType;
    node.domain = domain;
    return node;
}

} // namespace

class TestOpKind : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsKinds_data()
    {
        QTest::addColumn<QByteArray>("domain");
        QTest::addColumn<QByteArray>("opType");
        QTest::addColumn<int>("kind");
        const auto row = [](const char* opType, OpKind kind, const char* domain = "") {
            QTest::addRow("%s:%s", domain, opType) << QByteArray(domain) << QByteArray(opType) << int(kind);
        };
        for (const char* name : {"Conv", "MaxPool", "Relu", "Where", "Resize", "QLinearConv", "NoSuchOperator"})
            row(name, OpKind::Compute);
        for (const char* name : {"Concat", "Split", "Reshape", "Flatten", "Slice", "Transpose", "Tile", "Squeeze",
                                 "Unsqueeze", "Expand", "Gather", "DepthToSpace", "SpaceToDepth", "Pad"})
            row(name, OpKind::DataMovement);
        for (const char* name : {"Constant", "ConstantOfShape", "Shape", "Size", "Range"})
            row(name, OpKind::Constant);
        row("QuantizeLinear", OpKind::Quantize);
        row("DynamicQuantizeLinear", OpKind::Quantize);
        row("QuantizeLinear", OpKind::Quantize, "com.microsoft");
        row("DequantizeLinear", OpKind::Dequantize, "ai.onnx");
        row("DequantizeLinear", OpKind::Dequantize, "com.microsoft");
        for (const char* name : {"Cast", "CastLike", "Identity"})
            row(name, OpKind::Cast);
        for (const char* name : {"If", "Loop", "Scan"})
            row(name, OpKind::Control);
        row("QLinearConcat", OpKind::Compute, "com.microsoft");
        row("Concat", OpKind::Compute, "my.domain");
    }

    void knowsKinds()
    {
        QFETCH(QByteArray, domain);
        QFETCH(QByteArray, opType);
        QFETCH(int, kind);
        const auto node = nodeOf(opType.constData(), domain.constData());
        QCOMPARE(int(opKind(node)), kind);
        QCOMPARE(movesDataOnly(node), OpKind(kind) == OpKind::DataMovement);
    }

    void knowsIntegerOperators()
    {
        for (const char* name :
             {"QLinearConv", "QLinearMatMul", "ConvInteger", "MatMulInteger", "DynamicQuantizeLinear"})
            QVERIFY2(isIntegerOperator(nodeOf(name, "")), name);
        for (const char* name : {"QLinearAdd", "QGemm", "QAttention", "DynamicQuantizeLSTM", "MatMulIntegerToFloat"})
            QVERIFY2(isIntegerOperator(nodeOf(name, "com.microsoft")), name);
        for (const char* name : {"Conv", "QuantizeLinear", "DequantizeLinear", "Relu"})
            QVERIFY2(!isIntegerOperator(nodeOf(name, "")), name);
        QVERIFY(!isIntegerOperator(nodeOf("QLinearConv", "my.domain")));
    }
};

QTEST_APPLESS_MAIN(TestOpKind)
#include "tst_op_kind.moc"
