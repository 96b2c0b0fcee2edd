// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice.h"
#include "core/analysis/advice/advice_text.h"
#include "core/graph/text_form/text_form.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql;
using namespace ql::analysis;
using results::Diagnostic;
using results::LayerRow;

namespace {

/// Four layers in a chain, quantized but for the logarithm; the tests set what was measured.
const char* const kFloat = R"(graph "float" opset 13
    input x: float32[1,4]
    const w: float32[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    a = MatMul(x, w) name "a"
    b = Sigmoid(a) name "b"
    c = Log(b) name "c"
    d = MatMul(c, w) name "d"
    output d)";

const char* const kQuantized = R"(graph "quantized" opset 13
    input x: float32[1,4]
    const s: float32[] = {0.1}
    const z: int8[] = {0}
    const wq: int8[4,4] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
    w = DequantizeLinear(wq, s, z)
    xq = QuantizeLinear(x, s, z)
    xd = DequantizeLinear(xq, s, z)
    a = MatMul(xd, w) name "a"
    aq = QuantizeLinear(a, s, z)
    ad = DequantizeLinear(aq, s, z)
    b = Sigmoid(ad) name "b"
    bq = QuantizeLinear(b, s, z)
    bd = DequantizeLinear(bq, s, z)
    c = Log(bd) name "c"
    d_QuantizeLinear_Input = MatMul(c, w) name "d"
    dq = QuantizeLinear(d_QuantizeLinear_Input, s, z)
    d = DequantizeLinear(dq, s, z)
    output d)";

class Fixture {
public:
    Fixture(const std::string& baseline = kFloat, const std::string& analysis = kQuantized)
        : baselineGraph(graph::parseGraph(baseline))
        , analysisGraph(graph::parseGraph(analysis))
        , baselineLayers(collectLayers(baselineGraph, &analysisGraph))
        , analysisLayers(collectLayers(analysisGraph, &baselineGraph))
        , matching(matchLayers(baselineGraph, baselineLayers, analysisGraph, analysisLayers))
        , models{baselineGraph, analysisGraph, baselineLayers, analysisLayers, matching}
        , rows(makeRows(models, false))
    {
        for (auto& source : rows)
            measured(source.row.name, -1.0, 1.0, 40.0);
    }

    LayerRow& row(std::string_view name)
    {
        return std::find_if(rows.begin(), rows.end(), [name](const auto& source) { return source.row.name == name; })
            ->row;
    }

    /// Both sides span low … high; SQNR as given; nothing clamped.
    LayerRow& measured(std::string_view name, double low, double high, double sqnrDb)
    {
        LayerRow& found = row(name);
        found.metrics = results::Metrics{.cosine = sqnrDb > 15.0 ? 0.999 : 0.8, .sqnrDb = sqnrDb};
        for (auto* side : {&found.baseline, &found.analysis}) {
            side->statistics.count = 1000;
            side->statistics.min = low;
            side->statistics.max = high;
        }
        return found;
    }

    std::string advise() { return ql::analysis::advise(rows, models, {}); }

    const Diagnostic* advice(std::string_view name, std::string_view rule)
    {
        const auto& all = row(name).advice;
        const auto found =
            std::find_if(all.begin(), all.end(), [rule](const Diagnostic& one) { return one.rule == rule; });
        return found == all.end() ? nullptr : &*found;
    }

    graph::Graph baselineGraph;
    graph::Graph analysisGraph;
    std::vector<Layer> baselineLayers;
    std::vector<Layer> analysisLayers;
    Matching matching;
    MatchedModels models;
    std::vector<LayerRowSource> rows;
};

bool says(const Diagnostic* advice, std::string_view text)
{
    if (advice && (advice->message.english() + " " + advice->remedy.english()).find(text) != std::string::npos)
        return true;
    qWarning("no \"%s\" in \"%s\"", std::string(text).c_str(),
             advice ? (advice->message.english() + " " + advice->remedy.english()).c_str() : "(nothing)");
    return false;
}

} // namespace

