// SPDX-License-Identifier: GPL-3.0-or-later
// What an optimizer made one operator of, told by what stands around it.
#include "tests/core/analysis/matched_graphs.h"

#include <QTest>

using ql::tests::Matched;

namespace {

/// An 8 x 8 matrix like no other's.
std::string numbers(int factor)
{
    std::string list = "0";
    for (int i = 1; i < 64; ++i)
        list += "," + std::to_string(factor * i * i % 17);
    return "{" + list + "}";
}

const std::string kHead = R"(graph "g" opset 17, com.microsoft 1
    input x: float32[1,4,8]
    const w: float32[8,8] = )"
                          + numbers(1) + R"(
    const v: float32[8,8] = )"
                          + numbers(3) + R"(
    const b: float32[8] = {1,2,3,4,5,6,7,8}
    const half: float32[] = {0.5}
    const one: float32[] = {1}
    const root: float32[] = {1.4142}
    const flat: int64[2] = {-1,8}
    const deep: int64[3] = {1,4,8}
)";

/// first → GELU in five operators → second
const std::string kWrittenOut = kHead + R"(
    p = MatMul(x, w) name "first"
    d = Div(p, root) name "div"
    e = Erf(d) name "erf"
    a = Add(e, one) name "plus_one"
    m = Mul(p, a) name "gated"
    g = Mul(m, half) name "halved"
    y = MatMul(g, v) name "second"
    output y)";

const std::string kGelu = kHead + R"(
    p = MatMul(x, w) name "first"
    q = com.microsoft.Gelu(p) name "fused"
    y = MatMul(q, v) name "second"
    output y)";

} // namespace

