// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_text.h"
#include "tests/core/analysis/advised_comparison.h"

using namespace ql;
using namespace ql::tests;
using Fixture = AdvisedComparison;

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
        QVERIFY(says(advice, "which by itself leaves the layer at 12.6 dB"));
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
        QVERIFY(says(fixture.advice("b", "inherited"), "what it reads is at 12.0 dB"));
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
        fixture.measured("a", -25.4, 25.4, 12).clampedCount = 100;
        fixture.ran("a", 12, 0, 0.01, 0.99);
        fixture.measured("d", -12, 12, 12);
        fixture.ran("d", 45, 0, 1, 0);
        QCOMPARE(fixture.advise(12.0), std::string("a"));
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
