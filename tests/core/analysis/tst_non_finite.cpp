// SPDX-License-Identifier: GPL-3.0-or-later
// Where NaN and infinite values begin, and why.
#include "tests/core/analysis/advised_comparison.h"

#include <limits>

using namespace ql;
using namespace ql::tests;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::string replaced(std::string text, std::string_view part, std::string_view by)
{
    return text.replace(text.find(part), part.size(), by);
}

class Fixture : public AdvisedComparison {
public:
    using AdvisedComparison::AdvisedComparison;

    /// By then @p name and all behind it have infinite values in the analysis model alone.
    void breaksAt(std::string_view name)
    {
        bool isBroken = false;
        for (const char* layer : {"a", "b", "c", "d"}) {
            isBroken = isBroken || layer == name;
            if (isBroken)
                measured(layer, -1.0, 1.0, kNan).analysis.statistics.infCount = 7;
        }
    }

    void computesInHalf(std::string_view name)
    {
        row(name).baseline.dtype = "float32";
        row(name).analysis.dtype = "float16";
    }

    std::string adviseBroken() { return advise(kNan); }
};

} // namespace

class TestNonFinite : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void beyondHalfPrecisionIsWhereTheyBegin()
    {
        Fixture fixture;
        fixture.breaksAt("b");
        for (const char* name : {"a", "b", "c", "d"})
            fixture.computesInHalf(name);
        fixture.row("b").baseline.statistics.max = 70000.0;
        QCOMPARE(fixture.adviseBroken(), std::string("b"));
        QVERIFY(fixture.result.isOriginMeasured);
        QVERIFY(says(fixture.advice("b", "error-origin"), "all NaN and infinite values"));
        QVERIFY(says(fixture.advice("b", "error-origin"), "reach 7e+04, and float16 holds up to 6.55e+04"));
        QVERIFY(says(fixture.advice("b", "nan-output"), "7 infinite"));
    }

    void whatComesInIsSaidToComeIn()
    {
        Fixture fixture;
        fixture.breaksAt("b");
        fixture.adviseBroken();
        QVERIFY(fixture.advice("b", "nan-output"));
        for (const auto& [name, input] : {std::pair("c", "b"), std::pair("d", "c")}) {
            QVERIFY(!fixture.advice(name, "nan-output"));
            QVERIFY(says(fixture.advice(name, "inherited"), input));
            QCOMPARE(fixture.advice(name, "inherited")->severity, results::Severity::Info);
        }
        QVERIFY(fixture.row("a").advice.empty());
    }

    /// The logarithm computes as the baseline's does: that what it reads was rounded to 0 makes it infinite.
    void layersThatComputeAlikeAreNotToBlame()
    {
        Fixture fixture;
        fixture.measured("b", -12, 12, 9);
        fixture.ran("b", 9, 0, 1, 0);
        fixture.breaksAt("c");
        QCOMPARE(fixture.adviseBroken(), std::string("b"));
        QVERIFY(says(fixture.advice("b", "error-origin"), "the error starts here"));
    }

    void narrowerNumbersWithoutAnOverflowAreAGuess()
    {
        Fixture fixture;
        fixture.breaksAt("c");
        fixture.computesInHalf("c");
        QCOMPARE(fixture.adviseBroken(), std::string("c"));
        QVERIFY(!fixture.result.isOriginMeasured);
        QVERIFY(fixture.advice("c", "error-origin")->isGuess);
        QVERIFY(says(fixture.advice("c", "error-origin"), "may begin here"));
    }

    void controlledRunsMakeItCertain()
    {
        Fixture fixture;
        fixture.breaksAt("b");
        fixture.ran("b", kNan, 0, 0, 0);
        QCOMPARE(fixture.adviseBroken(), std::string("b"));
        QVERIFY(fixture.result.isOriginMeasured);
        QVERIFY(says(fixture.advice("b", "error-origin"), "on exact inputs it alone gives such values"));
    }

    void constantsOfTheAnalysisModelAreNamed()
    {
        const auto baseline = replaced(kFloat, R"(b = Sigmoid(a))", R"(const big: float32[] = {1e30}
            b = Mul(a, big))");
        const auto text = replaced(kQuantized, R"(b = Sigmoid(ad))", R"(const big: float32[] = {inf}
            b = Mul(ad, big))");
        Fixture fixture(baseline, text);
        fixture.breaksAt("b");
        QCOMPARE(fixture.adviseBroken(), std::string("b"));
        QVERIFY(says(fixture.advice("b", "nan-weight"), "constant big"));
        QVERIFY(says(fixture.advice("b", "error-origin"), "its constant big holds such values"));
        QVERIFY(!fixture.advice("c", "nan-weight"));
    }

    /// As a mask is meant to be.
    void whatBothModelsHaveIsNotWhereItBegins()
    {
        Fixture fixture;
        for (const char* name : {"a", "b"})
            fixture.row(name).baseline.statistics.infCount = fixture.row(name).analysis.statistics.infCount = 7;
        fixture.breaksAt("c");
        fixture.computesInHalf("c");
        QCOMPARE(fixture.adviseBroken(), std::string("c"));
        QCOMPARE(fixture.advice("a", "nan-output")->severity, results::Severity::Warning);
    }

    void finiteOutputsHaveNoSuchOrigin()
    {
        Fixture fixture;
        fixture.row("b").analysis.statistics.infCount = 7;
        fixture.computesInHalf("b");
        QCOMPARE(fixture.advise(40.0), std::string());
        QVERIFY(fixture.advice("b", "nan-output"));
    }
};

QTEST_GUILESS_MAIN(TestNonFinite)
#include "tst_non_finite.moc"
