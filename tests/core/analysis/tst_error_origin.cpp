// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/analysis/advised_comparison.h"

using namespace ql;
using namespace ql::tests;
using Fixture = AdvisedComparison;

class TestErrorOrigin : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theOriginIsWhereTheErrorIsMade()
    {
        // b's metric drops most, but by itself b is fine: what a clamps shows only behind it.
        Fixture fixture;
        fixture.measured("a", -14, 14, 28).clampedCount = 1;
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
        QVERIFY(says(fixture.advice("b", "error-origin"), "seen at d (MatMul), which is at 3.9 dB"));
    }

    void severalThatLoseEverythingStartWithTheFirst()
    {
        Fixture fixture;
        fixture.measured("x", -14, 14, 0.3).clampedCount = 900;
        fixture.ran("x", 0.3, 0, 0, 1);
        fixture.measured("a", -12, 12, 0.2);
        fixture.ran("a", 0.25, 0, 0, 1);
        for (const char* name : {"b", "c", "d"})
            fixture.measured(name, -12, 12, 0.1);
        QCOMPARE(fixture.advise(0.1), std::string("x"));
        QVERIFY(says(fixture.advice("x", "error-origin"), "1 more layers lose nearly everything"));
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

    void whatNoRowShowsHasNoOrigin()
    {
        Fixture fixture; // the output is far worse than the last row: something between is quantized, too
        fixture.measured("a", -12, 12, 15);
        fixture.ran("a", 15, 0, 1, 0);
        for (const char* name : {"b", "c", "d"})
            fixture.measured(name, -12, 12, 14);
        QCOMPARE(fixture.advise(5.0), std::string());
    }

    void layersThatWereNotRunMayMakeAsMuch()
    {
        Fixture fixture; // no drop anywhere, and d may have replaced a's error with its own
        fixture.measured("a", -12, 12, 15);
        fixture.ran("a", 15, 0, 1, 0);
        for (const char* name : {"b", "d"})
            fixture.measured(name, -12, 12, 15);
        fixture.measured("c", -12, 12, 15);
        QCOMPARE(fixture.advise(15.0), std::string());
        for (const char* name : {"b", "d"})
            fixture.ran(name, 40, 0, 1, 0);
        fixture.result.errorOrigin.clear();
        QCOMPARE(fixture.advise(15.0), std::string("a"));
    }

    /// b drops most by itself, and nothing changes with it set right: a, which looks well, is to blame.
    void theEffectOnTheOutputDecides()
    {
        Fixture fixture;
        fixture.measured("a", -12, 12, 45);
        fixture.measured("b", -12, 12, 6);
        fixture.ran("b", 6, 0, 1, 0);
        for (const char* name : {"c", "d"})
            fixture.measured(name, -12, 12, 5);
        fixture.hasEffect("a", 5, 34.9, 5.1);
        fixture.hasEffect("b", 5, 5.2, 30);
        QCOMPARE(fixture.advise(), std::string("a"));
        QVERIFY(fixture.result.isOriginMeasured);
        QCOMPARE(fixture.advice("a", "error-origin")->message.english(),
                 std::string("the error starts here: set right, d goes from 5.0 dB to 34.9 dB."));
        QVERIFY(!fixture.advice("a", "error-origin")->isGuess && !fixture.advice("b", "error-origin"));
    }

    /// What is acquitted isn't accused, and of several that help alike none is.
    void noLayerIsToBlameForWhatItDoesNotChange()
    {
        const auto originOf = [](std::optional<double> right, double otherRight, double alone) {
            Fixture fixture;
            fixture.measured("a", -12, 12, 38);
            for (const char* name : {"b", "c", "d"})
                fixture.measured(name, -12, 12, 6);
            fixture.ran("b", 6, 0, 1, 0);
            fixture.hasEffect("b", 6, right, alone);
            fixture.hasEffect("c", 6, otherRight);
            return fixture.advise(6);
        };
        QCOMPARE(originOf(6.3, 6.1, 20), std::string());
        QCOMPARE(originOf(10.0, 9.5, 20), std::string("b")); // by itself, and nothing speaks against it
        QCOMPARE(originOf(6.3, 6.1, 7.0), std::string("b")); // alone it breaks the output: others mask that
        QCOMPARE(originOf({}, 6.1, 20), std::string("b"));
    }

    void fairOutputsTakeMore()
    {
        const auto originOf = [](double whole, double right, std::optional<double> alone = {}) {
            Fixture fixture;
            fixture.hasEffect("a", whole, right, alone);
            return fixture.advise(whole);
        };
        QCOMPARE(originOf(24, 31), std::string("a"));
        QCOMPARE(originOf(24, 29.5), std::string());    // not fine then
        QCOMPARE(originOf(26, 31), std::string());      // less than 6 dB
        QCOMPARE(originOf(24, 24, 24), std::string());  // others do as much
        QCOMPARE(originOf(10, 13.1), std::string("a")); // half of the noise of a poor one
        QCOMPARE(originOf(10, 12.9), std::string());
    }

    void quantizersThatActAsOneAreNamedTogether()
    {
        Fixture fixture;
        fixture.hasEffect("b", 0.5, 34, 1.0).together = {"c", "d"};
        fixture.row("b").effect->slice = "[:, 4:84]";
        QCOMPARE(fixture.advise(0.5), std::string("b"));
        const auto* advice = fixture.advice("b", "error-origin");
        QVERIFY(says(advice, "set right together with c, d, d[:, 4:84] goes from 0.5 dB to 34.0 dB"));
        QVERIFY(advice->remedy.english().find("together with c, d") != std::string::npos);
        QCOMPARE(advice->severity, results::Severity::Error);
    }

    /// Those that it stands for are no rivals, whatever each of them brings back alone.
    void whatActsTogetherCompetesWithOthersOnly()
    {
        const auto originOf = [](std::vector<std::string> together) {
            Fixture fixture;
            fixture.hasEffect("b", 23.2, 38.0).together = std::move(together);
            fixture.hasEffect("c", 23.2, 28.0);
            return fixture.advise(23.2);
        };
        QCOMPARE(originOf({"c", "d"}), std::string("b"));
        QCOMPARE(originOf({"d"}), std::string());
    }

    /// Weights in 4 bits are as coarse everywhere: none of them is damaged.
    void layersThatAreAllAlikeAreNoOrigin()
    {
        const auto originOf = [](double first, double last, std::optional<double> setRight = {}) {
            Fixture fixture;
            fixture.measured("x", -12, 12, 60);
            fixture.measured("a", -12, 12, first);
            fixture.ran("a", first, 1, 0, 0);
            for (const char* name : {"b", "c", "d"})
                fixture.measured(name, -12, 12, first - 1.0);
            fixture.ran("d", last, 1, 0, 0);
            if (setRight)
                fixture.hasEffect("a", 13, setRight);
            return fixture.advise(13);
        };
        QCOMPARE(originOf(15, 16), std::string());
        QCOMPARE(originOf(15, 16, 17), std::string());
        QCOMPARE(originOf(15, 22), std::string("a")); // more than a bit worse than its kind
        QCOMPARE(originOf(15, 22, 17), std::string("a"));
        QCOMPARE(originOf(1, 1), std::string("a"));       // destroyed, however many are
        QCOMPARE(originOf(40, 40, 17), std::string("a")); // harmless by itself, and lethal behind it
    }

    void localErrorsOnlyPropose()
    {
        const std::string_view proposal = "proposed by local errors: the output was not run with the layer set right";
        Fixture fixture;
        fixture.measured("b", -12, 12, 6);
        fixture.ran("b", 6, 0, 1, 0);
        for (const char* name : {"c", "d"})
            fixture.measured(name, -12, 12, 5);
        QCOMPARE(fixture.advise(), std::string("b"));
        QVERIFY(says(fixture.advice("b", "error-origin"), proposal));
        Fixture run;
        run.ran("b", 6, 0, 1, 0);
        run.hasEffect("b", 5, 34.9);
        QCOMPARE(run.advise(), std::string("b"));
        QVERIFY(run.advice("b", "error-origin")->remedy.english().find(proposal) == std::string::npos);
    }

    void nanIsTheWorstOrigin()
    {
        Fixture fixture;
        for (const char* name : {"b", "c", "d"})
            fixture.measured(name, -12, 12, NAN);
        fixture.ran("b", NAN, 0, 0, 0);
        QCOMPARE(fixture.advise(NAN), std::string("b"));
    }
};

QTEST_APPLESS_MAIN(TestErrorOrigin)
#include "tst_error_origin.moc"
