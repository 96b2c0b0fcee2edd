// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/quant/observed_values.h"
#include "core/quant/observer.h"

#include <QtTest>

#include <cmath>
#include <filesystem>
#include <limits>
#include <random>

using namespace ql;
using quant::IntegerFormat;
using quant::ObserverSettings;
using quant::Parameters;

namespace {

using Values = std::vector<float>;

Parameters observed(const ObserverSettings& settings, const Values& values, IntegerFormat format)
{
    const auto observer = quant::makeObserver(settings);
    observer->observe(values);
    return observer->parameters(format);
}

bool isNear(double found, double expected, double relative = 1e-6)
{
    return std::abs(found - expected) <= relative * std::abs(expected);
}

const IntegerFormat kAffine{};
const IntegerFormat kSymmetric{.isSymmetric = true};

/// Standard normal values, the same ones each time.
Values normalValues(std::size_t count)
{
    std::mt19937 random;
    std::normal_distribution<float> distribution;
    Values values(count);
    for (auto& value : values)
        value = distribution(random);
    return values;
}

double meanSquaredError(const quant::ValueSketch& sketch, const quant::Parameters& parameters,
                        const quant::IntegerFormat& format)
{
    return quant::squaredError(sketch.counted(), quant::roundedRange(parameters, format)) / double(sketch.count());
}

} // namespace

