// SPDX-License-Identifier: GPL-3.0-or-later
// What a comparison says of the two models beside their layers.
#include "core/analysis/compare/findings.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

#include <algorithm>
#include <limits>

using namespace ql;
using results::Diagnostic;
using results::Severity;

namespace {

const char* const kFloat = R"(graph "float" opset 13
    input x: float32[2]
    const w: float32[2] = {1, 2}
    y = Mul(x, w) name "mul"
    output y)";

const char* const kQuantized = R"(graph "quantized" opset 13
    input x: float32[2]
    const w: float32[2] = {1, 2}
    const s: float32[] = {0.1}
    const z: int8[] = {0}
    q = QuantizeLinear(x, s, z)
    d = DequantizeLinear(q, s, z)
    y = Mul(d, w) name "mul"
    output y)";

/// A pair of which the test sets what the comparison found.
struct Pair {
    Pair(const std::string& first, const std::string& second)
    {
        baseline.graph = graph::parseGraph(first);
        analysis.graph = graph::parseGraph(second);
        result.verdict.outputs = {{.name = "y", .quality = results::Quality::Fine}};
    }

    /// "warning swapped-models"
    std::string found()
    {
        result.pairFindings.clear();
        analysis::addPairFindings(baseline, analysis, request, result);
        std::string all;
        for (const auto& finding : result.pairFindings)
            all += (all.empty() ? "" : ", ") + std::string(keyOf(finding.severity)) + " " + finding.rule;
        return all;
    }

    std::string text() const { return result.pairFindings.front().message.english(); }

    importers::ImportedModel baseline;
    importers::ImportedModel analysis;
    results::CompareRequest request;
    results::CompareResult result;
};

std::string torchCall(const std::string& opType, const std::string& call)
{
    return "graph \"torch\" opset 13, aten 1\n input x: float32[1,2]\n const m: float32[2] = {0, 0}\n y = aten."
           + opType + "(x, m) {torch: \"" + call + "\"} name \"node\"\n output y";
}

} // namespace

class TestPairFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsSaidOfAUsualPair()
    {
        QCOMPARE(Pair(kFloat, kQuantized).found(), std::string());
        QCOMPARE(Pair(kQuantized, kQuantized).found(), std::string());
        QCOMPARE(Pair(kFloat, kFloat).found(), std::string());
    }

    void swappedModelsAreAskedAbout()
    {
        Pair swapped(kQuantized, kFloat);
        QCOMPARE(swapped.found(), std::string("warning swapped-models"));
        QVERIFY(swapped.text().find("(QDQ)") != std::string::npos);
        swapped.request.models.baseline = "net.onnx";
        swapped.request.models.quantization.data = "samples";
        QCOMPARE(swapped.found(), std::string()); // a simulation, of whatever
        std::string half(kFloat);
        half.replace(half.find("w: float32"), 10, "w: float16");
        QCOMPARE(Pair(half, kFloat).found(), std::string("warning swapped-models"));
        QCOMPARE(Pair(kFloat, half).found(), std::string());
    }

    void modelsWithoutAQuantizerAreNotJustEqual()
    {
        Pair observing(kFloat, kFloat);
        observing.analysis.trainingState = "calibration";
        QCOMPARE(observing.found(), std::string("warning observes-only"));
        QVERIFY(observing.text().find("computes in float") != std::string::npos);
        Pair partly(kFloat, kQuantized);
        partly.analysis.trainingState = "calibration";
        QCOMPARE(partly.found(), std::string("warning observes-only"));
        QVERIFY(partly.text().find("some of") != std::string::npos);
        Pair equal(kFloat, kFloat);
        equal.result.verdict.outputs.front().quality = results::Quality::Equal;
        QCOMPARE(equal.found(), std::string("info no-quantizer"));
        Pair quantized(kQuantized, kQuantized);
        quantized.result.verdict.outputs.front().quality = results::Quality::Equal;
        QCOMPARE(quantized.found(), std::string());
    }

    /// Of how near the two forms are nothing is said where some output wasn't compared, or compares as NaN.
    void convertedModelsAreJudgedByEveryOutput()
    {
        const std::string integers = R"(graph "integers" opset 13
            input x: int8[1,2]
            const w: int8[2,2] = {1, 2, 3, 4}
            const s: float32[] = {0.1}
            const z: int8[] = {0}
            y = QLinearMatMul(x, s, z, w, s, z, s, z) name "mul"
            output y)";
        Pair pair(kQuantized, integers);
        QCOMPARE(pair.found(), std::string()); // no output at all
        pair.result.outputs = {{.name = "y", .metrics = results::Metrics{.relL2 = 0.005}}, {.name = "z"}};
        QCOMPARE(pair.found(), std::string());
        pair.result.outputs[1].metrics = results::Metrics{.relL2 = std::numeric_limits<double>::quiet_NaN()};
        QCOMPARE(pair.found(), std::string());
        pair.result.outputs[1].metrics = results::Metrics{.relL2 = 0.001};
        QCOMPARE(pair.found(), std::string("info converted-model"));
        pair.result.outputs[1].metrics = results::Metrics{.relL2 = 0.02};
        QCOMPARE(pair.found(), std::string("warning converted-model"));
    }

    void trainingModeIsNamed_data()
    {
        QTest::addColumn<QString>("opType");
        QTest::addColumn<QString>("call");
        QTest::addColumn<bool>("isNamed");
        const auto row = [](const char* name, const char* opType, const char* call, bool isNamed) {
            QTest::newRow(name) << opType << call << isNamed;
        };
        row("dropout", "dropout", "aten::dropout($0, 0.5, true)", true);
        row("dropout off", "dropout", "aten::dropout($0, 0.5, false)", false);
        row("dropout of nothing", "dropout", "aten::dropout($0, 0.0, true)", false);
        row("dropout in place", "dropout", "aten::feature_dropout_($0, 0.5, true)", true);
        row("within a call", "relu", "aten::relu(aten::dropout($0, 0.5, true))", true);
        row("batch", "batch_norm", "aten::batch_norm($0, none, none, $1, $1, true, 0.1, 1e-05, true)", true);
        row("inference", "batch_norm", "aten::batch_norm($0, none, none, $1, $1, false, 0.1, 1e-05, true)", false);
        row("no statistics of its own", "batch_norm",
            "aten::batch_norm($0, none, none, none, none, true, 0.1, 1e-05, true)", false);
        row("instance", "instance_norm", "aten::instance_norm($0, none, none, none, none, true, 0.1, 1e-05, true)",
            false);
    }

    void trainingModeIsNamed()
    {
        QFETCH(QString, opType);
        QFETCH(QString, call);
        QFETCH(bool, isNamed);
        const auto graph = torchCall(opType.toStdString(), call.toStdString());
        Pair pair(kFloat, graph);
        QCOMPARE(pair.found(), std::string(isNamed ? "error training-mode" : ""));
        if (!isNamed)
            return;
        QCOMPARE(pair.result.pairFindings.front().layers, std::vector<std::string>{"node"});
        QVERIFY(pair.text().starts_with("the analysis model was saved in training mode"));
        Pair both(graph, graph);
        QCOMPARE(both.found(), std::string("error training-mode, error training-mode"));
        QVERIFY(both.text().starts_with("the baseline was saved in training mode"));
    }

    void flippedDecisionsGetTheHint()
    {
        const std::string chosen = R"(graph "top" opset 13
            input x: float32[4]
            const k: int64[1] = {2}
            v, i = TopK(x, k) name "top"
            output v
            output i)";
        Pair pair(chosen, chosen);
        auto& row = pair.result.layers.emplace_back();
        row.baseline.value = "i";
        row.metrics = results::Metrics{.atol = 0.0};
        QCOMPARE(pair.found(), std::string());
        row.metrics->atol = 1.0;
        QCOMPARE(pair.found(), std::string("warning flipped-decisions"));
        QVERIFY(pair.result.pairFindings.front().remedy.english().find("--replay-decisions") != std::string::npos);
        pair.request.replaysDecisions = true;
        QCOMPARE(pair.found(), std::string());
    }

    /// A class that comes out otherwise is the answer itself: nothing is computed behind it.
    void theClassItselfIsNoHint()
    {
        const std::string last =
            "graph \"last\" opset 13\n input x: float32[4]\n i = ArgMax(x) name \"arg\"\n output i";
        Pair pair(last, last);
        auto& row = pair.result.layers.emplace_back();
        row.baseline.value = "i";
        row.metrics = results::Metrics{.atol = 1.0};
        QCOMPARE(pair.found(), std::string());
    }
};

QTEST_APPLESS_MAIN(TestPairFindings)
#include "tst_pair_findings.moc"
