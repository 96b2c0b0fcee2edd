// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/bypassed_model.h"

#include "core/analysis/attribution/attribution.h"
#include "core/analysis/sensitivity/sensitivity.h"
#include "core/analysis/simulation/switched_model.h"
#include "core/base/error.h"
#include "core/graph/text_form/text_form.h"
#include "core/report/sensitivity/sensitivity_report.h"
#include "core/runtime/partial_execution.h"

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

const std::string kAlike = "b = Identity(p) name \"same\"";
const std::string kUnlike = "b = Mul(p, ten) name \"gain\"";

runtime::NamedTensors inputs()
{
    return {{"x", runtime::Tensor(at::tensor({0.33f, -0.81f, 1.27f, 0.62f}).reshape({1, 4}))}};
}

struct Models {
    explicit Models(const std::string& scaling)
        : analysis(graph::parseGraph(analysisText(scaling)))
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
        const runtime::Program program(models.baseline);
        const runtime::Program other(bypassed.graph);
        const auto expected = runtime::PartialExecution(program, inputs(), {}, models.ctx).outputs().at(0);
        const auto found = runtime::PartialExecution(other, inputs(), {}, models.ctx).outputs().at(0);
        QVERIFY(at::equal(found.data, expected.data)); // weights are the baseline's, the clamp at zero is back
    }

    void switchesSitOnTheBaselineIfTheyCan()
    {
        Models models(kAlike);
        const auto model = analysis::switchQuantizers(models.baseline, models.analysis, inputs(), models.ctx);
        QVERIFY(!model.inside && !model.bypassed);
        QCOMPARE(&model.switches->baseline(), &models.baseline);
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
            analysis::switchQuantizers(models.baseline, models.baseline, inputs(), models.ctx);
            QFAIL("a float model was ranked");
        } catch (const Error& error) {
            QCOMPARE(error.message().english(),
                     std::string("the analysis model has no quantizer that matches the baseline"));
        }
    }
};

QTEST_APPLESS_MAIN(TestBypassedModel)
#include "tst_bypassed_model.moc"