class TestMatchingRegions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRegionIsThePartnerOfWhatComputesItAtOnce()
    {
        const Matched matched(kWrittenOut, kGelu);
        QCOMPARE(matched.fate("halved"), std::string("fused by structure"));
        for (const char* inside : {"div", "erf", "plus_one", "gated"})
            QCOMPARE(matched.fate(inside), std::string("in halved"));
        QCOMPARE(matched.fate("first"), std::string("first by value-name"));
        const Matched reversed(kGelu, kWrittenOut);
        QCOMPARE(reversed.fate("fused"), std::string("halved by structure"));
        QCOMPARE(reversed.fateOfAnalysis("erf"), std::string("in halved"));
    }

    /// x · clip(x + 3, 0, 6) / 6 and x · HardSigmoid(x): what the second multiplies by is nothing of the first.
    void aGateIsNoPartnerOfWhatItGates()
    {
        const std::string constants = kHead + R"(
            const three: float32[] = {3}
            const six: float32[] = {6}
            const zero: float32[] = {0}
            p = MatMul(x, w) name "first"
        )";
        const std::string inFour = constants + R"(
            t = Add(p, three) name "plus"
            c = Clip(t, zero, six) name "clip"
            m = Mul(p, c) name "gated"
            g = Div(m, six) name "scaled"
            y = MatMul(g, v) name "second"
            output y)";
        const std::string inTwo = constants + R"(
            h = HardSigmoid(p) name "gate"
            g = Mul(p, h) name "product"
            y = MatMul(g, v) name "second"
            output y)";
        QCOMPARE(Matched(inFour, inTwo).fateOfAnalysis("gate"), std::string("nothing"));
        QCOMPARE(Matched(inTwo, inFour).fate("gate"), std::string("nothing"));
    }

    /// SiLU behind a convolution whose normalization one of the models has folded: as detectors have it everywhere.
    void normalizationsBeforeARegionMayBeFolded()
    {
        const std::string head = R"(graph "g" opset 17, aten 1
            input x: float32[1,2,4,4]
            const w: float32[2,2,1,1] = {1,2,3,5}
            const v: float32[2,2,1,1] = {7,1,4,9}
            const two: float32[2] = {2,3}
)";
        const std::string written = head + R"(
            c = Conv(x, w) name "first"
            s = Sigmoid(c) name "gate"
            m = Mul(c, s) name "silu"
            y = Conv(m, v) name "second"
            output y)";
        const std::string normalized = head + R"(
            c1 = Conv(x, w) name "conv"
            n = BatchNormalization(c1, two, two, two, two) name "bn"
            q = aten.silu(n) name "act"
            y = Conv(q, v) name "last"
            output y)";
        const Matched matched(written, normalized);
        QCOMPARE(matched.fate("silu"), std::string("act by structure"));
        QCOMPARE(matched.fate("gate"), std::string("in silu"));
        QVERIFY2(matched.fate("first").starts_with("bn by"), matched.fate("first").c_str());
        const Matched reversed(normalized, written);
        QCOMPARE(reversed.fate("act"), std::string("silu by structure"));
        QVERIFY2(reversed.fate("bn").starts_with("first by"), reversed.fate("bn").c_str());
    }

    /// The normalization of the model that writes the activation out is no part of it.
    void normalizationsAreNoInside()
    {
        const std::string head = R"(graph "g" opset 17, com.microsoft 1
            input x: float32[1,2,4,4]
            const w: float32[2,2,1,1] = {1,2,3,5}
            const v: float32[2,2,1,1] = {7,1,4,9}
            const two: float32[2] = {2,3}
)";
        const Matched matched(head + R"(
            c1 = Conv(x, w) name "conv"
            n = BatchNormalization(c1, two, two, two, two) name "bn"
            s = Sigmoid(n) name "gate"
            m = Mul(n, s) name "silu"
            y = Conv(m, v) name "last"
            output y)",
                              head + R"(
            c = Conv(x, w) name "first"
            q = com.microsoft.QuickGelu(c) {alpha: 1.0} name "act"
            z = Conv(q, v) name "second"
            output z)");
        QCOMPARE(matched.fate("silu"), std::string("act by structure"));
        QVERIFY2(matched.fate("bn").starts_with("first by"), matched.fate("bn").c_str());
        QCOMPARE(matched.fate("conv"), std::string("in bn"));
    }

    void whatAnotherReadsIsNoInside()
    {
        const Matched matched(kWrittenOut + "\n    output e", kGelu);
        QCOMPARE(matched.fate("halved"), std::string("nothing"));
        QCOMPARE(matched.fate("erf"), std::string("nothing"));
    }

    void whatIsMissingIsNotSwallowed()
    {
        const Matched matched(kGelu, kHead + R"(
            p = MatMul(x, w) name "first"
            y = MatMul(p, v) name "second"
            output y)");
        QCOMPARE(matched.fate("first"), std::string("first by value-name"));
        QCOMPARE(matched.fate("fused"), std::string("nothing"));
    }

    void aRegionThatReadsSomethingElseIsNone()
    {
        const Matched matched(kHead + R"(
            o = MatMul(x, v) name "other"
            p = MatMul(x, w) name "first"
            d = Div(p, root) name "div"
            g = Mul(d, o) name "halved"
            y = Softmax(g) name "second"
            z = Neg(o) name "neg"
            output y
            output z)",
                              kHead + R"(
            o = MatMul(x, v) name "other"
            p = MatMul(x, w) name "first"
            q = com.microsoft.Gelu(p) name "fused"
            y = Softmax(q) name "second"
            z = Neg(o) name "neg"
            output y
            output z)");
        QCOMPARE(matched.fate("halved"), std::string("nothing"));
    }

    void theAddBeforeANormalizationIsPartOfIt()
    {
        const Matched matched(kHead + R"(
            p = MatMul(x, w) name "first"
            s = Add(x, p) name "residual"
            n = LayerNormalization(s, b, b) name "norm"
            y = MatMul(n, v) name "second"
            output y)",
                              kHead + R"(
            p = MatMul(x, w) name "first"
            n = com.microsoft.SkipLayerNormalization(x, p, b, b) name "skip"
            y = MatMul(n, v) name "second"
            output y)");
        QCOMPARE(matched.fate("norm"), std::string("skip by value-name"));
        QCOMPARE(matched.fate("residual"), std::string("in norm"));
    }

    void aProductThatScalesIsThePartnerOfTheScaling()
    {
        const Matched matched(kHead + R"(
            a = MatMul(x, w) name "a"
            t = Transpose(x) name "t"
            p = MatMul(a, t) name "product"
            d = Div(p, root) name "scaled"
            y = Softmax(d) name "second"
            output y)",
                              kHead + R"(
            a = MatMul(x, w) name "a"
            t = Transpose(x) name "t"
            q = com.microsoft.FusedMatMul(a, t) {alpha: 0.7} name "product"
            y = Softmax(q) name "second"
            output y)");
        QCOMPARE(matched.fate("scaled"), std::string("product by node-name"));
        QCOMPARE(matched.fate("product"), std::string("in scaled"));
    }

    /// The sum that a normalization reads has no name in common, and other sums stand beside it.
    void whatANormalizationReadsIsFoundWithIt()
    {
        const std::string head = kHead + R"(
            const eps: float32[] = {0.00001}
            const two: float32[] = {2}
            )";
        const Matched matched(head + R"(
            a1 = MatMul(x, w) name "MatMul_1"
            a2 = Add(x, a1) name "Add_2"
            a3 = LayerNormalization(a2, b, b) name "LayerNormalization_3"
            a4 = MatMul(a3, v) name "MatMul_4"
            output a4)",
                              head + R"(
            c1 = MatMul(x, w) name "MatMul_11"
            c2 = Add(x, c1) name "Add_12"
            c3 = ReduceMean(c2) {axes: [-1]} name "ReduceMean_13"
            c4 = Sub(c2, c3) name "Sub_14"
            c5 = Pow(c4, two) name "Pow_15"
            c6 = ReduceMean(c5) {axes: [-1]} name "ReduceMean_16"
            c7 = Add(c6, eps) name "Add_17"
            c8 = Sqrt(c7) name "Sqrt_18"
            c9 = Div(c4, c8) name "Div_19"
            d1 = Mul(c9, b) name "Mul_20"
            d2 = Add(d1, b) name "Add_21"
            d3 = MatMul(d2, v) name "MatMul_22"
            output d3)");
        QCOMPARE(matched.fate("Add_2"), std::string("Add_12 by structure"));
        QCOMPARE(matched.fate("LayerNormalization_3"), std::string("Add_21 by structure"));
        for (const char* inside : {"ReduceMean_13", "Sub_14", "Add_17", "Div_19", "Mul_20"})
            QCOMPARE(matched.fateOfAnalysis(inside), std::string("in Add_21"));
    }

    /// Sums of two layers stand beside sums with a constant; nothing but their order and what they read tells them
    /// apart.
    void sumsOfTwoLayersAreNoSumsWithAConstant()
    {
        const Matched matched(kHead + R"(
            p1 = MatMul(x, w) name "MatMul_1"
            p2 = Div(p1, root) name "Div_2"
            p3 = Erf(p2) name "Erf_3"
            p4 = Add(p3, one) name "Add_4"
            p5 = Mul(p1, p4) name "Mul_5"
            p6 = Mul(p5, half) name "Mul_6"
            p7 = Add(p6, x) name "Add_7"
            p8 = MatMul(p7, v) name "MatMul_8"
            output p8)",
                              kHead + R"(
            q1 = MatMul(x, w) name "MatMul_11"
            q2 = com.microsoft.Gelu(q1) name "Gelu_12"
            q3 = Add(q2, x) name "Add_13"
            q4 = MatMul(q3, v) name "MatMul_14"
            output q4)");
        QCOMPARE(matched.fate("Add_7"), std::string("Add_13 by structure"));
        QCOMPARE(matched.fate("Mul_6"), std::string("Gelu_12 by structure"));
        for (const char* inside : {"Div_2", "Erf_3", "Add_4", "Mul_5"})
            QCOMPARE(matched.fate(inside), std::string("in Mul_6"));
    }

    /// ONNX Runtime makes Reshape, Gemm and Reshape of MatMul and Add; the last bears the name.
    void aNameBehindAReshapeIsThatOfTheProduct()
    {
        const Matched matched(kHead + R"(
            p = MatMul(x, w) name "first"
            sum = Add(p, b) name "bias"
            y = Softmax(sum) name "second"
            output y)",
                              kHead + R"(
            f = Reshape(x, flat) name "flatten"
            g = Gemm(f, w, b) name "first/MatMulAddFusion"
            sum = Reshape(g, deep) name "back"
            y = Softmax(sum) name "second"
            output y)");
        QCOMPARE(matched.fate("bias"), std::string("first/MatMulAddFusion by value-name"));
        QCOMPARE(matched.fate("first"), std::string("in bias"));
        QCOMPARE(matched.fateOfAnalysis("back"), std::string("nothing"));
    }

    /// The first of two additions is the bias: not the one that the other model has left.
    void aBiasIsFoundBeforeTheNextAdd()
    {
        const Matched matched(kHead + R"(
            t1 = MatMul(x, w) name "MatMul_1"
            t2 = Add(t1, b) name "Add_2"
            t3 = Add(t2, x) name "Add_3"
            t4 = Softmax(t3) name "Softmax_4"
            output t4)",
                              kHead + R"(
            u1 = Reshape(x, flat) name "Reshape_1"
            u2 = Gemm(u1, w, b) name "Gemm_2"
            u3 = Reshape(u2, deep) name "Reshape_3"
            u4 = Add(u3, x) name "Add_4"
            u5 = Softmax(u4) name "Softmax_5"
            output u5)");
        QCOMPARE(matched.fate("MatMul_1"), std::string("in Add_2"));
        QCOMPARE(matched.fate("Add_2"), std::string("Gemm_2 by weights"));
        QCOMPARE(matched.fate("Add_3"), std::string("Add_4 by structure"));
    }
};

QTEST_APPLESS_MAIN(TestMatchingRegions)
#include "tst_matching_regions.moc"
