// SPDX-License-Identifier: GPL-3.0-or-later
// What one model computes at once and the other in several operators.
#include "tests/core/analysis/matched_graphs.h"

#include <QTest>

using ql::tests::Matched;

namespace {

const std::string kHead = R"(graph "g" opset 14
    input x: float32[1,1,4,4]
    const w: float32[1,1,1,1] = {2}
    const two: float32[1] = {2}
    const s: float32[] = {0.5}
    const z: uint8[] = {0}
)";

const std::string kHardSwish = kHead + R"(
    a = Conv(x, w) name "conv_a"
    b = HardSwish(a) name "swish"
    y = Conv(b, w) name "second"
    output y)";

} // namespace

class TestMatchingRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Modules that PyTorch scripted ask for the rank of what they normalize.
    void whoAsksForTheShapeBreaksNoRun()
    {
        const Matched matched(kHead + R"(
            c = Conv(x, w) name "conv"
            shape = Shape(c) name "shape"
            n = BatchNormalization(c, two, two, two, two) name "bn"
            y = Reshape(n, shape) name "reshape"
            output y)",
                              kHead + R"(
            a = Conv(x, w) name "conv"
            aq = QuantizeLinear(a, s, z)
            b = DequantizeLinear(aq, s, z)
            output b)");
        QCOMPARE(matched.fate("conv"), std::string("in bn"));
        QCOMPARE(matched.fate("bn"), std::string("conv by node-name"));
    }

    /// An exporter calls a convolution by its module, whether it folded the normalization into it or not.
    void anEqualNameIsNoTwinBeforeANormalization()
    {
        const Matched matched(kHead + R"(
            conv = Conv(x, w) name "conv"
            n = BatchNormalization(conv, two, two, two, two) name "bn"
            y = Relu(n) name "relu"
            output y)",
                              kHead + R"(
            conv = Conv(x, w) name "conv"
            y = Relu(conv) name "relu"
            output y)");
        QCOMPARE(matched.fate("conv"), std::string("in bn"));
        QCOMPARE(matched.fate("bn"), std::string("conv by value-name"));
    }

    /// PyTorch divides what a convolution of scaled weights gives, before it normalizes (QAT).
    void aDivisionIsPartOfARun()
    {
        const Matched matched(kHead + R"(
            c = Conv(x, w) name "conv"
            d = Div(c, two) name "unscale"
            n = BatchNormalization(d, two, two, two, two) name "bn"
            output n)",
                              kHead + R"(
            a = Conv(x, w) name "conv"
            output a)");
        QCOMPARE(matched.fate("conv"), std::string("in bn"));
        QCOMPARE(matched.fate("unscale"), std::string("in bn"));
    }

    /// Behind the first quantizer stands another whose range begins at zero: the first one's value is before Relu.
    void aSecondQuantizerClampsForTheNextLayer()
    {
        const std::string relu = kHead + R"(
            c = Conv(x, w) name "conv"
            r = Relu(c) name "relu"
            y = Conv(r, w) name "second"
            output y)";
        const auto requantized = [](const char* zero) {
            return kHead + "const m: uint8[] = {" + zero + R"(}
            a = Conv(x, w) name "conv"
            q = QuantizeLinear(a, s, m)
            d = DequantizeLinear(q, s, m)
            q2 = QuantizeLinear(d, s, z)
            d2 = DequantizeLinear(q2, s, z)
            y = Conv(d2, w) name "second"
            output y)";
        };
        QCOMPARE(Matched(relu, requantized("128")).fate("relu"), std::string("nothing"));
        QCOMPARE(Matched(relu, requantized("0")).fate("conv"), std::string("in relu"));
    }

    /// Its own name is the sum's, its quantizer's that of the Relu which the range stands for.
    void aQuantizerNamedAfterTheReluIsItsTwin()
    {
        const Matched matched(kHead + R"(
            total = Add(x, x) name "add"
            clamped = Relu(total) name "relu"
            y = Conv(clamped, w) name "second"
            output y)",
                              kHead + R"(
            total = Add(x, x) name "add"
            clamped_QuantizeLinear_Output = QuantizeLinear(total, s, z)
            clamped_DequantizeLinear_Output = DequantizeLinear(clamped_QuantizeLinear_Output, s, z)
            y = Conv(clamped_DequantizeLinear_Output, w) name "second"
            output y)");
        QCOMPARE(matched.fate("add"), std::string("in relu"));
    }

    /// The transposition gives the value that the other model's operator gives at once.
    void whatStandsBeforeAMovedTranspositionIsAPartOfIt()
    {
        const Matched matched(R"(graph "g" opset 15
            input x: float32[1,2,4,4]
            t = Transpose(x) {perm: [0, 2, 3, 1]} name "turn"
            m = Mul(t, t) name "mul"
            a = Sigmoid(m) name "sigmoid"
            y = Transpose(a) {perm: [0, 3, 1, 2]} name "back"
            output y)",
                              R"(graph "g" opset 15
            input x: float32[1,2,4,4]
            n = Mul(x, x) name "mul"
            y = Sigmoid(n) name "sigmoid"
            output y)");
        QCOMPARE(matched.fate("back"), std::string("sigmoid by value-name"));
        QCOMPARE(matched.fate("sigmoid"), std::string("in back"));
        QCOMPARE(matched.fate("mul"), std::string("mul by node-name"));
    }

    /// As in a float16 copy with float32 outputs.
    void whatStandsBeforeACastIsAPartOfIt()
    {
        const Matched matched(R"(graph "g" opset 15
            input x: float32[1,4]
            y = Sigmoid(x) name "sigmoid"
            output y)",
                              R"(graph "g" opset 15
            input x: float32[1,4]
            n = Cast(x) {to: 10} name "narrow"
            h = Sigmoid(n) name "sigmoid"
            y = Cast(h) {to: 1} name "wide"
            output y)");
        QCOMPARE(matched.fate("sigmoid"), std::string("wide by value-name"));
        QCOMPARE(matched.fateOfAnalysis("sigmoid"), std::string("in wide"));
    }

    /// ONNX Runtime renames what its quantizers give, and keeps the names of the quantizers.
    void aQuantizerMayTellByItsOwnName()
    {
        const auto quantized = [](std::string name) {
            return kHead + "total = Add(x, x) name \"add\"\n token_3 = QuantizeLinear(total, s, z) name \"" + name
                   + "_QuantizeLinear\"\n token_4 = DequantizeLinear(token_3, s, z)\n"
                     "y = Conv(token_4, w) name \"second\"\n output y";
        };
        const std::string relu = kHead + R"(
            total = Add(x, x) name "add"
            clamped = Relu(total) name "relu"
            y = Conv(clamped, w) name "second"
            output y)";
        QCOMPARE(Matched(relu, quantized("clamped")).fate("add"), std::string("in relu"));
        QCOMPARE(Matched(relu, quantized("total")).fate("add"), std::string("add by value-name"));
    }

    void aSecondReaderStillBreaksTheRun()
    {
        const Matched matched(kHead + R"(
            c = Conv(x, w) name "conv"
            d = Abs(c) name "abs"
            n = BatchNormalization(c, two, two, two, two) name "bn"
            output n
            output d)",
                              kHead + R"(
            a = Conv(x, w) name "conv"
            b = Abs(a) name "abs"
            output a
            output b)");
        QCOMPARE(matched.fate("conv"), std::string("conv by node-name"));
        QCOMPARE(matched.fate("bn"), std::string("nothing"));
    }

    /// Below opset 14 HardSwish is HardSigmoid and Mul: its convolution is no partner of what follows it elsewhere.
    void hardSwishOfTwoOperatorsIsOne_data()
    {
        QTest::addColumn<QString>("product");
        QTest::newRow("gated on the right") << "Mul(c, g)";
        QTest::newRow("gated on the left") << "Mul(g, c)";
    }

    void hardSwishOfTwoOperatorsIsOne()
    {
        QFETCH(QString, product);
        const auto two = kHead + R"(
            c = Conv(x, w) name "first"
            g = HardSigmoid(c) name "gate"
            h = )" + product.toStdString()
                         + R"( name "product"
            y = Conv(h, w) name "second"
            output y)";
        const Matched matched(two, kHardSwish);
        QCOMPARE(matched.fate("first"), std::string("conv_a by structure"));
        QCOMPARE(matched.fate("gate"), std::string("in product"));
        QCOMPARE(matched.fate("product"), std::string("swish by structure"));
        const Matched reversed(kHardSwish, two);
        QCOMPARE(reversed.fate("conv_a"), std::string("first by structure"));
        QCOMPARE(reversed.fate("swish"), std::string("product by structure"));
    }

    void gatesOfSomethingElseAreProducts()
    {
        const Matched matched(kHead + R"(
            c = Conv(x, w) name "first"
            g = HardSigmoid(c) name "gate"
            h = Mul(x, g) name "product"
            y = Conv(h, w) name "second"
            output y)",
                              kHardSwish);
        QCOMPARE(matched.fate("product"), std::string("nothing"));
    }
};

QTEST_APPLESS_MAIN(TestMatchingRuns)
#include "tst_matching_runs.moc"
