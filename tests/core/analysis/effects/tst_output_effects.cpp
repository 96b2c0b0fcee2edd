// SPDX-License-Identifier: GPL-3.0-or-later
// A layer is to blame for what it means for the output, whatever its own SQNR says.
#include "core/analysis/checks/row_findings.h"
#include "core/graph/ir/open_bodies.h"
#include "core/runs/threads/thread_guard.h"
#include "tests/core/analysis/effects/quantized_text.h"

#include <QTest>

using namespace ql;
using namespace ql::tests;
using results::CauseRuns;
using results::LayerRow;

namespace {

/// Scores, of which a mask rules some out.
std::string attention(const std::map<std::string, Grid>& grids)
{
    QuantizedText net(grids);
    net.input("x: float32[4,8]");
    net.constant("w: float32[8,4] = " + numbers(32, 1));
    net.constant("v: float32[4,6] = " + numbers(24, 2));
    net.constant("m: float32[1,4] = {0, 0, 0, -1e30}");
    net.layer("scores", "MatMul", {"x", "w"});
    net.layer("masked", "Add", {"scores", "m"});
    net.layer("weights", "Softmax", {"masked"});
    net.layer("y", "MatMul", {"weights", "v"});
    return net.text("y");
}

/// Two branches that meet in a Concat.
std::string branches(const std::map<std::string, Grid>& grids)
{
    QuantizedText net(grids);
    net.input("x: float32[4,8]");
    for (const char* name : {"a", "b"})
        net.constant(fmt::format("w{}: float32[8,4] = {}", name, numbers(32, std::uint64_t(name[0]))));
    net.constant("wy: float32[8,6] = " + numbers(48, 3));
    net.quantize("x");
    net.layer("a", "MatMul", {"x", "wa"});
    net.layer("b", "MatMul", {"x", "wb"});
    net.layer("both", "Concat", {"a", "b"}, " {axis: 1}");
    net.layer("y", "MatMul", {"both", "wy"});
    return net.text("y");
}

/// A product, its activation if there is one, and another product.
std::string activated(const std::string& activation, const std::map<std::string, Grid>& grids,
                      const std::string& bounds = {})
{
    QuantizedText net(grids);
    net.input("x: float32[4,8]");
    net.constant("w: float32[8,8] = " + numbers(64, 5));
    net.constant("wy: float32[8,6] = " + numbers(48, 6));
    if (!bounds.empty())
        net.constant("low: float32[] = {0}\nconst high: float32[] = {" + bounds + "}");
    net.layer("first", "MatMul", {"x", "w"});
    std::string last = "first";
    if (!activation.empty()) {
        net.layer("act", activation,
                  bounds.empty() ? std::vector<std::string>{"first"}
                                 : std::vector<std::string>{"first", "low", "high"});
        last = "act";
    }
    net.layer("y", "MatMul", {last, "wy"});
    return net.text("y");
}

/// A product in the branch that runs, quantized where there is a scale.
importers::ImportedModel withBranch(double scale)
{
    const bool isQuantized = scale > 0.0;
    importers::ImportedModel model;
    model.path = isQuantized ? "int8.onnx" : "float.onnx";
    model.format = "text";
    model.graph = graph::withOpenBodies(graph::parseGraph(fmt::format(
        R"(graph "net" opset 13
    input x: float32[4,8]
    input c: bool[]
    b = If(c) {{then_branch: {{
        graph "then"
        capture p = x
        const w: float32[8,8] = {}
        h = MatMul(p, w) name "h"
{}        r = Neg({}) name "r"
        output r
    }}, else_branch: {{
        graph "else"
        capture p = x
        e = Neg(p) name "e"
        output e}}}} name "choice"
    y = Tanh(b) name "y"
    output y)",
        numbers(64, 5),
        isQuantized ? fmt::format("        const s: float32[] = {{{}}}\n        const z: uint8[] = {{128}}\n"
                                  "        hq = QuantizeLinear(h, s, z) name \"hq\"\n"
                                  "        hd = DequantizeLinear(hq, s, z) name \"hd\"\n",
                                  scale)
                    : std::string(),
        isQuantized ? "hd" : "h")));
    return model;
}

const std::map<std::string, Grid> kFine{{"x", {0.008}}, {"a", {0.03}}, {"b", {0.03}}, {"both", {0.03}}, {"y", {0.05}}};

std::map<std::string, Grid> fineBut(const std::string& value, const Grid& grid)
{
    auto grids = kFine;
    grids[value] = grid;
    return grids;
}

} // namespace

