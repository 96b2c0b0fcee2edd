// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/spread/sample_spreads.h"
#include "core/base/packed.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ql;
using analysis::SampleMetrics;
using analysis::SampleSpreads;
using results::MetricId;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

SampleMetrics sampleOf(std::optional<double> sqnrDb)
{
    SampleMetrics sample;
    sample.add(sqnrDb ? std::optional(results::Metrics{.cosine = 1.0, .sqnrDb = *sqnrDb}) : std::nullopt);
    return sample;
}

results::MetricSpread spreadOver(const std::vector<std::optional<double>>& values)
{
    SampleSpreads spreads;
    for (const auto& value : values)
        spreads.add(sampleOf(value));
    return *spreadOf(spreads.of(0), MetricId::Sqnr);
}

} // namespace

class TestSampleSpreads : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// numpy.percentile([3, 1, 4, 1, 5], …).
    void percentilesAreNumpys()
    {
        const auto spread = spreadOver({3.0, 1.0, 4.0, 1.0, 5.0});
        QCOMPARE(spread.p5, 1.0);
        QCOMPARE(spread.p25, 1.0);
        QCOMPARE(spread.p50, 3.0);
        QCOMPARE(spread.p75, 4.0);
        QCOMPARE(spread.p95, 4.8);
        QCOMPARE(spread.mean, 2.8);
        QCOMPARE(spread.worst, 1.0);
        QCOMPARE(spread.worstSample, std::uint64_t(1)); // the first of two
    }

    void rangesAreOverAllSamples()
    {
        SampleSpreads spreads;
        for (const auto& [low, high] : {std::pair(-1.0, 2.0), std::pair(0.0, 5.0)}) {
            auto sample = sampleOf(10.0);
            sample.setRange(2, low, high);
            spreads.add(sample);
        }
        spreads.add(sampleOf(10.0)); // of which nothing is known
        const auto kept = unpacked<SampleSpreads>(packed(spreads));
        QCOMPARE(kept.lows().size(), std::size_t{3});
        QVERIFY(std::isnan(kept.lows()[0]) && std::isnan(kept.highs()[1]));
        QCOMPARE(kept.lows()[2], -1.0);
        QCOMPARE(kept.highs()[2], 5.0);
    }

    void equalTensorsDoNotSpoilTheMean()
    {
        const auto spread = spreadOver({kInfinity, 10.0, kInfinity, 20.0});
        QCOMPARE(spread.mean, 15.0);
        QCOMPARE(spread.infinite, std::uint64_t(2));
        QCOMPARE(spread.worstSample, std::uint64_t(1));
        QCOMPARE(spread.p95, kInfinity);
        QCOMPARE(spread.p25, 17.5);
        QCOMPARE(spreadOver({kInfinity, kInfinity}).mean, kInfinity);
    }

    /// numpy.nanpercentile; where NaN stands among the samples says nothing.
    void nanIsNoNumberOfThePercentiles()
    {
        constexpr double nan = std::numeric_limits<double>::quiet_NaN();
        for (const auto& values : {std::vector<std::optional<double>>{nan, 3.0, 1.0, 4.0, nan, 1.0, 5.0},
                                   std::vector<std::optional<double>>{3.0, nan, 1.0, 4.0, 1.0, nan, 5.0},
                                   std::vector<std::optional<double>>{5.0, 4.0, nan, 3.0, nan, 1.0, 1.0}}) {
            const auto spread = spreadOver(values);
            QCOMPARE(spread.samples, std::uint64_t(7));
            QCOMPARE(spread.nans, std::uint64_t(2));
            QCOMPARE(spread.p5, 1.0);
            QCOMPARE(spread.p50, 3.0);
            QCOMPARE(spread.p95, 4.8);
            QVERIFY(std::isnan(spread.worst)); // worse than any number
            QVERIFY(std::isnan(spread.mean));
        }
        const auto none = spreadOver({nan, nan});
        QVERIFY(std::isnan(none.p50));
        QCOMPARE(none.nans, std::uint64_t(2));
    }

    void samplesThatLackALayerAreLeftOut()
    {
        const auto spread = spreadOver({std::nullopt, 10.0, std::nullopt, 30.0});
        QCOMPARE(spread.samples, std::uint64_t(2));
        QCOMPARE(spread.mean, 20.0);
        QCOMPARE(spread.worstSample, std::uint64_t(1));
        SampleSpreads none;
        none.add(sampleOf(std::nullopt));
        QVERIFY(none.of(0).empty());
        QVERIFY(!none.worst(0, 1));
    }

    void theMemoryOfALargeDatasetIsBounded()
    {
        SampleSpreads spreads;
        constexpr std::size_t kSamples = 5 * SampleSpreads::kMostKept;
        for (std::size_t i = 0; i < kSamples; ++i)
            spreads.add(sampleOf(double(i)));
        QCOMPARE(spreads.count(), std::uint64_t(kSamples));
        QCOMPARE(spreads.everyNth(), std::uint64_t(8));
        const auto spread = *spreadOf(spreads.of(0), MetricId::Sqnr);
        QCOMPARE(spread.samples, std::uint64_t(kSamples));
        QCOMPARE(spread.mean, (kSamples - 1) / 2.0);
        QCOMPARE(spread.p50, (kSamples - 8) / 2.0); // of 0, 8, 16 …
    }

    /// Wherever they are cut off: before and after every other one was dropped, and where one has no such layer.
    void theNextStartGoesOnToTheSameBits()
    {
        constexpr std::size_t kMost = SampleSpreads::kMostKept;
        constexpr std::size_t kSamples = 2 * kMost + 500;
        const auto sample = [](std::size_t i) {
            return sampleOf(i % 7 == 3    ? std::nullopt
                            : i % 11 == 5 ? std::optional(kInfinity)
                                          : std::optional(1.0 / double(1 + i % 97)));
        };
        SampleSpreads whole;
        for (std::size_t i = 0; i < kSamples; ++i)
            whole.add(sample(i));
        for (const auto cut : {std::size_t(0), std::size_t(1), kMost - 1, kMost, kMost + 1, 2 * kMost, 2 * kMost + 1}) {
            SampleSpreads first;
            for (std::size_t i = 0; i < cut; ++i)
                first.add(sample(i));
            auto second = unpacked<SampleSpreads>(packed(first));
            QCOMPARE(second.count(), std::uint64_t(cut));
            for (auto i = cut; i < kSamples; ++i)
                second.add(sample(i));
            QVERIFY2(packed(second) == packed(whole), qPrintable(QString::number(cut)));
        }
    }
};

QTEST_APPLESS_MAIN(TestSampleSpreads)
#include "tst_sample_spreads.moc"
