// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/name_affixes.h"
#include "core/base/error.h"
#include "core/graph/operators/operator_traits.h"
#include "tests/core/analysis/matched_graphs.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace ql;
using namespace ql::analysis;
using ql::tests::Matched;

namespace {

const std::string kHead = R"(graph "g" opset 13
    input x: float32[1,1,4,4]
    const w: float32[1,1,1,1] = {2}
    const wq: uint8[1,1,1,1] = {2}
    const s: float32[] = {0.5}
    const z: uint8[] = {0}
)";

const std::string kConvReluConv = kHead + R"(
    a = Conv(x, w) name "conv1"
    b = Relu(a) name "relu1"
    c = Conv(b, w) name "conv2"
    output c)";

} // namespace

class TestMatching : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalValueNamesComeFirst()
    {
        // The quantizer took over the Relu's clamping: the convolution now makes the tensor that the Relu made.
        const Matched found(kConvReluConv, kHead + R"(
            b = Conv(x, w) name "conv1"
            bq = QuantizeLinear(b, s, z)
            bd = DequantizeLinear(bq, s, z)
            c = Conv(bd, w) name "conv2"
            output c)");
        QCOMPARE(found.fate("relu1"), "conv1 by value-name");
        QCOMPARE(found.fate("conv1"), "in relu1");
        QCOMPARE(found.fate("conv2"), "conv2 by value-name");
        QCOMPARE(found.fate("x"), "x by value-name");
    }

    void aConstantIsNoPartnerOfItsNamesake()
    {
        const std::string head = "graph \"g\" opset 13\n input x: float32[4]\n const c: float32[4] = {1, 2, 3, 4}\n";
        const std::string tail = "y = Add(x, n) name \"add\"\n output y";
        const std::string constant = head + "n = Neg(c) name \"neg\"\n" + tail;
        const std::string dependent = head + "n = Neg(x) name \"neg\"\n" + tail;
        const Matched forward(constant, dependent);
        QCOMPARE(forward.fate("add"), "add by value-name");
        QCOMPARE(forward.fate("neg"), "nothing");
        QCOMPARE(Matched(dependent, constant).fate("neg"), "nothing");
    }

    void nodeNamesMatchWhereValuesDiffer()
    {
        const Matched found(kConvReluConv, kHead + R"(
            a1 = Conv(x, w) name "conv1"
            b1 = Relu(a1) name "relu1"
            c1 = Conv(b1, w) name "conv2"
            output c1)");
        QCOMPARE(found.fate("conv1"), "conv1 by node-name");
        QCOMPARE(found.fate("relu1"), "relu1 by node-name");
    }

    void affixesAreStripped()
    {
        const Matched found(kConvReluConv, kHead + R"(
            xq = QuantizeLinear(x, s, z)
            a_quantized = QLinearConv(xq, s, z, wq, s, z, s, z) name "first"
            last = QLinearConv(a_quantized, s, z, wq, s, z, s, z) name "conv2_quant"
            y = DequantizeLinear(last, s, z)
            output y)");
        // The integer convolution clamps as the Relu does, so its partner is the run's end.
        QCOMPARE(found.fate("relu1"), "first by stripped-name");
        QCOMPARE(found.fate("conv1"), "in relu1");
        QCOMPARE(found.fate("conv2"), "conv2_quant by stripped-name");
    }

    void listsEveryNameThatMayHaveBeen()
    {
        using Names = std::vector<std::string>;
        QCOMPARE(possibleOriginals("conv"), Names{"conv"});
        QCOMPARE(possibleOriginals("conv_output_quantized"), (Names{"conv_output_quantized", "conv_output", "conv"}));
        QCOMPARE(possibleOriginals("quantized_x_quant"), (Names{"quantized_x_quant", "quantized_x", "x_quant", "x"}));
        QCOMPARE(possibleOriginals("_quant"), Names{"_quant"});
    }

    /// As PyTorch's exporter calls what it traces anew for each export: equal numbers are other layers.
    void distrustsNumbersThatAreCountedAnew()
    {
        const auto chain = [](int first) {
            std::string text = "graph \"g\" opset 13\ninput x: float32[2,3]\nconst c: float32[] = {2}\n";
            std::string last = "x";
            for (int i = 0; i < 8; ++i) {
                const auto name = (i % 2 == 0 ? "add_" : "mul_") + std::to_string(first + i);
                text += name + ": float32[2,3] = " + (i % 2 == 0 ? "Add(" : "Mul(") + last + ", c) name \"node_" + name
                        + "\"\n";
                last = name;
            }
            return text + "output " + last + "\n";
        };
        const Matched matched(chain(1), chain(5));
        for (int i = 0; i < 8; ++i) {
            const auto* const stem = i % 2 == 0 ? "node_add_" : "node_mul_";
            const auto fate = matched.fate(stem + std::to_string(1 + i));
            QCOMPARE(fate.substr(0, fate.find(' ')), stem + std::to_string(5 + i));
        }
    }

    void trustsNumbersThatWereKept()
    {
        const std::vector<std::string> all{"conv_1", "conv_2", "conv_3", "relu_4"}, fewer{"conv_1", "conv_3", "relu_9"};
        QVERIFY(!CountedStems(all, fewer).has("conv_1"));
        QVERIFY(!CountedStems(all, all).has("conv_1"));
        QVERIFY(!CountedStems(all, {"conv_1", "conv_2", "conv_8", "conv_9"}).has("conv_1"));
        const CountedStems anew(all, {"conv_3", "conv_5", "conv_7", "relu_8"});
        QVERIFY(anew.has("conv_3") && !anew.has("relu_4") && !anew.has("conv") && !anew.has("conv_3_quantized"));
        QVERIFY(CountedStems({"a1_n", "a2_n"}, {"a3_n", "a4_n"}).has("a9_n"));
    }

    void stripsWhatToolsAppend()
    {
        QCOMPARE(withoutQuantizationAffixes("33_QuantizeLinear_Output"), "33");
        QCOMPARE(withoutQuantizationAffixes("33_DequantizeLinear_Output"), "33");
        QCOMPARE(withoutQuantizationAffixes("y_QuantizeLinear_Input"), "y");
        QCOMPARE(withoutQuantizationAffixes("47_output_quantized"), "47");
        QCOMPARE(withoutQuantizationAffixes("47quant_scaled_output"), "47");
        QCOMPARE(withoutQuantizationAffixes("Conv_0_quant"), "Conv_0");
        QCOMPARE(withoutQuantizationAffixes("_quant"), "_quant");
        QCOMPARE(withoutQuantizationAffixes("conv.1"), "conv.1");
        QCOMPARE(withoutCopyNumber("conv.1"), "conv");
        QCOMPARE(withoutCopyNumber("conv_quant.12"), "conv");
        QCOMPARE(withoutCopyNumber("1.5"), "1");
        QCOMPARE(withoutCopyNumber("conv1"), "conv1");
    }

    void equalNumbersSayNothingAgainstStructure()
    {
        const Matched found(kHead + R"(
            input.4 = Abs(x) name "first"
            input.12 = Abs(input.4) name "second"
            output input.12)",
                            kHead + R"(
            input.12 = Abs(x) name "p"
            input.4 = Abs(input.12) name "q"
            output input.4)");
        QCOMPARE(found.fate("first"), "p by structure");
        QCOMPARE(found.fate("second"), "q by structure");
    }

    void equalNumbersOfDifferentOperatorsAreNoMatch()
    {
        const Matched found(kHead + R"(
            "7" = Conv(x, w) name "conv"
            "8" = Sigmoid("7") name "sigmoid"
            output "8")",
                            kHead + R"(
            "8" = Conv(x, w) name "n1"
            "7" = Sigmoid("8") name "n2"
            output "7")");
        QCOMPARE(found.fate("conv"), "n1 by structure");
        QCOMPARE(found.fate("sigmoid"), "n2 by structure");
    }

    void scopesMatchWhenNamesDoNot()
    {
        const Matched found(kHead + R"(
            a = Conv(x, w) name "m" scope "block/one"
            b = Conv(a, w) name "n" scope "block/two"
            output b)",
                            kHead + R"(
            p = Conv(x, w) name "q" scope "block/one"
            r = Conv(p, w) name "t" scope "block/two"
            output r)");
        QCOMPARE(found.fate("m"), "q by scope");
        QCOMPARE(found.fate("n"), "t by scope");
    }

    void structureMatchesByFamilyAndOrder()
    {
        const Matched found(kHead + R"(
            a = Conv(x, w) name "m"
            b = Relu(a) name "n"
            c = MaxPool(b) {kernel_shape: [2, 2]} name "o"
            d = Conv(c, w) name "p"
            output d)",
                            kHead + R"(
            xq = QuantizeLinear(x, s, z)
            e = QLinearConv(xq, s, z, wq, s, z, s, z) name "q1"
            f = MaxPool(e) {kernel_shape: [2, 2]} name "q2"
            g = QLinearConv(f, s, z, wq, s, z, s, z) name "q3"
            h = DequantizeLinear(g, s, z)
            output h)");
        QCOMPARE(found.fate("n"), "q1 by structure");
        QCOMPARE(found.fate("m"), "in n");
        QCOMPARE(found.fate("o"), "q2 by structure");
        QCOMPARE(found.fate("p"), "q3 by structure");
    }

    void structureKeepsBranchesApart()
    {
        // The branches stand in opposite order in the two files; their matched ends tell them apart.
        const Matched found(kHead + R"(
            l = Abs(x) name "left"
            r = Neg(x) name "right"
            lc = Conv(l, w) name "b1"
            rc = Conv(r, w) name "b2"
            y = Add(lc, rc) name "sum"
            output y)",
                            kHead + R"(
            l = Abs(x) name "left"
            r = Neg(x) name "right"
            rd = Conv(r, w) name "a2"
            ld = Conv(l, w) name "a1"
            y = Add(ld, rd) name "sum"
            output y)");
        QCOMPARE(found.fate("b1"), "a1 by structure");
        QCOMPARE(found.fate("b2"), "a2 by structure");
    }

    void shapesRuleStructureOut()
    {
        const Matched found(R"(graph "g" opset 13
            input x: float32[1,4]
            a: float32[1,4] = Abs(x) name "m"
            output a)",
                            R"(graph "g" opset 13
            input p: float32[1,4]
            b: float32[1,8] = Abs(p) name "n"
            output b)");
        QCOMPARE(found.fate("m"), "nothing");
        QCOMPARE(found.fateOfAnalysis("n"), "nothing");
        QCOMPARE(found.fate("x"), "p by structure");
    }

    void splitOperatorsAreFusedOnTheAnalysisSide()
    {
        const Matched found(R"(graph "g" opset 13
            input x: float32[1,4]
            const w: float32[4,2] = {1, 2, 3, 4, 5, 6, 7, 8}
            const b: float32[2] = {1, 2}
            y = Gemm(x, w, b) name "gemm"
            output y)",
                            R"(graph "g" opset 13
            input x: float32[1,4]
            const w: float32[4,2] = {1, 2, 3, 4, 5, 6, 7, 8}
            const b: float32[2] = {1, 2}
            t = MatMul(x, w) name "product"
            y = Add(t, b) name "bias"
            output y)");
        QCOMPARE(found.fate("gemm"), "bias by value-name");
        QCOMPARE(found.fateOfAnalysis("product"), "in bias");
    }

    void reluThatThePartnerHasIsNotFused()
    {
        const Matched found(kConvReluConv, kHead + R"(
            a_quantized = Conv(x, w) name "k1"
            other = Relu(a_quantized) name "k2"
            c = Conv(other, w) name "k3"
            output c)");
        QCOMPARE(found.fate("conv1"), "k1 by stripped-name");
        QCOMPARE(found.fate("relu1"), "k2 by structure");
    }

    void mapFileOverrulesNames()
    {
        const std::string twoBranches = kHead + R"(
            a = Abs(x) name "one"
            b = Abs(x) name "two"
            y = Add(a, b) name "sum"
            output y)";
        const Matched found(twoBranches, twoBranches, {{"one", "b"}, {"b", "one"}});
        QCOMPARE(found.fate("one"), "two by map-file");
        QCOMPARE(found.fate("two"), "one by map-file");
        QCOMPARE(found.fate("sum"), "sum by value-name");
    }

    void mapFileWithUnknownNameIsRefused()
    {
        try {
            const Matched found(kConvReluConv, kConvReluConv, {{"conv1", "nowhere"}});
            QFAIL("expected an error");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::BadArgument);
            QVERIFY(std::string(error.what()).find("nowhere") != std::string::npos);
            QVERIFY(std::string(error.what()).find("analysis") != std::string::npos);
        }
    }

    void mapFilesAreRead()
    {
        QTemporaryDir folder;
        const auto path = folder.filePath("map.txt").toStdString();
        std::ofstream(path) << "# comment\nconv1  conv1_quant # trailing\n\n  b\tc\n";
        QCOMPARE(readNameMap(path), (NameMap{{"conv1", "conv1_quant"}, {"b", "c"}}));
        std::ofstream(path) << "conv1 a\nonly_one\n";
        try {
            readNameMap(path);
            QFAIL("expected an error");
        } catch (const Error& error) {
            QVERIFY(error.code() == ErrorCode::FileCorrupt);
            QVERIFY(std::string(error.what()).find("line 2") != std::string::npos);
        }
        QVERIFY_THROWS_EXCEPTION(Error, readNameMap(path + ".missing"));
    }

    void familiesJoinWhatComputesTheSame()
    {
        for (const char* conv : {"Conv", "QLinearConv", "ConvInteger", "FusedConv", "com.microsoft.NhwcConv"})
            QCOMPARE(graph::familyOf(conv), "Conv");
        for (const char* product : {"MatMul", "Gemm", "com.microsoft.QGemm", "MatMulInteger", "QLinearMatMul",
                                    "com.microsoft.DynamicQuantizeMatMul", "com.microsoft.MatMulIntegerToFloat"})
            QCOMPARE(graph::familyOf(product), "MatMul");
        QCOMPARE(graph::familyOf("com.microsoft.DynamicQuantizeLSTM"), "LSTM");
        QCOMPARE(graph::familyOf("Flatten"), "Reshape");
        QVERIFY(graph::familyOf("ConvTranspose") != graph::familyOf("Conv"));
    }
};

QTEST_APPLESS_MAIN(TestMatching)
#include "tst_matching.moc"
