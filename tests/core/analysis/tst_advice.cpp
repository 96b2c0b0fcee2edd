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

    /// Controlled runs found it at @p localDb by itself, by these shares of its own error.
    void ran(std::string_view name, double localDb, double weights, double rounding, double clamping)
    {
        results::LayerCauses causes{.localDb = localDb, .localSteps = 1.0, .mainCause = {}};
        for (auto [part, share] : {std::pair(&causes.weights, weights), std::pair(&causes.rounding, rounding),
                                   std::pair(&causes.clamping, clamping)})
            *part = {share > 0.0 ? localDb - 10.0 * std::log10(share) : INFINITY, share};
        row(name).causes = causes;
    }

    /// The name of the layer at which the error starts, of a model whose output is at @p outputDb.
    std::string advise(double outputDb = 5.0)
    {
        result.outputs = {{"d", results::Metrics{.sqnrDb = outputDb}, {1, 4}}};
        analysis::advise(rows, models, result);
        return result.errorOrigin;
    }

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
    results::CompareResult result;
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
        QCOMPARE(fixture.advise(35.0), std::string());
        for (const char* name : {"x", "a", "b", "c"})
            QVERIFY2(fixture.row(name).advice.empty(), name);
        QCOMPARE(fixture.row("d").advice.size(), std::size_t{1}); // the quantized output
        QVERIFY(says(fixture.advice("d", "output-quantized-after-compute"), "high-precision"));
        QVERIFY(!fixture.advice("a", "output-quantized-after-compute"));
    }

    void nothingAboutAHealthyModelIsMoreThanANote()
    {
        Fixture fixture;
        fixture.measured("a", -25.4, 12, 8).clampedCount = 31;
        fixture.ran("a", 8, 0, 0.01, 0.99);
        QCOMPARE(fixture.advise(31.0), std::string());
        QCOMPARE(fixture.advice("a", "clamping")->severity, results::Severity::Info);
        Fixture bad;
        bad.measured("a", -25.4, 12, 8).clampedCount = 31;
        bad.ran("a", 8, 0, 0.01, 0.99);
        bad.advise(5.0);
        QCOMPARE(bad.advice("a", "clamping")->severity, results::Severity::Error);
    }

    void nanIsAnError()
    {
        Fixture fixture;
        fixture.row("b").analysis.statistics.nanCount = 3;
        fixture.advise();
        QCOMPARE(fixture.advice("b", "nan-output")->severity, results::Severity::Error);
        QVERIFY(says(fixture.advice("b", "nan-output"), "3 of 1,000 values"));
        QVERIFY(!fixture.advice("a", "nan-output"));
    }

    void nanWeightsAreNamedAndWantNoBits()
    {
        std::string text(kFloat);
        text.replace(text.find("{1, 0"), 5, "{nan, 0");
        Fixture fixture(text);
        auto& row = fixture.measured("a", -300, 300, NAN);
        row.nanCount = row.baseline.statistics.nanCount = 4;
        fixture.measured("b", -300, 300, NAN).nanCount = 4;
        fixture.advise();
        QVERIFY(says(fixture.advice("a", "nan-weight"), "1 of 16 values"));
        for (const auto& advice : row.advice)
            QVERIFY2(advice.remedy.english().find("int16") == std::string::npos, advice.rule.c_str());
        QVERIFY(!fixture.advice("b", "nan-weight")); // its NaN comes in
        QVERIFY(!fixture.advice("d", "nan-weight")); // a weight with NaN, but none in its value
    }

    void largeRangesMatterOnlyWhereRoundingSpoilsTheLayer()
    {
        Fixture fixture;
        fixture.measured("a", -5, 300, 8);
        fixture.ran("a", 8, 0, 1, 0);
        fixture.measured("b", -5, 40000, 8);
        fixture.ran("b", 8, 0, 1, 0);
        fixture.measured("d", -5, 300, 8);
        fixture.ran("d", 35, 0, 1, 0); // inherits its error
        fixture.advise();
        QVERIFY(says(fixture.advice("a", "range-too-large"), "Try int16"));
        QVERIFY(says(fixture.advice("b", "range-too-large"), "Change the model"));
        QVERIFY(!fixture.advice("d", "range-too-large"));
        Fixture healthy;
        healthy.measured("a", -5, 300, 36);
        healthy.measured("b", -5, 40000, 36);
        healthy.advise(35.7);
        QVERIFY(!healthy.advice("a", "range-too-large") && !healthy.advice("b", "range-too-large"));
        Fixture guessed;
        guessed.measured("a", -5, 300, 8);
        guessed.advise();
        QVERIFY(guessed.advice("a", "range-too-large")->isGuess);
        QVERIFY(says(guessed.advice("a", "range-too-large"), "may be"));
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
        fixture.measured("a", -25.4, 12, 12).clampedCount = 31;
        fixture.ran("a", 12.5, 0.01, 0.01, 0.98);
        fixture.row("a").analysis.statistics.min = -12.8;
        fixture.advise();
        const Diagnostic* advice = fixture.advice("a", "clamping");
        QVERIFY(says(advice, "31 of 1,000 values (3.1 %)"));
        QVERIFY(says(advice, "truncation"));
        QVERIFY(says(advice, "leaves the layer at 12.6 dB"));
        QVERIFY(says(advice, "0.1984")); // 25.4 / 128
        QCOMPARE(advice->severity, results::Severity::Error);
        QVERIFY(!advice->isGuess);
        QVERIFY(!fixture.advice("b", "clamping"));
    }

    void clampingThatMattersLittleOrWasNotRunIsANote()
    {
        Fixture fixture;
        fixture.measured("a", -25.4, 12, 12).clampedCount = 31;
        fixture.ran("a", 12, 0, 0.98, 0.02);
        fixture.measured("b", -25.4, 12, 12).clampedCount = 31;
        fixture.advise();
        QCOMPARE(fixture.advice("a", "clamping")->severity, results::Severity::Info);
        QVERIFY(!fixture.advice("a", "clamping")->isGuess && fixture.advice("a", "clamping")->remedy.empty());
        QCOMPARE(fixture.advice("b", "clamping")->severity, results::Severity::Info);
        QVERIFY(fixture.advice("b", "clamping")->isGuess);
    }

    void roundingIsClaimedOnlyOfItsOwnSteps()
    {
        Fixture fixture;
        fixture.measured("a", -12, 12, 12);
        fixture.ran("a", 12, 0, 1, 0);
        fixture.measured("b", -12, 12, 10);
        fixture.ran("b", 31, 0, 1, 0); // inherits a's
        fixture.measured("d", -12, 12, 5);
        fixture.ran("d", 5, 0, 1, 0);
        fixture.row("d").causes->localSteps = 40.0; // more than rounding can do
        fixture.advise();
        QVERIFY(says(fixture.advice("a", "rounding"), "rounding error at a step of 0.1"));
        QVERIFY(says(fixture.advice("a", "rounding"), "int16"));
        QVERIFY(!fixture.advice("b", "rounding"));
        QVERIFY(says(fixture.advice("b", "inherited"), "31.0 dB"));
        QVERIFY(says(fixture.advice("b", "inherited"), "a is at 12.0 dB"));
        QVERIFY(!fixture.advice("a", "inherited"));
        QVERIFY(!fixture.advice("d", "rounding"));
    }

    void withoutRunsRoundingIsAGuess()
    {
        Fixture fixture;
        fixture.measured("a", -12, 12, 12).metrics->maxQscaleDiff = 1.5;
        fixture.measured("b", -12, 12, 3).metrics->maxQscaleDiff = 123.0; // no rounding reaches so far
        fixture.advise();
        QVERIFY(fixture.advice("a", "rounding")->isGuess);
        QVERIFY(says(fixture.advice("a", "rounding"), "may be"));
        QCOMPARE(fixture.advice("a", "rounding")->severity, results::Severity::Info);
        QVERIFY(!fixture.advice("b", "rounding"));
    }

    void weightsAreClaimedOnlyWhereTheyWereRunAlone()
    {
        Fixture fixture;
        fixture.measured("a", -12, 12, 12);
        fixture.ran("a", 12, 0.9, 0.1, 0);
        fixture.measured("b", -12, 12, 12);
        fixture.advise();
        QVERIFY(says(fixture.advice("a", "weight-rounding"), "weights quantized it is at 12.5 dB"));
        QVERIFY(!fixture.advice("a", "rounding"));
        QVERIFY(!fixture.advice("b", "weight-rounding"));
    }

    void clampedLayersAreNotCalledRounded()
    {
        Fixture fixture;
        fixture.measured("a", -12, 12, 12).clampedCount = 100;
        fixture.ran("a", 12, 0, 0.01, 0.99);
        fixture.measured("d", -12, 12, 12);
        fixture.ran("d", 45, 0, 1, 0);
        QCOMPARE(fixture.advise(), std::string("a"));
        QVERIFY(!fixture.advice("a", "rounding"));
        QVERIFY(says(fixture.advice("a", "error-origin"), "Truncation"));
    }

    void wastedScale()
    {
        Fixture fixture;
        fixture.measured("a", -1.0, 1.5, 12); // of 12.8
        fixture.ran("a", 12, 0, 1, 0);
        fixture.measured("b", -1.0, 1.7, 12);
        fixture.ran("b", 12, 0, 1, 0);
        fixture.measured("d", -1.0, 1.5, 12);
        fixture.ran("d", 45, 0, 1, 0); // its steps are fine enough
        fixture.advise();
        QVERIFY(says(fixture.advice("a", "scale-wasted"), "11.7 %"));
        QVERIFY(!fixture.advice("b", "scale-wasted"));
        QVERIFY(!fixture.advice("d", "scale-wasted"));
        Fixture guessed;
        guessed.measured("a", -1.0, 1.5, 12);
        guessed.advise();
        QVERIFY(guessed.advice("a", "scale-wasted")->isGuess);
        QVERIFY(says(guessed.advice("a", "scale-wasted"), "may do better"));
    }

    void scaleOneOnManyLayersMayMeanNeverCalibrated()
    {
        std::string uncalibrated(kQuantized);
        uncalibrated.replace(uncalibrated.find("{0.1}"), 5, "{1.0}");
        Fixture fixture(kFloat, uncalibrated);
        for (const char* name : {"x", "a", "b"})
            fixture.measured(name, -1, 1, 10);
        fixture.advise();
        QVERIFY(says(fixture.advice("a", "scale-one"), "4 of 4"));
        QVERIFY(says(fixture.advice("a", "scale-one"), "may never"));
        QVERIFY(!fixture.advice("d", "scale-one")); // at 40 dB a scale of 1 suits it
        Fixture calibrated;
        calibrated.row("a").quantizer->scales = {1.0};
        calibrated.advise();
        QVERIFY(!calibrated.advice("a", "scale-one"));
    }

    void inputRules()
    {
        Fixture fixture;
        fixture.measured("x", 0, 12, 12);
        fixture.ran("x", 12, 0, 1, 0);
        fixture.advise();
        QVERIFY(says(fixture.advice("x", "input-one-sided"), "symmetrically"));
        Fixture wide;
        wide.measured("x", -130, 130, 12);
        wide.ran("x", 12, 0, 1, 0);
        wide.advise();
        QVERIFY(says(wide.advice("x", "input-range"), "int16"));
        QVERIFY(!wide.advice("x", "input-one-sided"));
        Fixture clamped; // its steps are not the matter
        clamped.measured("x", 0, 255, 1);
        clamped.ran("x", 1, 0, 0, 1);
        clamped.advise();
        QVERIFY(!clamped.advice("x", "input-range") && !clamped.advice("x", "input-one-sided"));
        Fixture healthy;
        healthy.measured("x", 0, 255, 45);
        healthy.advise();
        QVERIFY(!healthy.advice("x", "input-range") && !healthy.advice("x", "input-one-sided"));
    }

    void theOriginIsWhereTheErrorIsMade()
    {
        // b's metric drops most, but by itself b is fine: what a clamps shows only behind it.
        Fixture fixture;
        fixture.measured("a", -12, 12, 28).clampedCount = 1;
        fixture.ran("a", 28.1, 0, 0.02, 0.98);
        fixture.measured("b", -12, 12, 6);
        fixture.ran("b", 38, 0, 1, 0);
        fixture.measured("c", -12, 12, 5);
        fixture.measured("d", -12, 12, 4);
        fixture.ran("d", 40, 0.5, 0.5, 0);
        QCOMPARE(fixture.advise(), std::string("a"));
        QVERIFY(fixture.result.isOriginMeasured);
        QVERIFY(says(fixture.advice("a", "error-origin"), "Truncation"));
        QVERIFY(says(fixture.advice("a", "error-origin"), "alone is at 28.1 dB (clamping 98 %"));
        QCOMPARE(fixture.row("a").advice.front().rule, std::string("error-origin"));
        QVERIFY(!fixture.advice("b", "error-origin") && !fixture.advice("d", "error-origin"));
        QVERIFY(says(fixture.advice("b", "inherited"), "38.0 dB"));
    }

    void withoutRunsTheOriginIsAGuess()
    {
        Fixture fixture;
        fixture.measured("a", -12, 12, 35);
        fixture.measured("b", -12, 12, 6);
        fixture.measured("c", -12, 12, 5);
        fixture.measured("d", -12, 12, 4);
        QCOMPARE(fixture.advise(), std::string("b"));
        QVERIFY(!fixture.result.isOriginMeasured);
        QVERIFY(fixture.advice("b", "error-origin")->isGuess);
        QVERIFY(says(fixture.advice("b", "error-origin"), "may start here"));
        QVERIFY(says(fixture.advice("b", "error-origin"), "35.0 dB"));
    }

    void floatLayersLayBareWhatTheQuantizerBeforeThemLost()
    {
        // The logarithm computes in float: the quantizer of b is to blame.
        Fixture fixture;
        fixture.measured("b", -12, 12, 29);
        fixture.ran("b", 29, 0, 1, 0);
        fixture.measured("c", -12, 12, 4);
        fixture.measured("d", -12, 12, 3.9);
        fixture.ran("d", 33, 0, 1, 0);
        QCOMPARE(fixture.advise(), std::string("b"));
        QVERIFY(says(fixture.advice("b", "error-origin"), "d (MatMul) makes 3.9 dB of it"));
    }

    void severalThatLoseEverythingStartWithTheFirst()
    {
        Fixture fixture;
        fixture.measured("x", -12, 12, 0.3).clampedCount = 900;
        fixture.ran("x", 0.3, 0, 0, 1);
        fixture.measured("a", -12, 12, 0.2);
        fixture.ran("a", 0.25, 0, 0, 1);
        for (const char* name : {"b", "c", "d"})
            fixture.measured(name, -12, 12, 0.1);
        QCOMPARE(fixture.advise(0.1), std::string("x"));
        QVERIFY(says(fixture.advice("x", "error-origin"), "1 more layers behind it"));
    }

    void nothingStandsOutWhereTheErrorAddsUp()
    {
        Fixture fixture;
        double level = 30.0;
        for (const char* name : {"x", "a", "b", "c", "d"}) {
            fixture.measured(name, -12, 12, level -= 3.0);
            fixture.ran(name, level + 4.0, 0, 1, 0);
        }
        QCOMPARE(fixture.advise(15.0), std::string());
        Fixture good;
        good.measured("a", -12, 12, 12);
        good.ran("a", 12, 0, 1, 0);
        QCOMPARE(good.advise(25.0), std::string()); // whatever a does, the output is fine
    }

    void nanIsTheWorstOrigin()
    {
        Fixture fixture;
        for (const char* name : {"b", "c", "d"})
            fixture.measured(name, -12, 12, NAN);
        fixture.ran("b", NAN, 0, 0, 0);
        QCOMPARE(fixture.advise(NAN), std::string("b"));
    }

    void guessesRankBelowWhatWasMeasured()
    {
        Fixture fixture;
        fixture.measured("a", -1, 1.5, 12).clampedCount = 1;
        fixture.advise();
        auto& advice = fixture.row("a").advice;
        QVERIFY(std::ranges::is_sorted(advice, {}, [](const Diagnostic& one) { return one.isGuess; }));
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
        uneven.measured("dw", -1, 1, 12);
        uneven.ran("dw", 12, 1, 0, 0);
        uneven.advise();
        QVERIFY(says(uneven.advice("dw", "depthwise-weight-per-tensor"), "channel 0 uses 100 steps, channel 1 only 1"));
        Fixture harmless(baseline, analysis("[] = {0.01}", "[] = {0}", "{-100, 1}"));
        harmless.measured("dw", -1, 1, 12);
        harmless.ran("dw", 35, 1, 0, 0);
        harmless.advise();
        QVERIFY(!harmless.advice("dw", "depthwise-weight-per-tensor"));
        Fixture even(baseline, analysis("[] = {0.01}", "[] = {0}", "{-100, 50}"));
        even.measured("dw", -1, 1, 12);
        even.advise();
        QVERIFY(!even.advice("dw", "depthwise-weight-per-tensor"));
        Fixture perChannel(baseline, analysis("[2] = {0.01, 0.0001}", "[2] = {0, 0}", "{-100, 1}"));
        perChannel.measured("dw", -1, 1, 12);
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