class TestOutputEffects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// In steps of 4e27 scores are all the same; the value itself is at hundreds of dB, as the mask outweighs all else.
    void harmlessByItselfAndLethalForSoftmax()
    {
        const auto twin = attention({{"scores", {0.02}}, {"masked", {1e30 / 255, 255}}, {"weights", {0.004, 0}}});
        const auto result = compareTexts(attention({}), twin, sample({4, 8}, 1));
        QVERIFY(rowNamed(*result, "masked").metrics->sqnrDb > 100.0);
        QCOMPARE(result->errorOrigin, std::string("masked"));
        QVERIFY(result->isOriginMeasured);
        const auto& effect = *rowNamed(*result, "masked").effect;
        QCOMPARE(effect.output, std::string("y"));
        QCOMPARE(effect.wholeDb, result->outputs.front().metrics->sqnrDb);
        QVERIFY(*effect.setRightDb > 30.0);
        QVERIFY(std::abs(*effect.aloneDb - effect.wholeDb) < 1.0);
        const auto text = rowNamed(*result, "masked").advice.front().message.english();
        QVERIFY(text.starts_with("the error starts here: set right, y goes from "));
    }

    /// A layer that only moves data has a row where it has a quantizer of its own.
    void quantizersOnDataMovement()
    {
        const auto result = compareTexts(branches({}), branches(fineBut("both", {1.0})), sample({4, 8}, 2));
        QCOMPARE(result->errorOrigin, std::string("both"));
        QVERIFY(*rowNamed(*result, "both").effect->setRightDb > 30.0);
        const auto fine = compareTexts(branches({}), branches(kFine), sample({4, 8}, 2));
        QCOMPARE(std::ranges::count(fine->layers, std::string("both"), &LayerRow::name), 1);
        const auto plain = compareTexts(branches({}), branches({{"a", {1.0}}, {"y", {0.05}}}), sample({4, 8}, 2));
        QCOMPARE(std::ranges::count(plain->layers, std::string("both"), &LayerRow::name), 0);
    }

    void missingActivations()
    {
        const auto baseline = activated("Relu", {});
        for (const auto& grids : std::vector<std::map<std::string, Grid>>{{}, {{"first", {0.03}}, {"y", {0.05}}}}) {
            const auto result = compareTexts(baseline, activated({}, grids), sample({4, 8}, 3));
            const auto& origin = rowNamed(*result, result->errorOrigin);
            QVERIFY2(result->errorOrigin == "act" || result->errorOrigin == "first", result->errorOrigin.c_str());
            QVERIFY(*origin.effect->setRightDb > 30.0);
        }
    }

    void otherBounds()
    {
        const std::map<std::string, Grid> grids{{"act", {0.01, 0}}, {"y", {0.05}}};
        const auto result =
            compareTexts(activated("Clip", {}, "2"), activated("Clip", grids, "0.5"), sample({4, 8}, 4));
        QCOMPARE(result->errorOrigin, std::string("act"));
    }

    void whatCheckKnowsOfAPair()
    {
        const auto twin = branches(fineBut("a", {0.03, 128, "uint8", 160}));
        const auto result = compareTexts(branches({}), twin, sample({4, 8}, 5));
        QCOMPARE(result->errorOrigin, std::string("a"));
        const auto& advice = rowNamed(*result, "a").advice;
        QCOMPARE(advice.at(0).rule, std::string("error-origin"));
        QCOMPARE(advice.at(1).rule, std::string("mismatched-dequantizer"));
        const auto fine = compareTexts(branches({}), branches(kFine), sample({4, 8}, 5));
        for (const auto& row : fine->layers)
            for (const auto& said : row.advice)
                QVERIFY(said.rule != "mismatched-dequantizer");
    }

    /// Who can't switch quantizers says what is wrong with them, if that is known.
    void refusalsSayWhatCheckFinds()
    {
        const Error refusal(ErrorCode::InvalidGraph, "they don't reproduce it", "is it made from this baseline?");
        const auto broken = textModel(branches(fineBut("a", {0.03, 128, "uint8", 160})));
        const auto hint = analysis::checks::withFinding(refusal, broken).hint().english();
        QVERIFY2(hint.starts_with("check finds at a_DequantizeLinear: it reads a_q as uint8"), hint.c_str());
        QCOMPARE(analysis::checks::withFinding(refusal, textModel(branches(kFine))).hint().english(),
                 refusal.hint().english());
        const Error other(ErrorCode::BadArgument, "no such output", "its outputs are y");
        QCOMPARE(analysis::checks::withFinding(other, broken).hint().english(), other.hint().english());
    }

    void silentWhereNothingStandsOut()
    {
        const auto fine = compareTexts(branches({}), branches(kFine), sample({4, 8}, 6));
        QCOMPARE(fine->errorOrigin, std::string());
        for (const auto& row : fine->layers)
            QVERIFY(!row.effect); // a fine output: nothing was run
        // Fair, and everybody's doing.
        std::map<std::string, Grid> coarse;
        for (const auto& [name, grid] : kFine)
            coarse[name] = {4.0 * grid.scale, 128};
        const auto fair = compareTexts(branches({}), branches(coarse), sample({4, 8}, 6));
        const double db = fair->outputs.front().metrics->sqnrDb;
        QVERIFY(db > 20.0 && db < 30.0);
        QVERIFY(std::ranges::any_of(fair->layers, [](const LayerRow& row) { return row.effect.has_value(); }));
        QCOMPARE(fair->errorOrigin, std::string());
    }

    /// A fair output with a plain culprit has one.
    void fairOutputsHaveCulprits()
    {
        const auto result = compareTexts(branches({}), branches(fineBut("both", {0.2})), sample({4, 8}, 7));
        const double db = result->outputs.front().metrics->sqnrDb;
        QVERIFY2(db > 20.0 && db < 30.0, std::to_string(db).c_str());
        QCOMPARE(result->errorOrigin, std::string("both"));
    }

    /// Two inputs of a Concat have one grid: the Relu that the quantizer stood for is lost by that alone.
    void gridsThatInputsOfAConcatShare()
    {
        const auto net = [](const std::map<std::string, Grid>& grids, bool hasRelu) {
            QuantizedText text(grids);
            text.input("x: float32[4,8]");
            text.constant("wa: float32[8,4] = " + numbers(32, 1));
            text.constant("wb: float32[8,4] = " + numbers(32, 2, 0.02));
            text.constant("wy: float32[8,6] = " + numbers(48, 3));
            if (hasRelu) { // the twin has it in its product, of which the quantizer begins at 0
                text.layer("a", "MatMul", {"x", "wa"});
                text.layer("r", "Relu", {"a"});
            } else {
                text.layer("r", "MatMul", {"x", "wa"});
            }
            text.layer("b", "MatMul", {"x", "wb"});
            text.layer("both", "Concat", {"r", "b"}, " {axis: 1}");
            text.layer("y", "MatMul", {"both", "wy"});
            return text.text("y");
        };
        const auto saysOf = [&](const std::map<std::string, Grid>& grids) {
            const auto result = compareTexts(net({}, true), net(grids, false), sample({4, 8}, 8));
            std::string said;
            for (const auto& row : result->layers)
                for (const auto& advice : row.advice)
                    said += advice.message.english() + " " + advice.remedy.english() + "\n";
            return said;
        };
        const auto shared = saysOf({{"r", {0.04}}, {"b", {0.04}}, {"y", {0.05}}});
        QVERIFY2(shared.find("shares scale and zero point with b, as both joins both") != shared.npos, shared.c_str());
        QVERIFY2(shared.find("Put the Relu back") == shared.npos, shared.c_str());
        const auto apart = saysOf({{"r", {0.04}}, {"b", {0.001}}, {"y", {0.05}}});
        QVERIFY2(apart.find("shares scale and zero point") == apart.npos, apart.c_str());
    }

    /// A branch runs once, so that what stands in it can be set right.
    void layersInBranches()
    {
        JobContext ctx;
        const runs::NamedTensors inputs{{"x", sample({4, 8}, 9)},
                                        {"c", ops::Tensor(at::scalar_tensor(true, at::kBool))}};
        const auto result =
            analysis::compareModels(withBranch(0.0), withBranch(1.5), inputs, {.causes = CauseRuns::Quick}, ctx);
        QVERIFY(result->outputs.front().metrics->sqnrDb < 20.0);
        const auto right = std::ranges::find_if(
            result->layers, [](const LayerRow& row) { return row.effect && row.effect->setRightDb > 30.0; });
        QVERIFY(right != result->layers.end());
        QCOMPARE(right->body, std::string("choice/then_branch"));
        QCOMPARE(result->errorOrigin, right->name);
        QVERIFY(result->causes.problem.empty());
    }

    /// Counted, never timed.
    void staysWithinItsBudget()
    {
        const auto twin = branches(fineBut("both", {1.0}));
        const auto effects = [](const results::CompareResult& result) {
            return std::ranges::count_if(result.layers, [](const LayerRow& row) { return row.effect.has_value(); });
        };
        const auto one = compareTexts(branches({}), twin, sample({4, 8}, 2), 1); // small: one sample will do
        QCOMPARE(one->errorOrigin, std::string("both"));
        const auto none = compareTexts(branches({}), twin, sample({4, 8}, 2), kManySamples, CauseRuns::None);
        QCOMPARE(effects(*none), 0);
        const auto full = compareTexts(branches({}), twin, sample({4, 8}, 2), 1, CauseRuns::Full);
        QCOMPARE(full->errorOrigin, std::string("both"));
        constexpr std::size_t kLeastNodes = 2048;
        const auto nodes = textModel(twin).graph.nodeCount() + textModel(branches({})).graph.nodeCount();
        for (const std::size_t samples : {3, 4, 8, 16}) {
            const auto some = compareTexts(branches({}), twin, sample({4, 8}, 2), samples);
            QVERIFY(some->causes.executedNodes <= std::max(samples * nodes / 2, kLeastNodes));
        }
    }

    void threadsChangeNothing()
    {
        const auto twin = branches(fineBut("both", {1.0}));
        const auto many = compareTexts(branches({}), twin, sample({4, 8}, 2));
        const runs::ThreadGuard one;
        const auto alone = compareTexts(branches({}), twin, sample({4, 8}, 2));
        for (std::size_t i = 0; i < many->layers.size(); ++i) {
            QCOMPARE(many->layers[i].effect.has_value(), alone->layers[i].effect.has_value());
            if (const auto& effect = many->layers[i].effect) {
                QCOMPARE(effect->setRightDb, alone->layers[i].effect->setRightDb);
                QCOMPARE(effect->aloneDb, alone->layers[i].effect->aloneDb);
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestOutputEffects)
#include "tst_output_effects.moc"
