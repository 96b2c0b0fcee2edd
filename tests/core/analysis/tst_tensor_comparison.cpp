// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/histogram.h"
#include "core/analysis/measure/pair_sums.h"
#include "core/analysis/measure/tensor_comparison.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>
#include <vector>

using namespace ql::analysis;
using Floats = std::vector<float>;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

TensorComparison compare(const Floats& x, const Floats& y, std::optional<double> scale = {}, std::size_t threads = 0)
{
    return compareTensors(x.data(), y.data(), x.size(), scale, threads);
}

bool isNear(double found, double expected, double tolerance)
{
    if (std::abs(found - expected) <= tolerance)
        return true;
    qWarning("found %.12g, expected %.12g", found, expected);
    return false;
}

Floats normal(std::size_t n, unsigned seed, float mean = 0.0f, float deviation = 1.0f)
{
    std::mt19937 random(seed);
    std::normal_distribution<float> distribution(mean, deviation);
    Floats values(n);
    for (float& value : values)
        value = distribution(random);
    return values;
}

} // namespace

class TestTensorComparison : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goldenValues()
    {
        // Computed once from the definitions.
        const auto found = compare({1, -2, 3, 0, 0.5f, -4}, {1.1f, -1.9f, 2.7f, 0.1f, 0.5f, -4.4f}, 0.05);
        QVERIFY(isNear(found.metrics.cosine, 0.995766343, 1e-8));
        QVERIFY(isNear(found.metrics.mse, 0.0466666667, 1e-7));
        QVERIFY(isNear(found.metrics.l1, 0.166666667, 1e-7));
        QVERIFY(isNear(found.metrics.atol, 0.4, 1e-6));
        QVERIFY(isNear(found.metrics.sqnrDb, 20.3356735, 1e-5));
        QVERIFY(isNear(found.metrics.relL2, 0.0962091386, 1e-7));
        QVERIFY(isNear(found.metrics.maxQscaleDiff.value(), 8.0, 1e-5));
        // One of the six bins is shared: KL = 5/6 ln((1/6)/1e-12) + 5e-12 ln(1e-12/(1/6)), JS = 5/6 ln 2.
        QVERIFY(isNear(found.metrics.kl, 21.53271803878788, 1e-9));
        QVERIFY(isNear(found.metrics.js, 0.5776226503358906, 1e-9));
        QVERIFY(isNear(found.baseline.min, -4, 0));
        QVERIFY(isNear(found.baseline.max, 3, 0));
        QVERIFY(isNear(found.baseline.mean, -0.25, 1e-12));
        QVERIFY(isNear(found.baseline.variance, 30.25 / 6 - 0.0625, 1e-12));
        QVERIFY(isNear(found.analysis.min, -4.4f, 0));
    }

    void equalTensors()
    {
        const Floats x = normal(5000, 1);
        const auto found = compare(x, x);
        QCOMPARE(found.metrics.cosine, 1.0);
        QCOMPARE(found.metrics.sqnrDb, std::numeric_limits<double>::infinity());
        QCOMPARE(found.metrics.relL2, 0.0);
        QCOMPARE(found.metrics.kl, 0.0);
        QCOMPARE(found.metrics.js, 0.0);
        QVERIFY(!found.metrics.maxQscaleDiff);
    }

    void allZeroTensors()
    {
        const Floats zero(100, 0.0f);
        const Floats one(100, 1.0f);
        QCOMPARE(compare(zero, zero).metrics.cosine, 1.0);
        QCOMPARE(compare(zero, one).metrics.cosine, 0.0);
        QCOMPARE(compare(one, zero).metrics.cosine, 0.0);
        QCOMPARE(compare(one, zero).metrics.sqnrDb, 0.0);
        QCOMPARE(compare(zero, one).metrics.sqnrDb, -std::numeric_limits<double>::infinity());
        QCOMPARE(compare(zero, zero).metrics.sqnrDb, std::numeric_limits<double>::infinity());
    }

    void emptyTensorsAreEqual()
    {
        const auto found = compare({}, {});
        QCOMPARE(found.metrics.cosine, 1.0);
        QCOMPARE(found.metrics.l1, 0.0);
        QCOMPARE(found.metrics.kl, 0.0);
        QCOMPARE(found.baseline.count, std::uint64_t{0});
        QVERIFY(found.histogram.baseline.empty());
    }

    void nonFinitePairsAreCountedAndLeftOut()
    {
        // Long enough for the vector path to meet them, in different places of both.
        Floats x = normal(40000, 2);
        Floats y = x;
        for (float& value : y)
            value += 0.01f;
        const auto clean = compare(x, y);
        x[17] = kNaN;
        x[30000] = kInfinity;
        y[30000] = kInfinity;
        y[39999] = -kInfinity;
        const auto found = compare(x, y);
        QCOMPARE(found.baseline.nanCount, std::uint64_t{1});
        QCOMPARE(found.baseline.infCount, std::uint64_t{1});
        QCOMPARE(found.analysis.nanCount, std::uint64_t{0});
        QCOMPARE(found.analysis.infCount, std::uint64_t{2});
        QCOMPARE(found.baseline.count, std::uint64_t{40000});
        QVERIFY(isNear(found.metrics.l1, clean.metrics.l1, 1e-9));
        QVERIFY(isNear(found.metrics.sqnrDb, clean.metrics.sqnrDb, 0.01));
        QVERIFY(isNear(found.baseline.variance, clean.baseline.variance, 1e-3));
        const auto& counts = found.histogram.baseline;
        QCOMPARE(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), std::uint64_t{39997});
    }

    void nanAloneCannotBeCompared()
    {
        const auto found = compare(Floats(10, kNaN), Floats(10, 1.0f));
        QVERIFY(std::isnan(found.metrics.cosine));
        QVERIFY(std::isnan(found.metrics.sqnrDb));
        QCOMPARE(found.baseline.nanCount, std::uint64_t{10});
        QCOMPARE(found.analysis.mean, 1.0);
        QCOMPARE(found.baseline.mean, 0.0);
    }

    void tinyAndHugeValuesKeepTheirPrecision()
    {
        // Products of these leave the range of float.
        for (const float size : {1e-30f, 1e30f}) {
            Floats x = normal(3000, 3);
            Floats y = normal(3000, 4);
            const double expected = compare(x, y).metrics.cosine;
            for (std::size_t i = 0; i < x.size(); ++i) {
                x[i] *= size;
                y[i] *= size;
            }
            QVERIFY(isNear(compare(x, y).metrics.cosine, expected, 1e-6));
        }
        const auto widest = compare({-3e38f, 3e38f, 1.0f}, {3e38f, -3e38f, 1.0f});
        QVERIFY(isNear(widest.metrics.cosine, -1.0, 1e-12));
        QVERIFY(std::isfinite(widest.metrics.js));
    }

    void varianceSurvivesALargeMean()
    {
        const Floats x = normal(100000, 5, 10000.0f, 0.5f);
        double mean = 0.0;
        for (const float value : x)
            mean += value;
        mean /= static_cast<double>(x.size());
        double variance = 0.0;
        for (const float value : x)
            variance += (value - mean) * (value - mean);
        variance /= static_cast<double>(x.size());
        QVERIFY(isNear(statisticsOf(x.data(), x.size()).variance, variance, variance * 1e-6));
        QVERIFY(isNear(statisticsOf(x.data(), x.size()).mean, mean, 1e-8));
    }

    void threadsDoNotChangeTheResult()
    {
        const Floats x = normal(500001, 6);
        const Floats y = normal(500001, 7);
        const auto one = compare(x, y, {}, 1);
        for (const std::size_t threads : {2, 3, 7}) {
            const auto many = compare(x, y, {}, threads);
            for (const auto metric : ql::results::kAllMetrics)
                QCOMPARE(valueOf(many.metrics, metric), valueOf(one.metrics, metric));
            QCOMPARE(many.baseline.variance, one.baseline.variance);
            QCOMPARE(many.histogram.analysis, one.histogram.analysis);
        }
    }

    void agreesWithPlainDoubleLoop_data()
    {
        QTest::addColumn<int>("size");
        for (const int size : {1, 3, 7, 8, 9, 100, 2047, 16384, 16385, 70001})
            QTest::addRow("%d", size) << size;
    }

    void agreesWithPlainDoubleLoop()
    {
        QFETCH(int, size);
        const auto n = static_cast<std::size_t>(size);
        const Floats x = normal(n, 8, 0.3f);
        const Floats y = normal(n, 9, 0.3f);
        const PairSums sums = sumPairs(x.data(), y.data(), n, 1);
        double xy = 0.0, absolute = 0.0, squared = 0.0, largest = 0.0;
        for (std::size_t i = 0; i < n; ++i) {
            const double difference = static_cast<double>(x[i]) - static_cast<double>(y[i]);
            xy += static_cast<double>(x[i]) * static_cast<double>(y[i]);
            absolute += std::abs(difference);
            squared += difference * difference;
            largest = std::max(largest, std::abs(difference));
        }
        QCOMPARE(sums.count, n);
        QVERIFY(isNear(sums.xy, xy, 1e-9 * static_cast<double>(n)));
        QVERIFY(isNear(sums.absolute, absolute, 1e-11 * absolute + 1e-15));
        QVERIFY(isNear(sums.squared, squared, 1e-11 * squared));
        QCOMPARE(sums.largest, largest);
    }

    /// Of one array alone the same bits as beside another.
    void sumsOfOneAreThoseOfPairs_data() { agreesWithPlainDoubleLoop_data(); }

    void sumsOfOneAreThoseOfPairs()
    {
        QFETCH(int, size);
        const auto n = static_cast<std::size_t>(size);
        for (const bool isFinite : {true, false}) {
            Floats x = normal(n, 8, 0.3f);
            if (!isFinite) {
                x[n / 2] = std::numeric_limits<float>::quiet_NaN();
                x[n / 3] = -std::numeric_limits<float>::infinity();
            }
            const auto expected = sumPairs(x.data(), x.data(), n, 1).x;
            for (const std::size_t threads : {1, 3}) {
                const auto found = sumSide(x.data(), n, threads);
                QCOMPARE(found.finite, expected.finite);
                QCOMPARE(found.nan, expected.nan);
                QCOMPARE(found.infinite, expected.infinite);
                QCOMPARE(found.min, expected.min);
                QCOMPARE(found.max, expected.max);
                QVERIFY(found.mean == expected.mean);
                QVERIFY(found.squaredDeviations == expected.squaredDeviations);
            }
        }
    }

    /// The whole as without them, and each as it is alone, whatever the number of threads.
    void linesAreSummedApartInTheSamePass()
    {
        for (const std::size_t length : {600u, 16384u, 40000u}) {
            Floats x = normal(3 * length, 5, 0.3f), y = normal(3 * length, 6, 0.3f);
            y[length + 7] = kNaN;
            const PairSums whole = sumPairs(x.data(), y.data(), x.size(), 1);
            for (const std::size_t threads : {1u, 3u}) {
                LinesApart lines{length, {}};
                const PairSums found = sumPairs(x.data(), y.data(), x.size(), threads, lines);
                QCOMPARE(found.count, whole.count);
                QCOMPARE(found.largest, whole.largest);
                QCOMPARE(found.y.nan, whole.y.nan);
                QVERIFY(isNear(found.xx, whole.xx, 1e-12 * whole.xx));
                QVERIFY(isNear(found.squared, whole.squared, 1e-12 * whole.squared));
                QVERIFY(isNear(found.x.squaredDeviations, whole.x.squaredDeviations, 1e-12 * whole.xx));
                QCOMPARE(lines.sums.size(), std::size_t(3));
                for (std::size_t i = 0; i < 3; ++i) {
                    const auto alone = sumPairs(x.data() + i * length, y.data() + i * length, length, 1);
                    QCOMPARE(lines.sums[i].count, alone.count);
                    QVERIFY(lines.sums[i].squared == alone.squared && lines.sums[i].xx == alone.xx);
                    QVERIFY(lines.sums[i].x.mean == alone.x.mean && lines.sums[i].y.max == alone.y.max);
                }
            }
        }
    }

    void histogramCountsEveryValueInItsBin()
    {
        for (const std::size_t n : {10u, 3000u, 40000u}) {
            Floats x(n), y(n);
            for (std::size_t i = 0; i < n; ++i) {
                x[i] = static_cast<float>(i % 2048) + 0.5f; // the middle of bin i % 2048
                y[i] = 2048.0f;
            }
            const PairHistogram found = countPairs(x.data(), y.data(), n, 0.0, 2048.0, n, 1);
            for (std::size_t bin = 0; bin < kDivergenceBins; ++bin)
                QCOMPARE(found.x[bin], static_cast<std::uint64_t>(n / 2048 + (bin < n % 2048 ? 1 : 0)));
            QCOMPARE(found.y.back(), static_cast<std::uint64_t>(n));
        }
    }

    void spreadsAsCountedOneByOne_data()
    {
        QTest::addColumn<int>("size");
        QTest::addColumn<double>("step");
        for (const int size : {1, 15, 512, 529, 2047, 2048, 5001, 65535, 65536, 70001})
            QTest::addRow("%d", size) << size << 1.0;
        QTest::addRow("more than float holds") << 700 << 1e35; // times 2,048
    }

    void spreadsAsCountedOneByOne()
    {
        QFETCH(int, size);
        QFETCH(double, step);
        const auto n = static_cast<std::size_t>(size);
        Floats x(n), y(n);
        PairHistogram expected{0.0, 2048.0 * step, std::vector<std::uint64_t>(kDivergenceBins),
                               std::vector<std::uint64_t>(kDivergenceBins), n};
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t left = i * i % 2048, right = i % 3 == 0 ? 0 : i * 7 % 2048;
            x[i] = static_cast<float>((static_cast<double>(left) + 0.5) * step); // the middle of a bin
            y[i] = static_cast<float>((static_cast<double>(right) + 0.5) * step);
            ++expected.x[left];
            ++expected.y[right];
        }
        const auto found = spreadOf(x.data(), y.data(), n, 0.0, 2048.0 * step, n, 1);
        QCOMPARE(found.shown.baseline, mergedBins(expected.x, 256));
        QCOMPARE(found.shown.analysis, mergedBins(expected.y, 256));
        QCOMPARE(found.divergence.kl, divergenceOf(expected).kl);
        QCOMPARE(found.divergence.js, divergenceOf(expected).js);
    }

    void constantTensorsFallIntoOneBin()
    {
        const auto found = compare(Floats(50, 3.0f), Floats(50, 3.0f));
        QCOMPARE(found.histogram.low, 3.0);
        QCOMPARE(found.histogram.high, 3.0);
        QCOMPARE(found.histogram.baseline.front(), std::uint64_t{50});
        QCOMPARE(found.histogram.baseline.size(), std::size_t{256});
        QCOMPARE(found.metrics.kl, 0.0);
    }

    void divergenceByHand()
    {
        // p = (3/4, 1/4, empty), q = (1/4, empty, 3/4).
        PairHistogram histogram{0, 1, std::vector<std::uint64_t>(kDivergenceBins),
                                std::vector<std::uint64_t>(kDivergenceBins), 4};
        histogram.x[0] = 3;
        histogram.x[100] = 1;
        histogram.y[0] = 1;
        histogram.y[2047] = 3;
        const Divergence found = divergenceOf(histogram);
        const double kl = 0.75 * std::log(3.0) + 0.25 * std::log(0.25 / 1e-12) + 1e-12 * std::log(1e-12 / 0.75);
        QVERIFY(isNear(found.kl, kl, 1e-12));
        const double js =
            0.5 * (0.75 * std::log(1.5) + 0.25 * std::numbers::ln2 + 0.25 * std::log(0.5) + 0.75 * std::numbers::ln2);
        QVERIFY(isNear(found.js, js, 1e-9));
    }

    void disjointTensorsReachTheLargestJs()
    {
        const auto found = compare(Floats(3000, -1.0f), Floats(3000, 1.0f));
        QVERIFY(isNear(found.metrics.js, std::numbers::ln2, 1e-9));
        QVERIFY(found.metrics.js <= std::numbers::ln2);
    }
};

QTEST_APPLESS_MAIN(TestTensorComparison)
#include "tst_tensor_comparison.moc"
