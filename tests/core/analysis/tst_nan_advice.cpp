// SPDX-License-Identifier: GPL-3.0-or-later
// NaN and infinite numbers, and the constants that hold them.
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

class TestNanAdvice : public QObject {
    Q_OBJECT

private Q_SLOTS:
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
};

QTEST_APPLESS_MAIN(TestNanAdvice)
#include "tst_nan_advice.moc"
