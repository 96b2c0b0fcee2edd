// SPDX-License-Identifier: GPL-3.0-or-later
// Weights that aren't the baseline's, and those that are in too coarse a grid.
#include "tests/core/analysis/advised_comparison.h"

using namespace ql;
using namespace ql::tests;
using Fixture = AdvisedComparison;

class TestWeightAdvice : public QObject {
    Q_OBJECT

private Q_SLOTS:
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
};

QTEST_APPLESS_MAIN(TestWeightAdvice)
#include "tst_weight_advice.moc"
