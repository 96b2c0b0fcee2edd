// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch exports a model in training with its constants unfolded: a Cast stands before each scale and zero point.
#include "tests/core/import/model_builder.h"

#include <QTest>

using namespace ql::tests;

class TestConstantCasts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void castsOfAQuantizersConstantsAreConstants()
    {
        ModelBuilder builder;
        builder.input("x").output("y");
        builder.initializer("scale", {0.5F}).initializer("zero", {-3.0F}).initializer("odd", {0.5F});
        cast(builder, "zero", "zero_int8");
        cast(builder, "zero", "not_a_parameter");
        cast(builder, "odd", "odd_int8");
        addNode(builder.graph(), "QuantizeLinear", {"x", "scale", "zero_int8"}, {"q"});
        addNode(builder.graph(), "DequantizeLinear", {"q", "scale", "odd_int8"}, {"d"});
        addNode(builder.graph(), "Mul", {"d", "not_a_parameter"}, {"y"});
        const auto imported = builder.import();
        const auto constant = [&](const char* name) {
            return imported.graph.constantOf(imported.graph.findValue(name).value());
        };
        const auto* zero = constant("zero_int8");
        QVERIFY(zero);
        QCOMPARE(zero->type(), ql::graph::DataType::Int8);
        QCOMPARE(zero->toInts(), std::vector<std::int64_t>{-3});
        for (const char* name : {"not_a_parameter", "odd_int8"})
            QVERIFY2(!constant(name), name);
        QCOMPARE(imported.graph.nodeCount(), std::size_t(5));
    }

    void anOutputStaysWhatItIs()
    {
        ModelBuilder builder;
        builder.input("x").output("y").output("zero_int8");
        builder.initializer("scale", {0.5F}).initializer("zero", {-3.0F});
        cast(builder, "zero", "zero_int8");
        addNode(builder.graph(), "QuantizeLinear", {"x", "scale", "zero_int8"}, {"y"});
        QCOMPARE(builder.import().graph.nodeCount(), std::size_t(2));
    }

private:
    static void cast(ModelBuilder& builder, const char* from, const char* to)
    {
        addIntAttribute(addNode(builder.graph(), "Cast", {from}, {to}), "to", onnx::TensorProto::INT8);
    }
};

QTEST_APPLESS_MAIN(TestConstantCasts)
#include "tst_constant_casts.moc"
