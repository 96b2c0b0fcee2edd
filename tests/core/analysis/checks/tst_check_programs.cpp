// SPDX-License-Identifier: GPL-3.0-or-later
// What check says of PyTorch's programs: who reads a layer, which modules are called, on whose grid numbers lie.
#include "core/analysis/check/check.h"
#include "core/graph/text_form/text_form.h"
#include "tests/core/analysis/checks/rule_runner.h"

#include <QTest>

using namespace ql;
using ql::tests::checkText;
using ql::tests::findingsOf;
using ql::tests::summaryOf;

class TestCheckPrograms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A scripted normalization checks the rank of what it gets.
    void whoAsksForTheRankAloneIsNoReader()
    {
        const auto text = [](const char* reader) {
            return std::string(R"(graph "g" opset 17, prim 1
            input x: float32[1,2,4]
            const w: float32[2,2,1] = {1, 2, 3, 4}
            const n: float32[2] = {1, 1}
            y = Conv(x, w) name "conv"
            )") + reader
                   + R"(
            b = BatchNormalization(y, n, n, n, n) name "bn"
            output b
            output d)";
        };
        QCOMPARE(checkText(text("d = prim.dim(y) name \"rank\"")).fusableRuns.size(), std::size_t(1));
        QVERIFY(checkText(text("d = Neg(y) name \"neg\"")).fusableRuns.empty());
    }

    /// Its methods are no calls of a module; what observes each of them is one.
    void functionalsAreCountedByWhatObservesThem_data()
    {
        QTest::addColumn<bool>("isObserving");
        QTest::newRow("float") << false;
        QTest::newRow("training") << true;
    }

    void functionalsAreCountedByWhatObservesThem()
    {
        QFETCH(const bool, isObserving);
        auto tree = std::make_shared<graph::ModuleTree>();
        const auto className =
            isObserving ? "torch.ao.quantization.fake_quantize.FakeQuantize" : "torch.nn.modules.linear.Identity";
        tree->modules = {{"", "Net"},
                         {"ff", "torch.ao.nn.quantized.modules.functional_modules.FloatFunctional"},
                         {"ff.activation_post_process", className, false, true, false, isObserving},
                         {"unused", "torch.ao.nn.quantized.modules.functional_modules.FloatFunctional"},
                         {"unused.activation_post_process", className, false, true, false, isObserving}};
        tree->calls = {{2}, {2}};
        importers::ImportedModel model;
        model.graph =
            graph::parseGraph("graph \"g\" opset 17\n input x: float32[2]\n y = Neg(x) name \"n\"\n output y");
        model.modules = tree;
        JobContext ctx;
        const auto result = analysis::checkModel(model, {}, ctx);
        QCOMPARE(result->moduleUses.size(), std::size_t(2));
        QCOMPARE(result->moduleUses[0].name, std::string("ff"));
        QCOMPARE(result->moduleUses[0].calls, std::optional<std::uint64_t>(2));
        QCOMPARE(result->moduleUses[1].calls, std::optional<std::uint64_t>(0));
        const auto isShared = [](const results::Diagnostic& finding) { return finding.rule == "shared-module"; };
        QCOMPARE(std::ranges::count_if(result->findings, isShared), std::ptrdiff_t(1));
    }

    /// As torch 1.13 exports it up to opset 16; one operator is nothing to say.
    void writtenOutLayerNormsAreNamed()
    {
        const auto text = [](const std::string& norm) {
            return R"(graph "g" opset 17
            input x: float32[2,4]
            const two: float32[] = {2}
            const eps: float32[] = {1e-5}
            const w: float32[4] = {1, 1, 1, 1}
            )" + norm
                   + " y = Relu(o) name \"relu\"\n output y";
        };
        const auto written = text(R"(m = ReduceMean(x) {axes: [-1]} name "/ln/ReduceMean"
            c = Sub(x, m) name "/ln/Sub"
            p = Pow(c, two) name "/ln/Pow"
            v = ReduceMean(p) {axes: [-1]} name "/ln/ReduceMean_1"
            e = Add(v, eps) name "/ln/Add"
            r = Sqrt(e) name "/ln/Sqrt"
            d = Div(c, r) name "/ln/Div"
            g = Mul(d, w) name "/ln/Mul"
            o = Add(g, w) name "/ln/Add_1"
            )");
        QCOMPARE(summaryOf("written-layer-norm", written), std::string("info /ln/Add_1"));
        QVERIFY(findingsOf("written-layer-norm", written)[0].message.english().find("in 9 operators")
                != std::string::npos);
        QCOMPARE(summaryOf("written-layer-norm", text("o = LayerNormalization(x, w, w) name \"ln\"\n")), std::string());
    }

    /// What a Relu gives of integers are integers of the same scale; what a Sigmoid gives are none.
    void numbersStayOnTheirGrid()
    {
        const auto text = [](const std::string& between) {
            return R"(graph "g" opset 17
            input x: float32[1,2,4]
            const w: float32[2,2,1] = {1, 2, 3, 4}
            const s: float32[] = {0.1}
            const z: int8[] = {0}
            xq = QuantizeLinear(x, s, z)
            xd = DequantizeLinear(xq, s, z)
            wq = QuantizeLinear(w, s, z)
            wd = DequantizeLinear(wq, s, z)
            a = Conv(xd, wd) name "a"
            aq = QuantizeLinear(a, s, z)
            ad = DequantizeLinear(aq, s, z)
            r = )" + between
                   + R"((ad) name "between"
            m = Add(r, xd) name "sum"
            mq = QuantizeLinear(m, s, z)
            md = DequantizeLinear(mq, s, z)
            output md)";
        };
        const auto dtypesOf = [&text](const std::string& between) {
            for (const auto& layer : checkText(text(between)).layers)
                if (layer.name == "between")
                    return layer.inputDtype + " " + layer.outputDtype;
            return std::string();
        };
        QCOMPARE(dtypesOf("Relu"), std::string("int8 int8"));
        QCOMPARE(summaryOf("mixed-precision-inputs", text("Relu")), std::string());
        QCOMPARE(summaryOf("unquantized-between-quantized", text("Relu")), std::string());
        const auto behindCast = [&text](const char* type) {
            auto cast = text("Cast");
            cast.replace(cast.find("(ad)"), 4, std::string("(ad) {to: ") + type + "}");
            return summaryOf("mixed-precision-inputs", cast);
        };
        QCOMPARE(behindCast("10"), std::string());             // float16
        QCOMPARE(behindCast("6"), std::string("warning sum")); // int32: cut off, on no grid
        QVERIFY(dtypesOf("Sigmoid").starts_with("int8 ") && !dtypesOf("Sigmoid").ends_with("int8"));
        QCOMPARE(summaryOf("mixed-precision-inputs", text("Sigmoid")), std::string("warning sum"));
    }
};

QTEST_GUILESS_MAIN(TestCheckPrograms)
#include "tst_check_programs.moc"
