// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/checks/rule_runner.h"

#include <QDir>
#include <QTest>

#include <algorithm>

using ql::tests::checkText;
using ql::tests::findingsOf;
using ql::tests::summaryOf;

namespace {

/// A model between a quantized input "d" and whatever @p nodes make of it.
std::string quantized(const std::string& nodes, const char* kind = "int8")
{
    const std::string type = kind;
    return "graph \"g\" opset 21\n input x: float32[1,2,4]\n const s: float32[] = {0.5}\n const t: float32[] = {0.25}\n"
           " const z: "
           + type + "[] = {0}\n const z3: " + type + R"([] = {3}
        const w: float32[2,2,1] = {1, 2, 3, 4}
        const wq: int8[2,2,1] = {1, 2, 3, 4}
        const w16: int16[2,2,1] = {1, 2, 3, 4}
        const ws: float32[] = {0.1}
        const bn: float32[2] = {1, 2}
        q = QuantizeLinear(x, s, z) name "q"
        d = DequantizeLinear(q, s, z) name "dq"
        wd = DequantizeLinear(wq, ws)
        wd16 = DequantizeLinear(w16, ws)
        )" + nodes;
}

} // namespace

/// The rules about how operators are quantized together, and the list of rules itself.
class TestCheckConstraints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRuleOnDiskIsListed()
    {
        QStringList listed;
#define QL_CHECK(rule, summary) listed << QStringLiteral(#rule);
#define QL_CONFIG_RULE(rule, summary)
#define QL_ASKED_RULE(rule, summary)
#include "core/results/check_rules.inc"
#undef QL_ASKED_RULE
#undef QL_CONFIG_RULE
#undef QL_CHECK
        QStringList onDisk;
        const QDir folder(QString::fromUtf8(QUANTLOUPE_SOURCE_DIR "/core/analysis/checks/rules"));
        for (const auto& file : folder.entryInfoList({QStringLiteral("*.cpp")}, QDir::Files))
            onDisk << file.completeBaseName();
        std::sort(onDisk.begin(), onDisk.end());
        QVERIFY(onDisk.size() > 20);
        QCOMPARE(listed, onDisk);
    }

    void unfusedRun()
    {
        const auto conv = [](const char* tail) {
            return quantized(std::string("y = Conv(d, wd) name \"conv\"\n") + tail + "\n output o");
        };
        const char* const separate = R"(yq = QuantizeLinear(y, t, z)
            yd = DequantizeLinear(yq, t, z)
            o = Relu(yd) name "relu")";
        QCOMPARE(summaryOf("unfused-run", conv(separate)), "warning conv");
        const auto result = checkText(conv(separate));
        QCOMPARE(result.fusableRuns.at(0).pattern, "conv+relu");
        QCOMPARE(result.fusableRuns.at(0).members.at(1).name, "relu");
        QVERIFY(result.fusableRuns.at(0).hasQuantizerInside);
        QCOMPARE(summaryOf("unfused-run", conv(R"(r = Relu(y) name "relu"
            yq = QuantizeLinear(r, t, z)
            o = DequantizeLinear(yq, t, z))")),
                 "");
        QCOMPARE(summaryOf("unfused-run", conv(R"(yq = QuantizeLinear(y, t, z)
            yd = DequantizeLinear(yq, t, z)
            o = Add(yd, d) name "add")")),
                 "info conv");
    }

    void aQuantizerThatCutsNegativesIsAReluAlready()
    {
        QCOMPARE(summaryOf("unfused-run", quantized(R"(y = Conv(d, wd) name "conv"
            yq = QuantizeLinear(y, t, z)
            yd = DequantizeLinear(yq, t, z)
            o = Relu(yd) name "relu"
            output o)",
                                                    "uint8")),
                 "");
    }

    void normalisationIsUnfusedInFloatToo()
    {
        const auto text = R"(graph "g" opset 13
            input x: float32[1,2,4]
            const w: float32[2,2,1] = {1, 2, 3, 4}
            const n: float32[2] = {1, 1}
            y = Conv(x, w) name "conv"
            b = BatchNormalization(y, n, n, n, n) name "bn"
            r = Relu(b) name "relu"
            output r)";
        QCOMPARE(summaryOf("unfused-run", text), "info conv");
        QCOMPARE(checkText(text).fusableRuns.at(0).pattern, "conv+bn");
    }

    void quantizedOutput()
    {
        QCOMPARE(summaryOf("quantized-output", quantized(R"(y = Conv(d, wd) name "conv"
            yq = QuantizeLinear(y, t, z)
            o = DequantizeLinear(yq, t, z)
            output o)")),
                 "warning conv");
        QCOMPARE(summaryOf("quantized-output", quantized(R"(y = Sigmoid(d) name "sigmoid"
            yq = QuantizeLinear(y, t, z)
            o = DequantizeLinear(yq, t, z)
            output o)")),
                 "info sigmoid");
        QCOMPARE(summaryOf("quantized-output", quantized("o = Conv(d, wd) name \"conv\"\n output o")), "");
    }

    void mixedPrecisionInputs()
    {
        QCOMPARE(summaryOf("mixed-precision-inputs", quantized("o = Conv(d, w) name \"conv\"\n output o")),
                 "warning conv");
        QCOMPARE(summaryOf("mixed-precision-inputs", quantized("o = Conv(x, wd) name \"conv\"\n output o")),
                 "warning conv");
        QCOMPARE(summaryOf("mixed-precision-inputs", quantized("o = Conv(d, wd) name \"conv\"\n output o")), "");
        const auto add = [](const char* other, const char* tail) {
            return quantized(std::string("r = Relu(x) name \"relu\"\n a = Add(d, ") + other + ") name \"add\"\n"
                             + tail);
        };
        const char* const quantizedAfter = R"(aq = QuantizeLinear(a, t, z)
            o = DequantizeLinear(aq, t, z)
            output o)";
        QCOMPARE(summaryOf("mixed-precision-inputs", add("r", quantizedAfter)), "warning add");
        QCOMPARE(summaryOf("mixed-precision-inputs", add("d", quantizedAfter)), "");
        // An addition in float may read what it likes.
        QCOMPARE(summaryOf("mixed-precision-inputs", add("r", "output a")), "");
    }

    void differentWidthsAreMixed()
    {
        QCOMPARE(summaryOf("mixed-precision-inputs", quantized(R"(const z16: int16[] = {0}
            r = Relu(x) name "relu"
            rq = QuantizeLinear(r, t, z16)
            rd = DequantizeLinear(rq, t, z16)
            a = Add(d, rd) name "add"
            aq = QuantizeLinear(a, t, z)
            o = DequantizeLinear(aq, t, z)
            output o)")),
                 "warning add");
    }

    void unquantizedBetweenQuantized()
    {
        const auto swish = [](const char* gate) {
            return quantized(std::string("g = Sigmoid(d) name \"gate\"\n") + gate + R"(
                m = Mul(d, gd) name "mul"
                mq = QuantizeLinear(m, t, z)
                o = DequantizeLinear(mq, t, z)
                output o)");
        };
        QCOMPARE(summaryOf("unquantized-between-quantized", swish("gd = Identity(g)")), "");
        QCOMPARE(summaryOf("unquantized-between-quantized",
                           swish("gq = QuantizeLinear(g, t, z)\n gd = DequantizeLinear(gq, t, z)")),
                 "");
        QCOMPARE(summaryOf("unquantized-between-quantized", quantized(R"(g = Sigmoid(d) name "gate"
            m = Mul(d, g) name "mul"
            mq = QuantizeLinear(m, t, z)
            o = DequantizeLinear(mq, t, z)
            output o)")),
                 "warning gate");
        // A convolution and its activation are computed together.
        QCOMPARE(summaryOf("unquantized-between-quantized", quantized(R"(y = Add(d, d) name "add"
            r = Relu(y) name "relu"
            rq = QuantizeLinear(r, t, z)
            o = DequantizeLinear(rq, t, z)
            output o)")),
                 "");
    }

    void unquantizedProduct()
    {
        QCOMPARE(summaryOf("unquantized-product",
                           quantized("o = Conv(x, w) name \"conv\"\n p = Relu(d)\n output o\n output p")),
                 "warning conv");
        QCOMPARE(summaryOf("unquantized-product", quantized("o = MaxPool(x) {kernel_shape: [2]} name \"pool\"\n"
                                                            " p = Relu(d)\n output o\n output p")),
                 "info pool");
        QCOMPARE(summaryOf("unquantized-product", quantized("o = Conv(d, wd) name \"conv\"\n output o")), "");
        QCOMPARE(summaryOf("unquantized-product", R"(graph "g" opset 13
            input x: float32[1,2,4]
            const w: float32[2,2,1] = {1, 2, 3, 4}
            y = Conv(x, w) name "conv"
            output y)"),
                 "");
    }

    void inconsistentFanOut()
    {
        const auto fanOut = [](const char* second) {
            return quantized(std::string(R"(y = Relu(d) name "relu"
                q1 = QuantizeLinear(y, s, z)
                d1 = DequantizeLinear(q1, s, z)
                a = Sigmoid(d1) name "a"
                )") + second + "\n output a\n output b");
        };
        QCOMPARE(summaryOf("inconsistent-fan-out",
                           fanOut("q2 = QuantizeLinear(y, t, z)\n d2 = DequantizeLinear(q2, t, z)\n b = Tanh(d2)")),
                 "warning relu");
        QCOMPARE(summaryOf("inconsistent-fan-out",
                           fanOut("q2 = QuantizeLinear(y, s, z)\n d2 = DequantizeLinear(q2, s, z)\n b = Tanh(d2)")),
                 "");
        QCOMPARE(summaryOf("inconsistent-fan-out", fanOut("b = Tanh(y) name \"b\"")), "info relu");
        QCOMPARE(summaryOf("inconsistent-fan-out", fanOut("b = Tanh(d1)")), "");
    }

    void dataMovementMismatch()
    {
        const auto moved = [](const char* move, const char* scale, const char* tail) {
            return quantized(std::string("m = ") + move + " name \"move\"\n mq = QuantizeLinear(m, " + scale
                             + ", z)\n md = DequantizeLinear(mq, " + scale + ", z)\n" + tail);
        };
        const char* const used = "o = Conv(md, wd) name \"conv\"\n output o";
        QCOMPARE(summaryOf("data-movement-mismatch", moved("Transpose(d) {perm: [0, 2, 1]}", "t", used)),
                 "warning move");
        QCOMPARE(summaryOf("data-movement-mismatch", moved("Transpose(d) {perm: [0, 2, 1]}", "s", used)), "");
        QCOMPARE(summaryOf("data-movement-mismatch", moved("Transpose(d) {perm: [0, 2, 1]}", "t", "output md")), "");
        QCOMPARE(summaryOf("data-movement-mismatch", moved("Concat(d, d) {axis: 1}", "t", used)),
                 "info move, info move");
        QCOMPARE(summaryOf("data-movement-mismatch", quantized(R"(a = Transpose(d) {perm: [0, 2, 1]} name "first"
            b = Transpose(a) {perm: [0, 2, 1]} name "second"
            bq = QuantizeLinear(b, t, z)
            bd = DequantizeLinear(bq, t, z)
            o = Relu(bd)
            output o)")),
                 "warning first");
    }

    void matmulSecondInput()
    {
        const auto product = [](const char* zeroPoint, const char* kind) {
            return quantized(std::string("r = Relu(x)\n rq = QuantizeLinear(r, t, ") + zeroPoint
                                 + ")\n rd = DequantizeLinear(rq, t, " + zeroPoint
                                 + ")\n o = MatMul(d, rd) name \"matmul\"\n output o",
                             kind);
        };
        QCOMPARE(summaryOf("matmul-second-input", product("z", "int8")), "");
        QCOMPARE(summaryOf("matmul-second-input", product("z3", "int8")), "info matmul");
        QCOMPARE(summaryOf("matmul-second-input", product("z", "int16")), "info matmul");
        QCOMPARE(summaryOf("matmul-second-input", product("z", "uint8")), "info matmul");
    }

    void linearBias()
    {
        const auto linear = [](const char* shape, const char* weight, const char* next) {
            return std::string("graph \"g\" opset 13\n input x: float32[") + shape + "]\n input v: float32[2,2]\n"
                   + " const w: float32[2,2] = {1, 2, 3, 4}\n const b: float32[2] = {1, 2}\n y = MatMul(x, " + weight
                   + ") name \"fc\"\n o = " + next + " name \"next\"\n output o";
        };
        QCOMPARE(summaryOf("linear-bias", linear("1,3,2", "w", "Add(b, y)")), "info fc");
        QCOMPARE(summaryOf("linear-bias", linear("3,2", "w", "Add(b, y)")), "");
        QCOMPARE(summaryOf("linear-bias", linear("1,3,2", "v", "Add(b, y)")), "");
        QCOMPARE(summaryOf("linear-bias", linear("1,3,2", "w", "Add(y, x)")), "");
        QCOMPARE(summaryOf("linear-bias", linear("1,3,2", "w", "Relu(y)")), "");
    }

    void offlineConvolution()
    {
        const auto conv = [](const char* nodes) {
            return std::string(R"(graph "g" opset 13
                input x: float32[1,1,2]
                const p: float32[1,1,2] = {1, 2}
                const w: float32[1,1,1] = {3}
                )") + nodes
                   + "\n output o";
        };
        QCOMPARE(summaryOf("offline-convolution", conv("c = Conv(p, w) name \"conv\"\n o = Add(c, x)")), "info conv");
        QCOMPARE(summaryOf("offline-convolution", conv("r = Relu(p)\n c = Conv(r, w) name \"conv\"\n o = Add(c, x)")),
                 "info conv");
        QCOMPARE(summaryOf("offline-convolution", conv("o = Conv(x, w) name \"conv\"")), "");
        QCOMPARE(summaryOf("offline-convolution", conv("o = Conv(x, p) name \"conv\"")), "");
    }

    void slicedChunk()
    {
        const auto slices = [](const char* second) {
            return std::string(R"(graph "g" opset 13
                input x: float32[1,6,8]
                const axis: int64[1] = {1}
                const zero: int64[1] = {0}
                const one: int64[1] = {1}
                const two: int64[1] = {2}
                const fixed: int64[1] = {3}
                const six: int64[1] = {6}
                s = Shape(x)
                n = Gather(s, axis)
                m = Add(n, one)
                h = Div(m, two)
                e = Mul(h, one)
                f = Mul(h, two)
                a = Slice(x, zero, e, axis) name "first"
                )") + second
                   + "\n o = Sub(a, b)\n output o";
        };
        const auto chunk = slices("b = Slice(x, e, f, axis) name \"second\"");
        QCOMPARE(summaryOf("sliced-chunk", chunk), "info first");
        QVERIFY(findingsOf("sliced-chunk", chunk)[0].remedy.english().find("torch.split") != std::string::npos);
        QCOMPARE(summaryOf("sliced-chunk", slices("b = Slice(x, fixed, six, axis) name \"second\"")), "");
        QCOMPARE(summaryOf("sliced-chunk", R"(graph "g" opset 13
            input x: float32[1,6,8]
            a, b = Split(x) {axis: 1} name "split"
            o = Sub(a, b)
            output o)"),
                 "");
    }

    void biasOverflow()
    {
        const auto layer = [](const char* scale, const char* bias) {
            return std::string("const tiny: float32[] = {") + scale + "}\n const b: float32[2] = {0, " + bias
                   + "}\n wt = DequantizeLinear(wq, tiny)\n o = Conv(d, wt, b) name \"conv\"\n output o";
        };
        const auto beyond = quantized(layer("7.843e-10", "5")); // 5 / (0.5 · 7.843e-10) = 1.275e10
        QCOMPARE(summaryOf("bias-overflow", beyond), "error conv");
        QVERIFY(findingsOf("bias-overflow", beyond)[0].message.english().find("channel 1 becomes 1275")
                != std::string::npos);
        QCOMPARE(summaryOf("bias-overflow", quantized(layer("7.843e-10", "0.8"))), ""); // 2.04e9
        QCOMPARE(summaryOf("bias-overflow", quantized(layer("7.843e-10", "-0.85"))), "error conv");
        QCOMPARE(summaryOf("bias-overflow", quantized(layer("0.1", "5"))), "");
        const auto cut = quantized(R"(const bs: float32[] = {0.05}
            const bq: int32[2] = {7, 2147483647}
            bd = DequantizeLinear(bq, bs)
            o = Conv(d, wd, bd) name "conv"
            output o)");
        QCOMPARE(summaryOf("bias-overflow", cut), "error conv");
    }

    void bitWidth()
    {
        QCOMPARE(summaryOf("bit-width", quantized("o = Conv(d, wd) name \"conv\"\n output o")), "");
        QCOMPARE(summaryOf("bit-width", quantized("o = Conv(d, wd) name \"conv\"\n output o", "int16")), "");
        const auto wide = quantized("o = Conv(d, wd16) name \"conv\"\n output o");
        QCOMPARE(summaryOf("bit-width", wide), "info conv");
        QVERIFY(findingsOf("bit-width", wide)[0].message.english().find("has 16 bits") != std::string::npos);
        QCOMPARE(summaryOf("bit-width", quantized("o = Conv(d, wd) name \"conv\"\n output o", "int4")), "info conv");
    }

    void tablesSayHowLayersAndWeightsAreQuantized()
    {
        const auto result = checkText(quantized(R"(y = Conv(d, wd) name "conv"
            yq = QuantizeLinear(y, t, z)
            yd = DequantizeLinear(yq, t, z)
            o = Sigmoid(yd) name "sigmoid"
            output o)"));
        QCOMPARE(result.layers.size(), std::size_t(3));
        QCOMPARE(result.layers[0].inputDtype, "float32");
        QCOMPARE(result.layers[0].outputDtype, "int8");
        QCOMPARE(result.layers[1].inputDtype, "int8");
        QCOMPARE(result.layers[1].observer, "fixed");
        QVERIFY(result.layers[2].observer.empty());
        QCOMPARE(result.weights.size(), std::size_t(1));
        QCOMPARE(result.weights[0].tensor, "wq");
        QCOMPARE(result.weights[0].dtype, "int8");
        QCOMPARE(result.weights[0].scaleCount, std::size_t(1));
    }
};

QTEST_APPLESS_MAIN(TestCheckConstraints)
#include "tst_check_constraints.moc"
