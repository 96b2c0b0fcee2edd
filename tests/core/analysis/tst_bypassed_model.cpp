// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/bypassed_model.h"

#include "core/analysis/attribution/attribution.h"
#include "core/analysis/sensitivity/sensitivity.h"
#include "core/analysis/simulation/switched_model.h"
#include "core/analysis/simulation/whole_runs.h"
#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"
#include "core/report/sensitivity/sensitivity_report.h"
#include "core/runs/what_if.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace ql;

namespace {

const std::string kBaseline = R"(graph "float" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {0.5, -0.25, 0.125, 1, 0.75, -1, 0.3, 0.2, -0.6, 0.9, 0.1, -0.4, 0.8, 0.05, -0.7, 0.15}
    a = MatMul(x, w) name "product"
    r = Relu(a) name "relu"
    y = Neg(r) name "neg"
    output y)";

/// Its quantizer of a does the work of the Relu. @p scaling stands between, where the baseline has nothing.
std::string analysisText(const std::string& scaling)
{
    return R"(graph "quantized" opset 13
    input data: float32[1,4]
    const s: float32[] = {0.05}
    const z: int8[] = {0}
    const low: int8[] = {-128}
    const ws: float32[] = {0.01}
    const ten: float32[] = {10}
    const limit: float32[] = {0.6}
    const coarse: float32[] = {8}
    const wq: int8[4,4] = {50, -25, 13, 100, 75, -100, 30, 20, -60, 88, 10, -40, 80, 5, -70, 15}
    xq = QuantizeLinear(data, s, z) name "x_q"
    xd = DequantizeLinear(xq, s, z) name "x_dq"
    wd = DequantizeLinear(wq, ws, z) name "w_dq"
    p = MatMul(xd, wd) name "q1"
    )" + scaling
           + R"(
    aq = QuantizeLinear(b, s, low) name "a_q"
    ad = DequantizeLinear(aq, s, low) name "a_dq"
    out = Neg(ad) name "q2"
    output out)";
}

/// @p text with one piece of it replaced.
std::string with(std::string text, const std::string& piece, const std::string& other)
{
    for (auto at = text.find(piece); at != text.npos; at = text.find(piece, at + other.size()))
        text.replace(at, piece.size(), other);
    return text;
}

/// Quantizes ten times as much as the baseline has, coarsely, and goes back: bypassed it is the baseline.
std::string detourText(const std::string& gain)
{
    return with(with(analysisText(gain), "(b, s, low)", "(b, coarse, low)"),
                "ad = DequantizeLinear(aq, s, low) name \"a_dq\"",
                "ag = DequantizeLinear(aq, coarse, low) name \"a_dq\"\n    ad = Div(ag, ten) name \"back\"");
}

/// A quantizer between two factors that the baseline doesn't have: no edge of it is theirs. Together they are @p gain.
std::string quantizedBetweenText(const std::string& gain)
{
    const auto text = with(
        analysisText("h = Mul(p, half) name \"half\"\n    hq = QuantizeLinear(h, s, z) name \"h_q\"\n"
                     "    hd = DequantizeLinear(hq, s, z) name \"h_dq\"\n    b = Mul(hd, back) name "
                     "\"back\""),
        "const limit:", "const half: float32[] = {0.5}\n    const back: float32[] = {" + gain + "}\n    const limit:");
    return text;
}

/// The product is computed in integers.
const char* const kIntegers = R"(graph "integers" opset 13
    input data: float32[1,4]
    const s: float32[] = {0.05}
    const z: int8[] = {0}
    const ws: float32[] = {0.01}
    const ten: float32[] = {10}
    const wq: int8[4,4] = {50, -25, 13, 100, 75, -100, 30, 20, -60, 88, 10, -40, 80, 5, -70, 15}
    xq = QuantizeLinear(data, s, z) name "x_q"
    pq = QLinearMatMul(xq, s, z, wq, ws, z, s, z) name "q1"
    p = DequantizeLinear(pq, s, z) name "p_dq"
    b = Mul(p, ten) name "gain"
    r = Relu(b) name "relu"
    out = Neg(r) name "q2"
    output out)";

const std::string kAlike = "b = Identity(p) name \"same\"";
const std::string kUnlike = "b = Mul(p, ten) name \"gain\"";

runs::NamedTensors inputs()
{
    return {{"x", runs::Tensor(at::tensor({0.33f, -0.81f, 1.27f, 0.62f}).reshape({1, 4}))}};
}

struct Models {
    explicit Models(const std::string& scaling)
        : Models(graph::parseGraph(analysisText(scaling)))
    {
    }
    explicit Models(graph::Graph graph)
        : analysis(std::move(graph))
    {
    }

    graph::Graph baseline = graph::parseGraph(kBaseline);
    graph::Graph analysis;
    analysis::SampleSource samples{1, [](std::size_t) { return inputs(); }};
    JobContext ctx;
};

std::shared_ptr<const results::SensitivityResult> rank(Models& models)
{
    return analysis::sensitivity(models.baseline, models.analysis, models.samples, {}, models.ctx);
}

} // namespace

