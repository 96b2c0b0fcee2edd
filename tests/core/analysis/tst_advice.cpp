// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_text.h"
#include "tests/core/analysis/advised_comparison.h"

using namespace ql;
using namespace ql::tests;
using Fixture = AdvisedComparison;

namespace {

/// The weight's scale becomes one of its own, "sw".
std::string withScale(std::string text, const std::string& value)
{
    const std::string_view old = "w = DequantizeLinear(wq, s, z)";
    return text.replace(text.find(old), old.size(),
                        "const sw: float32[] = " + value + "\n    w = DequantizeLinear(wq, sw, z)");
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

    /// The integers behind the layer hide the NaN of its weight's scale: no value of it is one.
    void aNanScaleIsNamedAndNoBitsAreWanted()
    {
        Fixture fixture(kFloat, withScale(kQuantized, "{nan}"));
        fixture.measured("a", -1, 1, 5);
        fixture.ran("a", 5, 1, 0, 0);
        fixture.row("a").causes->weights.sqnrDb = NAN;
        QCOMPARE(fixture.advise(), std::string("a"));
        QVERIFY(fixture.result.isOriginMeasured);
        QVERIFY(says(fixture.advice("a", "nan-weight"), "1 of 1 values (100 %) of its constant sw"));
        QVERIFY(says(fixture.advice("a", "error-origin"), "of the constant sw are NaN"));
        QCOMPARE(fixture.row("a").advice.size(), std::size_t(2));
        for (const auto& advice : fixture.row("a").advice) {
            QCOMPARE(advice.severity, results::Severity::Error);
            QVERIFY(advice.message.english().find("nan dB") == std::string::npos);
            QVERIFY(says(&advice, "Calibrate or convert the model again"));
        }
        QVERIFY(fixture.advice("d", "nan-weight")); // the same weight
        for (const char* name : {"x", "b", "c"})
            QVERIFY2(!fixture.advice(name, "nan-weight"), name);
    }

    void aNanScaleIsAnErrorInAGoodModelToo()
    {
        Fixture fixture(kFloat, withScale(kQuantized, "{nan}"));
        QCOMPARE(fixture.advise(40.0), std::string());
        QCOMPARE(fixture.advice("a", "nan-weight")->severity, results::Severity::Error);
        Fixture healthy(kFloat, withScale(kQuantized, "{0.1}"));
        healthy.advise(40.0);
        QVERIFY(!healthy.advice("a", "nan-weight"));
    }

    /// A mask may mean infinity.
    void infiniteConstantsWithoutInfiniteValuesMayBeMeant()
    {
        const auto bounded = [](std::string text, const std::string& sigmoid, const std::string& input,
                                const std::string& bound) {
            return text.replace(text.find(sigmoid), sigmoid.size(),
                                "const top: float32[] = {" + bound + "}\n    b = Min(" + input + ", top)");
        };
        Fixture fixture(bounded(kFloat, "b = Sigmoid(a)", "a", "1e30"),
                        bounded(kQuantized, "b = Sigmoid(ad)", "ad", "inf"));
        fixture.advise();
        QVERIFY(fixture.row("b").state == LayerRow::State::Compared);
        QVERIFY(!fixture.advice("b", "nan-weight"));
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

    void weightsOfAnotherNetworkAreNotCalledRounded()
    {
        std::string text(kQuantized);
        const std::string same = "{10, 0, 0, 0, 0, 10, 0, 0, 0, 0, 10, 0, 0, 0, 0, 10}";
        text.replace(text.find(same), same.size(), "{-9, 0, 0, 0, 0, 13, 0, 0, 0, 0, 13, 0, 0, 0, 0, 13}");
        Fixture fixture(kFloat, text);
        fixture.measured("a", -12, 12, 12);
        fixture.ran("a", 12, 0.9, 0.1, 0);
        fixture.measured("d", -12, 12, 12);
        fixture.ran("d", 45, 0, 1, 0); // the same weight, but no harm done
        fixture.advise();
        QVERIFY(says(fixture.advice("a", "other-weight"), "4 of 16 values"));
        QVERIFY(says(fixture.advice("a", "other-weight"), "one is 19"));
        QVERIFY(says(fixture.advice("a", "other-weight"), "Write this weight again from the float model"));
        QVERIFY(!fixture.advice("a", "weight-rounding"));
        QVERIFY(!fixture.advice("d", "other-weight"));
        // Those that moved by a step, as clever rounding moves them, and those that are clamped, are no others.
        std::string large(kFloat);
        large.replace(large.rfind(", 1}"), 4, ", 99}");
        text = kQuantized;
        text.replace(text.find(same), same.size(), "{11, 1, 1, 1, 0, 9, 0, 0, 0, 0, 10, 0, 0, 0, 0, 127}");
        Fixture rounded(large, text);
        rounded.measured("a", -12, 12, 12);
        rounded.ran("a", 12, 0.9, 0.1, 0);
        rounded.advise();
        QVERIFY(!rounded.advice("a", "other-weight"));
        QVERIFY(rounded.advice("a", "weight-rounding"));
    }

    void constantsOfTwoFloatModelsTellTheOrigin()
    {
        std::string text(kFloat);
        text.replace(text.find("{1, 0"), 5, "{-3, 0");
        const auto compared = [&](double db, bool comparesConstants) {
            Fixture fixture(kFloat, text);
            fixture.measured("a", -12, 12, db);
            fixture.result.outputs = {{"d", results::Metrics{.sqnrDb = 5.0}, {1, 4}}};
            analysis::advise(fixture.rows, fixture.models, fixture.result, comparesConstants);
            return fixture.result.errorOrigin + (fixture.advice("a", "other-weight") ? " told" : "");
        };
        QCOMPARE(compared(2.0, true), std::string("a told"));
        QCOMPARE(compared(2.0, false), std::string());
        QCOMPARE(compared(45.0, true), std::string()); // they differ and do no harm
        Fixture fixture(kFloat, text);
        fixture.measured("a", -12, 12, 2.0);
        QCOMPARE(fixture.advise(), std::string("a"));
        QVERIFY(fixture.result.isOriginMeasured); // what it reads is exact
        QVERIFY(says(fixture.advice("a", "error-origin"), "Its weight w isn't the baseline's in 1 of 4 channels (0)"));
        QVERIFY(says(fixture.advice("a", "error-origin"), "Write this weight again from the float model"));
    }

    void trainedWeightsAreOthersOnlyWhereTheySpoilTheLayer()
    {
        std::string text(kQuantized);
        const std::string same = "{10, 0, 0, 0, 0, 10, 0, 0, 0, 0, 10, 0, 0, 0, 0, 10}";
        text.replace(text.find(same), same.size(), "{12, 0, 3, 2, 2, 12, 0, 3, 3, 2, 12, 0, 0, 3, 2, 12}");
        Fixture fine(kFloat, text);
        fine.measured("a", -12, 12, 25);
        fine.ran("a", 25, 0.9, 0.1, 0);
        fine.advise();
        QVERIFY(!fine.advice("a", "other-weight"));
        Fixture bad(kFloat, text);
        bad.measured("a", -12, 12, 12);
        bad.ran("a", 12, 0.9, 0.1, 0);
        bad.advise();
        QVERIFY(says(bad.advice("a", "other-weight"), "after training"));
    }

    void onlyWeightsOfOneScaleAreToBeQuantizedPerChannel()
    {
        Fixture fixture;
        fixture.measured("a", -12, 12, 12);
        fixture.ran("a", 12, 0.9, 0.1, 0);
        fixture.measured("d", -12, 12, 5);
        fixture.ran("d", 45, 0, 1, 0);
        QCOMPARE(fixture.advise(), std::string("a"));
        QVERIFY(says(fixture.advice("a", "weight-rounding"), "per channel or with more bits"));
        QVERIFY(says(fixture.advice("a", "error-origin"), "per channel or with more bits"));
        std::string text(kQuantized);
        const std::string read = "w = DequantizeLinear(wq, s, z)";
        for (const auto& [axis, remedy] :
             {std::pair("1", "with more bits"), std::pair("0", "a scale for each output channel")}) {
            auto perChannel = text;
            perChannel.replace(text.find(read), read.size(),
                               std::string("const sw: float32[4] = {0.1, 0.1, 0.1, 0.1}\n const zw: int8[4] = {0, 0, "
                                           "0, 0}\n w = DequantizeLinear(wq, sw, zw) {axis: ")
                                   + axis + "}");
            Fixture other(kFloat, perChannel);
            other.measured("a", -12, 12, 12);
            other.ran("a", 12, 0.9, 0.1, 0);
            other.measured("d", -12, 12, 5);
            other.ran("d", 45, 0, 1, 0);
            other.advise();
            for (const char* rule : {"weight-rounding", "error-origin"}) {
                QVERIFY(says(other.advice("a", rule), remedy));
                QVERIFY(other.advice("a", rule)->remedy.english().find("per channel") == std::string::npos);
            }
        }
    }

    /// The float model's normalization, factors 1, 2, -3 and 4, is in the quantized one's weight.
    void weightsWithTheirNormalizationAreNoOthers()
    {
        std::string normalized(kFloat);
        const std::string product = "a = MatMul(x, w) name \"a\"";
        normalized.replace(normalized.find(product), product.size(), R"(const gamma: float32[4] = {1, 2, -3, 4}
    const none: float32[4] = {0, 0, 0, 0}
    const one: float32[4] = {1, 1, 1, 1}
    m = MatMul(x, w) name "m"
    a = BatchNormalization(m, gamma, none, none, one) {epsilon: 0.0} name "a")");
        std::string text(kQuantized);
        const std::string same = "{10, 0, 0, 0, 0, 10, 0, 0, 0, 0, 10, 0, 0, 0, 0, 10}";
        for (const auto& [weight, isOther] :
             {std::pair("{10, 0, 0, 0, 0, 20, 0, 0, 0, 0, -30, 0, 0, 0, 0, 40}", false),
              std::pair("{-9, 0, 0, 0, 0, 29, 0, 0, 0, 0, 13, 0, 0, 0, 0, 13}", true)}) {
            auto quantized = text;
            quantized.replace(text.find(same), same.size(), weight);
            Fixture fixture(normalized, quantized);
            fixture.measured("a", -12, 12, 12);
            fixture.ran("a", 12, 0.9, 0.1, 0);
            fixture.advise();
            QCOMPARE(fixture.advice("a", "other-weight") != nullptr, isOther);
        }
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
