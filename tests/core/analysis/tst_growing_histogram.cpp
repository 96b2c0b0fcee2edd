// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/growing_histogram.h"
#include "core/base/error.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using ql::analysis::GrowingHistogram;

namespace {

void add(GrowingHistogram& histogram, const std::vector<float>& values)
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const float value : values)
        if (std::isfinite(value)) {
            low = std::min<double>(low, value);
            high = std::max<double>(high, value);
        }
    histogram.add(values.data(), values.size(), low, high);
}

std::uint64_t total(const ql::results::Histogram& histogram)
{
    return std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::uint64_t{0});
}

} // namespace

class TestGrowingHistogram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsByHand()
    {
        GrowingHistogram histogram(4);
        add(histogram, {-1.0f, -0.5f, 0.0f, 0.25f, 0.999f});
        const auto found = histogram.histogram();
        // [-1, 1) in four bins of 0.5
        QCOMPARE(found.low, -1.0);
        QCOMPARE(found.high, 1.0);
        QCOMPARE(found.counts, (std::vector<std::uint64_t>{1, 1, 2, 1}));
    }

    void growsWithoutLosingACount()
    {
        GrowingHistogram histogram(4);
        add(histogram, {-1.0f, -0.5f, 0.0f, 0.25f, 0.999f});
        add(histogram, {6.0f});
        const auto found = histogram.histogram();
        // Five bins of 2 would be too many: bins of 4.
        QCOMPARE(found.low, -4.0);
        QCOMPARE(found.high, 8.0);
        QCOMPARE(found.counts, (std::vector<std::uint64_t>{2, 3, 1}));
    }

    void doesNotDependOnTheOrder()
    {
        std::mt19937 random(7);
        std::normal_distribution<float> normal(0.3f, 2.0f);
        std::vector<float> values(5000);
        std::generate(values.begin(), values.end(), [&] { return normal(random); });
        GrowingHistogram whole(256), parts(256), backwards(256);
        add(whole, values);
        for (std::size_t i = 0; i < values.size(); i += 100)
            add(parts, {values.begin() + std::ptrdiff_t(i), values.begin() + std::ptrdiff_t(i) + 100});
        for (std::size_t i = values.size(); i > 0; i -= 100)
            add(backwards, {values.begin() + std::ptrdiff_t(i) - 100, values.begin() + std::ptrdiff_t(i)});
        QCOMPARE(parts.histogram().counts, whole.histogram().counts);
        QCOMPARE(backwards.histogram().counts, whole.histogram().counts);
        QCOMPARE(parts.histogram().low, whole.histogram().low);
        QCOMPARE(total(whole.histogram()), std::uint64_t(5000));
        QVERIFY(whole.histogram().counts.size() <= 256 && whole.histogram().counts.size() > 127);
    }

    void othersAreAbsorbedInAnyOrder()
    {
        const std::vector<std::vector<float>> parts{{0.0f, 0.0f}, {1e-20f, 3e-3f}, {-5.0f, 7.0f, 6.9f}, {}, {1e9f}};
        std::vector<float> all;
        for (const auto& part : parts)
            all.insert(all.end(), part.begin(), part.end());
        GrowingHistogram whole(16);
        add(whole, all);
        std::vector<std::size_t> order{0, 1, 2, 3, 4};
        do {
            GrowingHistogram joined(16);
            for (const auto i : order) {
                GrowingHistogram part(16);
                if (!parts[i].empty())
                    add(part, parts[i]);
                joined.absorb(part.bytes());
            }
            QVERIFY(joined.bytes() == whole.bytes());
            QCOMPARE(joined.histogram().counts, whole.histogram().counts);
            QCOMPARE(joined.histogram().low, whole.histogram().low);
        } while (std::ranges::next_permutation(order).found);
    }

    void whatIsNoHistogramIsRefused()
    {
        GrowingHistogram whole(16), other(16);
        add(whole, {1.0f, 2.0f, 30.0f});
        const auto bytes = whole.bytes();
        for (std::size_t size = 0; size < bytes.size(); ++size)
            QVERIFY_EXCEPTION_THROWN(other.absorb(bytes.substr(0, size)), ql::Error);
        auto infinite = bytes;
        infinite.replace(8, 8, std::string(6, '\0') + "\xf0\x7f"); // the highest value
        QVERIFY_EXCEPTION_THROWN(other.absorb(infinite), ql::Error);
        QVERIFY_EXCEPTION_THROWN(GrowingHistogram(4).absorb(bytes), ql::Error);
    }

    void skipsWhatIsNotFinite()
    {
        GrowingHistogram histogram(8);
        add(histogram, {std::nanf(""), 1.0f, INFINITY, -INFINITY, 2.0f});
        QCOMPARE(total(histogram.histogram()), std::uint64_t(2));
    }

    void holdsZerosTinyAndHugeValues()
    {
        GrowingHistogram zeros(256);
        add(zeros, {0.0f, 0.0f});
        QCOMPARE(zeros.histogram().counts, std::vector<std::uint64_t>{2});
        QVERIFY(zeros.histogram().high > 0.0);
        add(zeros, {1e-30f});
        QCOMPARE(total(zeros.histogram()), std::uint64_t(3));
        add(zeros, {-3e38f, 3e38f});
        QCOMPARE(total(zeros.histogram()), std::uint64_t(5));
        QVERIFY(zeros.histogram().low <= -3e38);

        GrowingHistogram one(256);
        add(one, {3.5f, 3.5f});
        QCOMPARE(one.histogram().counts, std::vector<std::uint64_t>{2});
        QVERIFY(one.histogram().low <= 3.5 && one.histogram().high > 3.5);
    }

    void bigArraysAreSharedBetweenThreads()
    {
        std::vector<float> values(3'000'000);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(i % 8);
        GrowingHistogram histogram(8);
        add(histogram, values);
        QCOMPARE(histogram.histogram().counts, std::vector<std::uint64_t>(8, 375'000));
    }

    void anEmptyOneHasNoBins() { QVERIFY(GrowingHistogram(8).histogram().counts.empty()); }
};

QTEST_APPLESS_MAIN(TestGrowingHistogram)
#include "tst_growing_histogram.moc"