class TestAdvice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void healthyLayersGetNone()
    {
        Fixture fixture;
        for (const char* name : {"x", "a", "b"})
            fixture.measured(name, -10, 10, 40);
        fixture.measured("d", -10, 10, 35);
        QCOMPARE(fixture.advise(), std::string());
        for (const char* name : {"x", "a", "b", "c"})
            QVERIFY2(fixture.row(name).advice.empty(), name);
        QCOMPARE(fixture.row("d").advice.size(), std::size_t{1}); // the quantized output
        QVERIFY(says(fixture.advice("d", "output-quantized-after-compute"), "high-precision"));
    }

    void nanIsAnError()
    {
        Fixture fixture;
        fixture.row("b").analysis.statistics.nanCount = 3;
        fixture.advise();
        QCOMPARE(fixture.advice("b", "nan-output")->severity, results::Severity::Error);
        QVERIFY(says(fixture.advice("b", "nan-output"), "3 of 1,000 values"));
    }

    void largeRanges()
    {
        Fixture fixture;
        fixture.measured("a", -5, 300, 40);
        fixture.measured("b", -5, 40000, 40);
        fixture.advise();
        QVERIFY(says(fixture.advice("a", "range-too-large"), "int16"));
        QVERIFY(says(fixture.advice("b", "range-too-large"), "Change the model"));
        QVERIFY(!fixture.advice("d", "range-too-large"));
    }

    void scaleThatDoesNotCover()
    {
        Fixture fixture;
        fixture.measured("a", -5, 12.75, 40); // within one step of 12.7
        fixture.measured("b", -5, 13.0, 40);
        fixture.advise();
        QVERIFY(!fixture.advice("a", "scale-not-covering"));
        QVERIFY(says(fixture.advice("b", "scale-not-covering"), "fake quantization"));
    }

    void clampingNamesTruncationAndTheCoveringScale()
    {
        Fixture fixture;
        fixture.measured("a", -25.4, 12, 40).clampedCount = 31;
        fixture.row("a").analysis.statistics.min = -12.8;
        fixture.advise();
        const Diagnostic* advice = fixture.advice("a", "clamping");
        QVERIFY(says(advice, "31 of 1,000 values (3.1 %)"));
        QVERIFY(says(advice, "truncation"));
        QVERIFY(says(advice, "0.1984")); // 25.4 / 128
        QCOMPARE(advice->severity, results::Severity::Error);
    }

    void roundingNeedsAnErrorOfItsOwn()
    {
        Fixture fixture;
        fixture.measured("a", -12, 12, 12);
        fixture.measured("b", -12, 12, 10); // inherits a's
        fixture.advise();
        QVERIFY(says(fixture.advice("a", "rounding"), "rounding error"));
        QVERIFY(says(fixture.advice("a", "rounding"), "int16"));
        QVERIFY(!fixture.advice("b", "rounding"));
    }

    void clampedLayersAreNotCalledRounded()
    {
        Fixture fixture;
        fixture.measured("a", -12, 12, 12).clampedCount = 100;
        fixture.advise();
        QVERIFY(!fixture.advice("a", "rounding"));
        QVERIFY(says(fixture.advice("a", "error-origin"), "Truncation"));
    }

    void wastedScale()
    {
        Fixture fixture;
        fixture.measured("a", -1.0, 1.5, 40); // of 12.8
        fixture.measured("b", -1.0, 1.7, 40);
        fixture.advise();
        QVERIFY(says(fixture.advice("a", "scale-wasted"), "11.7 %"));
        QVERIFY(!fixture.advice("b", "scale-wasted"));
    }

    void scaleOneOnManyLayersMeansNeverCalibrated()
    {
        std::string uncalibrated(kQuantized);
        uncalibrated.replace(uncalibrated.find("{0.1}"), 5, "{1.0}");
        Fixture fixture(kFloat, uncalibrated);
        fixture.advise();
        QVERIFY(says(fixture.advice("a", "scale-one"), "4 of 4"));
        Fixture calibrated;
        calibrated.row("a").quantizer->scales = {1.0};
        calibrated.advise();
        QVERIFY(!calibrated.advice("a", "scale-one"));
    }

    void inputRules()
    {
        Fixture fixture;
        fixture.measured("x", 0, 12, 40);
        fixture.advise();
        QVERIFY(says(fixture.advice("x", "input-one-sided"), "symmetrically"));
        Fixture wide;
        wide.measured("x", -130, 130, 40);
        wide.advise();
        QVERIFY(says(wide.advice("x", "input-range"), "int16"));
        QVERIFY(!wide.advice("x", "input-one-sided"));
    }

    void errorOriginIsTheDropNotTheLowest()
    {
        Fixture fixture;
        fixture.measured("a", -12, 12, 35);
        fixture.measured("b", -12, 12, 6);
        fixture.measured("c", -12, 12, 5);
        fixture.measured("d", -12, 12, 1);
        QCOMPARE(fixture.advise(), std::string("b"));
        QVERIFY(says(fixture.advice("b", "error-origin"), "35.0 dB"));
        QVERIFY(says(fixture.advice("b", "error-origin"), "Rounding"));
        QCOMPARE(fixture.row("b").advice.front().rule, std::string("error-origin"));
        QVERIFY(!fixture.advice("d", "error-origin"));
    }

    void floatLayersLayBareWhatTheQuantizerBeforeThemLost()
    {
        // The logarithm computes in float: the quantizer of b is to blame.
        Fixture fixture;
        fixture.measured("a", -12, 12, 40);
        fixture.measured("b", -12, 12, 29);
        fixture.measured("c", -12, 12, 4);
        fixture.measured("d", -12, 12, -2);
        QCOMPARE(fixture.advise(), std::string("b"));
        QVERIFY(says(fixture.advice("b", "error-origin"), "c (Log)"));
        QVERIFY(says(fixture.advice("b", "error-origin"), "4.0 dB"));
    }

    void nothingStandsOutInAGoodModel()
    {
        Fixture fixture;
        double level = 45.0;
        for (const char* name : {"x", "a", "b", "c", "d"})
            fixture.measured(name, -12, 12, level -= 4.5);
        QCOMPARE(fixture.advise(), std::string());
    }

    void nanIsTheWorstOrigin()
    {
        Fixture fixture;
        fixture.measured("b", -12, 12, NAN);
        fixture.measured("c", -12, 12, NAN);
        fixture.measured("d", -12, 12, NAN);
        QCOMPARE(fixture.advise(), std::string("b"));
    }

    void unevenDepthwiseWeightsWantAScalePerChannel()
    {
        const std::string baseline = R"(graph "float" opset 13
            input x: float32[1,2,2,2]
            const w: float32[2,1,1,1] = {1, 0.01}
            y = Conv(x, w) {group: 2} name "dw"
            output y)";
        const auto analysis = [](const char* scale, const char* zero, const char* weight) {
            return std::string(R"(graph "quantized" opset 13
            input x: float32[1,2,2,2]
            const s: float32)")
                   + scale + "\n const z: int8" + zero + "\n const wq: int8[2,1,1,1] = " + weight + R"(
            w = DequantizeLinear(wq, s, z) {axis: 0}
            y = Conv(x, w) {group: 2} name "dw"
            output y)";
        };
        Fixture uneven(baseline, analysis("[] = {0.01}", "[] = {0}", "{-100, 1}"));
        uneven.advise();
        QVERIFY(says(uneven.advice("dw", "depthwise-weight-per-tensor"), "channel 0 uses 100 steps, channel 1 only 1"));
        Fixture even(baseline, analysis("[] = {0.01}", "[] = {0}", "{-100, 50}"));
        even.advise();
        QVERIFY(!even.advice("dw", "depthwise-weight-per-tensor"));
        Fixture perChannel(baseline, analysis("[2] = {0.01, 0.0001}", "[2] = {0, 0}", "{-100, 1}"));
        perChannel.advise();
        QVERIFY(!perChannel.advice("dw", "depthwise-weight-per-tensor"));
    }

    void numbersAreShort()
    {
        QCOMPARE(percent(1.0).text, std::string("100 %"));
        QCOMPARE(percent(0.03141).text, std::string("3.14 %"));
        QCOMPARE(shareOfValues(1234567, 2469134).english(), std::string("1,234,567 of 2,469,134 values (50 %)"));
        QCOMPARE(shareOfValues(0, 0).english(), std::string("0 of 0 values (0 %)"));
        QCOMPARE(widerThan("int8"), std::string("int16"));
        QCOMPARE(widerThan("uint16"), std::string("float"));
    }
};

QTEST_APPLESS_MAIN(TestAdvice)
#include "tst_advice.moc"