/// Where quantizers can't be moved onto the baseline they are switched where they are.
class TestBypassedModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bypassedItIsTheBaseline()
    {
        Models models(kAlike);
        const auto bypassed = analysis::bypassQuantizers(models.baseline, models.analysis);
        QVERIFY(bypassed.kept.empty());
        for (const auto& node : bypassed.graph.nodes())
            QVERIFY(!node.opType.ends_with("quantizeLinear") && node.opType != "QuantizeLinear");
        const runs::Program program(models.baseline);
        const runs::Program other(bypassed.graph);
        const auto expected = runs::WhatIf(program, inputs(), {}, models.ctx).outputs().at(0);
        const auto found = runs::WhatIf(other, inputs(), {}, models.ctx).outputs().at(0);
        QVERIFY(at::equal(found.data, expected.data)); // weights are the baseline's, the clamp at zero is back
    }

    void switchesSitOnTheBaselineIfTheyCan()
    {
        Models models(kAlike);
        const auto model = analysis::switchQuantizers(models.baseline, models.analysis, models.samples, models.ctx);
        QVERIFY(!model.inside && !model.bypassed);
        QCOMPARE(&model.switches->baseline(), &models.baseline);
    }

    /// They reproduce the analysis model on the baseline to 20 dB, yet miss its own error.
    void switchesInsideAreTakenWhereTheyComeNearer()
    {
        Models models(graph::parseGraph(quantizedBetweenText("2")));
        const auto model = analysis::switchQuantizers(models.baseline, models.analysis, models.samples, models.ctx);
        QVERIFY(model.inside && model.bypassed);
        QVERIFY(!model.deviation);
        QVERIFY(model.inside->bypassedDb > 100.0);
        const auto reason = model.inside->reason.english();
        QVERIFY2(reason.find("expected at least 20 dB") == reason.npos && !reason.empty(), reason.c_str());
    }

    /// What is nearer to the analysis model but no longer the baseline's network says nothing about the baseline.
    void anotherNetworkIsNoNearerOne()
    {
        Models models(graph::parseGraph(quantizedBetweenText("2.004")));
        const auto model = analysis::switchQuantizers(models.baseline, models.analysis, models.samples, models.ctx);
        QVERIFY(!model.inside && model.deviation);
        QCOMPARE(&model.switches->baseline(), &models.baseline);
    }

    void theOnlySampleRunsOnce_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("on the baseline") << QString::fromUtf8(kAlike);
        QTest::newRow("inside") << QString::fromUtf8(kUnlike);
    }

    void theOnlySampleRunsOnce()
    {
        QFETCH(const QString, name);
        Models models(name.toUtf8().constData());
        const auto two = analysis::SampleSource{2, [](std::size_t) { return inputs(); }};
        const auto kept = analysis::switchQuantizers(models.baseline, models.analysis, models.samples, models.ctx);
        const auto several = analysis::switchQuantizers(models.baseline, models.analysis, two, models.ctx);
        QVERIFY(kept.runs && !several.runs);
        const analysis::WholeRunSource once(models.baseline, models.analysis, kept, models.samples);
        const analysis::WholeRunSource anew(models.baseline, models.analysis, several, two);
        QCOMPARE(once.plain(inputs(), models.ctx).get(), &kept.runs->off);
        QCOMPARE(once.allOn(inputs(), {}, models.ctx).get(), &kept.runs->on);
        const auto untouched = [](const runs::ValueEvent&) { return std::optional<runs::Tensor>(); };
        QVERIFY(once.allOn(inputs(), {untouched}, models.ctx).get() != &kept.runs->on);
        const auto isSame = [&](auto&& outputs) {
            return at::equal(outputs(once).at(0).data, outputs(anew).at(0).data);
        };
        QVERIFY(isSame([&](const auto& runs) { return runs.plain(inputs(), models.ctx)->outputs(); }));
        QVERIFY(isSame([&](const auto& runs) { return runs.allOn(inputs(), {}, models.ctx)->outputs(); }));
        QVERIFY(isSame([&](const auto& runs) { return runs.analysisOutputs(inputs(), models.ctx); }));
        QVERIFY(isSame([&](const auto& runs) { return runs.baselineOutputs(inputs(), models.ctx); }));
    }

    void anotherNetworkIsRankedInside()
    {
        Models models(kUnlike);
        const auto result = rank(models);
        QVERIFY(result->isComplete);
        QVERIFY(result->inside);
        const auto reason = result->inside->reason.english();
        QVERIFY2(reason.find("dB only, expected at least 20 dB") != reason.npos, reason.c_str());
        QVERIFY(result->inside->bypassedDb < 0.0); // ten times as much
        const auto& rows = result->outputs.at(0).rows;
        QCOMPARE(result->outputs[0].name, std::string("y"));
        std::set<std::string> names;
        for (const auto& row : rows)
            names.insert(row.opName + " " + row.sensitiveType);
        QCOMPARE(names, (std::set<std::string>{"x activation", "product weight", "gain activation"}));
        for (const auto& row : rows)
            QVERIFY2(std::isfinite(row.metricValue), row.opName.c_str());
        QVERIFY(result->outputs[0].reproductionDb > 100.0);
    }

    void aVerdictSaysWhyItHasNoBudget()
    {
        Models models(kUnlike);
        const auto verdict = rank(models)->verdict;
        QCOMPARE(verdict.outputs.at(0).name, std::string("y"));
        QVERIFY(verdict.quality() >= results::Quality::Bad);
        QVERIFY(verdict.outputs[0].sqnrDb < 0.0); // against the baseline, not against itself
        QVERIFY(!verdict.hasBudget());
        const auto reason = verdict.whyNoBudget.english();
        QVERIFY2(reason.find("differ by more than their quantizers") != reason.npos, reason.c_str());
    }

    void quantizersThatMakeTheDifferenceHaveTheirShares()
    {
        Models models(graph::parseGraph(detourText(kUnlike)));
        const auto result = rank(models);
        QVERIFY(result->inside);
        QVERIFY(result->inside->bypassedDb > 100.0);
        const auto& output = result->verdict.outputs.at(0);
        QVERIFY2(output.budget, result->verdict.whyNoBudget.english().c_str());
        QVERIFY(result->verdict.whyNoBudget.empty());
        QCOMPARE(output.budget->shares.at(0).opName, std::string("gain"));
        QVERIFY(output.budget->shares[0].share > 0.8);
        QVERIFY(output.budget->repairedDb > output.budget->wholeDb + 10.0);
        QVERIFY(std::abs(output.budget->wholeDb - output.sqnrDb) < 0.1);
    }

    void comparisonsInFullTakeWhatThereIs()
    {
        Models models(graph::parseGraph(detourText(kUnlike)));
        results::Verdict verdict;
        verdict.outputs = {{.name = "another output"}, {.name = "y"}};
        analysis::addBudgets(verdict, models.baseline, models.analysis, models.samples, false, models.ctx);
        QVERIFY(!verdict.outputs[0].budget && verdict.outputs[1].budget);
        Models unlike(kUnlike);
        verdict.outputs = {{.name = "y"}};
        analysis::addBudgets(verdict, unlike.baseline, unlike.analysis, unlike.samples, false, unlike.ctx);
        QVERIFY(!verdict.hasBudget() && !verdict.whyNoBudget.empty());
    }

    void anyBadSampleLeadsInside()
    {
        Models models("b = Min(p, limit) name \"limiter\"");
        const auto scaled = [](float factor) {
            auto numbers = inputs();
            numbers.at("x").data = numbers.at("x").data * factor;
            return numbers;
        };
        const analysis::SampleSource small{1, [&](std::size_t) { return scaled(0.2F); }};
        QVERIFY(!analysis::switchQuantizers(models.baseline, models.analysis, small, models.ctx).inside);
        models.samples = {2, [&](std::size_t i) { return scaled(i == 0 ? 0.2F : 3.0F); }};
        const auto result = rank(models);
        QVERIFY(result->inside);
        QCOMPARE(result->samples, std::uint64_t(2));
        const auto reason = result->inside->reason.english();
        QVERIFY2(reason.find("sample 1: ") == 0, reason.c_str());
    }

    void integerOperatorsCantBeBypassed()
    {
        Models models(graph::parseGraph(kIntegers));
        try {
            rank(models);
            QFAIL("quantizers were switched inside an integer operator");
        } catch (const Error& error) {
            const auto message = error.message().english();
            QVERIFY2(message.find("dB only, expected at least 20 dB") != message.npos, message.c_str());
            QVERIFY2(message.find("1 of its nodes compute in integers") != message.npos, message.c_str());
            QVERIFY2(message.find("q1") != message.npos, message.c_str());
            QVERIFY2(error.hint().english().find("QDQ") != std::string::npos, error.hint().english().c_str());
        }
    }

    void attributionGoesInsideToo()
    {
        Models models(kUnlike);
        const auto result = analysis::attributeErrors(models.baseline, models.analysis, models.samples, {}, models.ctx);
        QVERIFY(result->inside);
        QVERIFY(!result->rows.empty());
    }

    void reportsSayIt()
    {
        Models models(kUnlike);
        const auto result = rank(models);
        const auto text = report::sensitivityText(*result);
        QVERIFY2(text.find("Note: the quantizers were switched inside the analysis model") != text.npos, text.c_str());
        const auto json = report::sensitivityJson(*result);
        QVERIFY2(json.find("\"switched_inside\"") != json.npos, json.c_str());
        Models alike(kAlike);
        QVERIFY(report::sensitivityJson(*rank(alike)).find("switched_inside") == std::string::npos);
    }

    void withoutAnyQuantizerTheFirstReasonStands()
    {
        Models models(kAlike);
        try {
            analysis::switchQuantizers(models.baseline, models.baseline, models.samples, models.ctx);
            QFAIL("a float model was ranked");
        } catch (const Error& error) {
            QCOMPARE(error.message().english(),
                     std::string("the analysis model has no quantizer that matches the baseline"));
        }
    }
};

QTEST_APPLESS_MAIN(TestBypassedModel)
#include "tst_bypassed_model.moc"