class TestObservers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRoomForEachFile()
    {
        std::size_t files = 0;
        for (const auto& entry : std::filesystem::directory_iterator(QUANTLOUPE_SOURCE_DIR "/core/quant/observers"))
            files += entry.path().extension() == ".cpp" && entry.path().stem() != "divergence";
        QCOMPARE(quant::knownObservers().size(), files);
    }

    void minMaxByHand()
    {
        const Values values{-1.0f, 0.0f, 3.0f};
        const auto affine = observed({}, values, kAffine);
        QVERIFY(isNear(affine.scales[0], 4.0 / 255));
        QCOMPARE(affine.zeroPoints[0], -64); // −128 + 63.75, rounded
        const auto symmetric = observed({}, values, kSymmetric);
        QVERIFY(isNear(symmetric.scales[0], 3.0 / 127));
        QCOMPARE(symmetric.zeroPoints[0], 0);
        const auto wide = observed({}, values, {.bits = 16, .isSigned = false});
        QVERIFY(isNear(wide.scales[0], 4.0 / 65535));
        QCOMPARE(wide.zeroPoints[0], 16384);
    }

    void nonFiniteValuesDoNotCount()
    {
        const float inf = std::numeric_limits<float>::infinity();
        Values values(40, 0.5f);
        values[3] = inf;
        values[20] = -inf;
        values[39] = std::nanf("");
        for (const char* method : {"min_max", "percentile", "mse", "kl", "ifmr", "entropy", "histogram", "arq"}) {
            const auto found = observed({.method = method}, values, kSymmetric);
            QVERIFY2(std::isfinite(found.scales[0]) && found.scales[0] <= 0.6f / 127, method);
        }
    }

    void nothingSeenHasScaleOne()
    {
        for (const auto& definition : quant::knownObservers()) {
            if (definition.name == "fixed" || definition.name == "luq_mse")
                continue;
            const auto found = quant::makeObserver({.method = std::string(definition.name)})->parameters(kAffine);
            QCOMPARE(found.scales.at(0), 1.0f);
        }
    }

    void movingAverageByHand()
    {
        const auto observer =
            quant::makeObserver({.method = "moving_average", .numbers = {{"averaging_constant", 0.5}}});
        observer->observe(Values{0.0f, 2.0f});
        observer->observe(Values{0.0f, 4.0f}); // 2 + 0.5 · 2 = 3
        QVERIFY(isNear(observer->parameters(kAffine).scales[0], 3.0 / 255));
    }

    void percentileCutsBothSides()
    {
        Values values;
        for (int i = 0; i < 1000; ++i)
            values.push_back(float(i));
        // Asymmetric: 1 % of 1000 values is cut, 5 on each side: 5 … 994; zero must be representable.
        const ObserverSettings settings{.method = "percentile", .numbers = {{"max_percentile", 0.99}}};
        QVERIFY(isNear(observed(settings, values, kAffine).scales[0], 994.0 / 255));
        QVERIFY(isNear(observed(settings, values, kSymmetric).scales[0], 989.0 / 127));
    }

    void ifmrGoldenValues()
    {
        const Values values{-1.0f, -0.5f, 0.0f, 0.25f, 0.5f, 0.75f, 1.0f, 8.0f};
        const ObserverSettings settings{.method = "ifmr",
                                        .numbers = {{"max_percentile", 1.0}, {"min_percentile", 1.0}}};
        const auto affine = observed(settings, values, kAffine);
        QVERIFY(isNear(affine.scales[0], 0.04188235294117647));
        QCOMPARE(affine.zeroPoints[0], -104);
        quant::ValueSketch sketch;
        sketch.add(values);
        QVERIFY(isNear(meanSquaredError(sketch, affine, kAffine), 1.0494810e-05, 1e-4));
        const auto symmetric = observed(settings, values, kSymmetric);
        QVERIFY(isNear(symmetric.scales[0], 0.0629921260));
        QCOMPARE(symmetric.zeroPoints[0], 0);
        const auto narrow = observed(settings, values, {.bits = 4});
        QVERIFY(isNear(narrow.scales[0], 0.6106666667));
        QCOMPARE(narrow.zeroPoints[0], -6);
    }

    void arqGoldenValues()
    {
        QCOMPARE(observed({.method = "arq"}, {0.5f, -1.0f, 0.25f}, kSymmetric).scales[0], 0.0078125f);
        QVERIFY(isNear(observed({.method = "arq"}, {0.5f, -0.25f, 1.27f}, kSymmetric).scales[0], 0.01));
        const auto affine = observed({.method = "arq"}, {-1.0f, 1.55f}, kAffine);
        QVERIFY(isNear(affine.scales[0], 0.01));
        QCOMPARE(affine.zeroPoints[0], -28);
    }

    void lossySearchesBeatMinMaxOnOutliers()
    {
        auto values = normalValues(20000);
        values[7] = 30.0f; // 8-bit steps on ±30 are wasted on one value
        quant::ValueSketch sketch;
        sketch.add(values);
        const double plain = meanSquaredError(sketch, observed({}, values, kAffine), kAffine);
        for (const char* method : {"mse", "histogram", "ifmr", "luq_mse"}) {
            const auto found = observed({.method = method}, values, kAffine);
            QVERIFY2(meanSquaredError(sketch, found, kAffine) <= plain, method);
        }
        QVERIFY(observed({.method = "mse"}, values, {.bits = 4}).scales[0] < 0.5f * 33.0f / 15);
    }

    void klGivesUpOutliersThatCostLess()
    {
        auto values = normalValues(200000);
        values[7] = 30.0f; // a step of 30 / 127 costs the others more than this one is worth
        QVERIFY(observed({.method = "kl"}, values, kSymmetric).scales[0] < 0.5f * 30.0f / 127);
        values.resize(2000); // fewer of them don't outweigh it
        QVERIFY(observed({.method = "kl"}, values, kSymmetric).scales[0] > 0.8f * 30.0f / 127);
    }

    /// Behind a Relu half of all values are 0. They are exact at any scale and decide nothing.
    void klKeepsTheRangeBehindARelu()
    {
        auto values = normalValues(50000);
        for (auto& value : values)
            value = std::max(value, 0.0f);
        quant::ValueSketch sketch;
        sketch.add(values);
        for (const auto& format : {kAffine, kSymmetric, IntegerFormat{.isSigned = false}}) {
            const auto plain = observed({}, values, format);
            const auto found = observed({.method = "kl"}, values, format);
            QVERIFY(found.scales[0] > 0.5f * plain.scales[0]);
            QVERIFY(meanSquaredError(sketch, found, format) <= 1.05 * meanSquaredError(sketch, plain, format));
        }
    }

    void smallestScale()
    {
        const Values values{-0.5f, 0.5f};
        for (const char* method : {"arq", "min_max", "moving_average", "histogram"}) {
            const ObserverSettings settings{.method = method, .numbers = {{"eps", 0.05}}};
            QCOMPARE(observed(settings, values, kSymmetric).scales[0], 0.05f);
            const auto affine = observed(settings, values, kAffine);
            QCOMPARE(affine.scales[0], 0.05f);
            QCOMPARE(affine.zeroPoints[0], -118); // −128 + 0.5 / 0.05
            QVERIFY(observed(settings, {-50.0f, 50.0f}, kSymmetric).scales[0] > 0.3f);
        }
    }

    void luqSearchesWhereItIsTold()
    {
        const auto values = normalValues(5000);
        const float limit = observed({}, values, kSymmetric).scales[0];
        const auto at = [&](double first, double last) {
            return observed({.method = "luq_mse", .numbers = {{"search_start", first}, {"search_end", last}}}, values,
                            kSymmetric)
                .scales[0];
        };
        QVERIFY(isNear(at(0.9, 0.9), 0.9 * limit));
        QVERIFY(at(1.2, 1.5) >= 1.2f * limit * 0.9999f);
        const ObserverSettings raised{.method = "luq_mse", .numbers = {{"max_value_eps", 10.0}, {"search_start", 1.0}}};
        QVERIFY(isNear(observed(raised, values, kSymmetric).scales[0], 10.0 / 127));
        QVERIFY_THROWS_EXCEPTION(Error, at(1.2, 1.1));
    }

    void lowerLimitAtZero()
    {
        const Values values{-2.0f, -1.0f, 1.0f, 3.0f};
        for (const char* method : {"min_max", "ifmr", "mse"}) {
            quant::TensorObserver observer({.method = method, .isMinFixed = true}, std::nullopt);
            observer.observe(values, {4});
            QCOMPARE(observer.parameters(kAffine).zeroPoints[0], -128);
        }
    }

    void histogramTakesItsBins()
    {
        auto values = normalValues(20000);
        values[7] = 30.0f;
        const auto few = observed({.method = "histogram", .numbers = {{"bins", 8}}}, values, kAffine);
        QVERIFY(few.scales[0] != observed({.method = "histogram"}, values, kAffine).scales[0]);
    }

    void entropyHasOneCandidateByDefault()
    {
        const auto values = normalValues(5000);
        QCOMPARE(observed({.method = "entropy"}, values, kAffine).scales[0], observed({}, values, kAffine).scales[0]);
        // A later batch that reaches further grows the histogram, and with it the number of candidates.
        const auto observer = quant::makeObserver({.method = "entropy"});
        observer->observe(values);
        observer->observe(Values{20.0f});
        QVERIFY(observer->parameters(kAffine).scales[0] < 0.7f * 24.0f / 255);
    }

    void snqGivesSixteenCodes()
    {
        const auto values = normalValues(3000);
        for (const char* start : {"uniform", "gaussian", "d2sampling"}) {
            const auto found =
                observed({.method = "snq", .initialization = start}, values, {.bits = 4, .isSymmetric = true});
            const auto& codes = found.codes.at(0);
            QVERIFY(codes.size() <= 16 && codes.size() > 10);
            QVERIFY(std::ranges::is_sorted(codes));
            QVERIFY(codes.front() >= -127 && codes.back() <= 127);
            QVERIFY(std::max(-codes.front(), codes.back()) == 127);
        }
        const auto two = observed({.method = "snq"}, {-1.0f, -1.0f, 2.0f}, {.bits = 4, .isSymmetric = true});
        QVERIFY(isNear(two.scales[0], 2.0 / 127));
        QCOMPARE(two.codes.at(0).front(), -64); // −1 / (2 / 127) = −63.5, to even
    }

    void channelsApart()
    {
        quant::TensorObserver observer({}, 1);
        observer.observe(Values{1, 2, 10, 20, 3, 4, 30, 40}, {2, 2, 2});
        const auto found = observer.parameters(kSymmetric);
        QCOMPARE(found.scales.size(), std::size_t(2));
        QVERIFY(isNear(found.scales[0], 4.0 / 127));
        QVERIFY(isNear(found.scales[1], 40.0 / 127));
        QVERIFY_THROWS_EXCEPTION(Error, observer.observe(Values{1, 2, 3}, {1, 3, 1}));
    }

    void sketchStaysWithinItsError()
    {
        auto values = normalValues(300000);
        values[123456] = 100.0f; // widens the bins late
        quant::ValueSketch sketch;
        for (std::size_t i = 0; i < values.size(); i += 1000)
            sketch.add(std::span(values).subspan(i, 1000));
        QVERIFY(!sketch.isExact());
        QCOMPARE(sketch.count(), std::uint64_t(values.size()));
        std::ranges::sort(values);
        for (const std::size_t rank : {std::size_t(0), std::size_t(10), values.size() / 2, values.size() - 1})
            QVERIFY(std::abs(sketch.valueAt(rank) - double(values[rank])) <= 100.0 / 65536);
    }

    void sketchDoesNotDependOnBatches()
    {
        const auto values = normalValues(200000);
        quant::ValueSketch whole;
        whole.add(values);
        quant::ValueSketch pieces;
        for (std::size_t i = 0; i < values.size(); i += 2500)
            pieces.add(std::span(values).subspan(i, 2500));
        for (const std::size_t rank : {std::size_t(5), std::size_t(70000), std::size_t(150000)})
            QCOMPARE(whole.valueAt(rank), pieces.valueAt(rank));
    }

    void saysWhatIsWrong()
    {
        try {
            quant::makeObserver({.method = "ifmr", .numbers = {{"max_percentile", 0.3}}});
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.message().english(), std::string("observer ifmr: max_percentile is 0.3, expected 0.5 to 1"));
        }
        try {
            quant::makeObserver({.method = "magic"});
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.message().english(), std::string("observer magic is not known"));
            QVERIFY(QString::fromStdString(error.hint().english()).contains("min_max"));
        }
        QVERIFY_THROWS_EXCEPTION(Error, quant::makeObserver({.method = "fixed"}));
        QVERIFY_THROWS_EXCEPTION(Error, quant::requireKnownWidth(17, "weight"));
    }
};

QTEST_APPLESS_MAIN(TestObservers)
#include "tst_observers.moc"
