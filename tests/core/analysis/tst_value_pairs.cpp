// SPDX-License-Identifier: GPL-3.0-or-later
// Pairs, error maps and channels against brute force on small tensors.
#include "core/analysis/measure/value_pairs.h"
#include "core/base/error.h"
#include "tests/support/error_message.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

using namespace ql;
using analysis::FloatPair;
using results::ErrorKind;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

struct Tensors {
    std::vector<float> x;
    std::vector<float> y;
    std::vector<std::int64_t> shape;

    FloatPair pair() const { return {x.data(), y.data(), shape}; }
};

/// Values that no formula of the code under test makes.
Tensors wavy(std::vector<std::int64_t> shape)
{
    Tensors tensors{.x = {}, .y = {}, .shape = std::move(shape)};
    const auto n = tensors.pair().size();
    for (std::size_t i = 0; i < n; ++i) {
        tensors.x.push_back(float(std::sin(double(i) * 0.7) * 3.0));
        tensors.y.push_back(float(std::round(double(tensors.x[i]) * 4.0) / 4.0 + (i % 97 == 5 ? 1.0 : 0.0)));
    }
    return tensors;
}

bool isNear(double a, double b)
{
    return std::abs(a - b) <= 1e-6 * std::max(1.0, std::abs(b));
}

/// The textbook's way: sort, then look between two neighbours.
double sortedQuantile(std::vector<float> values, double share)
{
    std::ranges::sort(values);
    const double rank = share * double(values.size() - 1);
    const auto below = std::size_t(rank);
    const auto above = std::min(below + 1, values.size() - 1);
    return values[below] + (rank - double(below)) * (double(values[above]) - double(values[below]));
}

results::LayerChannels channelsOf(const Tensors& tensors, std::optional<std::int64_t> axis,
                                  const results::ChannelsChoice& choice = {})
{
    JobContext ctx;
    return analysis::summarizeChannels(tensors.pair(), axis, choice, ctx);
}

} // namespace

class TestValuePairs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fewPairsAreAllThere()
    {
        const auto tensors = wavy({4, 50});
        const auto pairs = analysis::pairValues(tensors.pair(), {});
        QCOMPARE(pairs.sample.size(), std::size_t{200});
        for (std::size_t i = 0; i < 200; ++i) {
            QCOMPARE(pairs.sample[i].element, std::uint64_t(i));
            QCOMPARE(pairs.sample[i].baseline, tensors.x[i]);
            QCOMPARE(pairs.sample[i].analysis, tensors.y[i]);
        }
    }

    void densityCountsEveryFinitePair()
    {
        auto tensors = wavy({100, 100});
        tensors.x[17] = kNaN;
        tensors.y[18] = kInf;
        const auto density = analysis::pairValues(tensors.pair(), {}).density;
        constexpr std::size_t bins = results::PairDensity::kBins;
        std::vector<std::uint64_t> expected(bins * bins);
        double low = kInf;
        double high = -kInf;
        for (std::size_t i = 0; i < tensors.x.size(); ++i)
            if (i != 17 && i != 18) {
                low = std::min({low, double(tensors.x[i]), double(tensors.y[i])});
                high = std::max({high, double(tensors.x[i]), double(tensors.y[i])});
            }
        QCOMPARE(density.low, low);
        QCOMPARE(density.high, high);
        const auto bin = [&](double v) { return std::min(255, int((v - low) * 256.0 / (high - low))); };
        for (std::size_t i = 0; i < tensors.x.size(); ++i)
            if (i != 17 && i != 18)
                ++expected[std::size_t(bin(tensors.y[i]) * 256 + bin(tensors.x[i]))];
        QVERIFY(density.counts == expected);
    }

    void aSampleOfManyKeepsTheExtremes()
    {
        auto tensors = wavy({1000, 100});
        tensors.x[777] = -50.0F; // and so the largest error
        tensors.y[4242] = 40.0F;
        const results::PairsChoice choice{.most = 500, .mostWorst = 20};
        const auto pairs = analysis::pairValues(tensors.pair(), choice);
        QVERIFY(pairs.sample.size() <= 500);
        QVERIFY(pairs.sample.size() > 450);
        QVERIFY(std::ranges::is_sorted(pairs.sample, {}, &results::ValuePair::element));
        std::vector<std::size_t> order(tensors.x.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, std::greater<>(),
                                 [&](std::size_t i) { return std::abs(double(tensors.y[i]) - double(tensors.x[i])); });
        const auto find = [&](std::size_t element) {
            return std::ranges::find(pairs.sample, std::uint64_t(element), &results::ValuePair::element);
        };
        for (std::size_t i = 0; i < 20; ++i) {
            QVERIFY2(find(order[i]) != pairs.sample.end(), std::to_string(order[i]).c_str());
            QVERIFY(find(order[i])->isExtreme);
        }
        const auto least = std::size_t(std::ranges::min_element(tensors.y) - tensors.y.begin());
        const auto most = std::size_t(std::ranges::max_element(tensors.x) - tensors.x.begin());
        QVERIFY(find(least) != pairs.sample.end());
        QVERIFY(find(most) != pairs.sample.end());
        // Each stretch of 500 elements or so has one: no part of the tensor is left out.
        for (std::size_t from = 0; from < tensors.x.size(); from += 1000)
            QVERIFY(std::ranges::any_of(
                pairs.sample, [from](const auto& pair) { return pair.element >= from && pair.element < from + 1000; }));
        const auto again = analysis::pairValues(tensors.pair(), choice);
        QVERIFY(std::ranges::equal(pairs.sample, again.sample, {}, &results::ValuePair::element,
                                   &results::ValuePair::element));
    }

    void nothingAndOneElement()
    {
        const Tensors empty{.x = {}, .y = {}, .shape = {2, 0, 3}};
        QVERIFY(analysis::pairValues(empty.pair(), {}).sample.empty());
        QVERIFY(analysis::pairValues(empty.pair(), {}).density.counts.empty());
        QCOMPARE(analysis::mapErrors(empty.pair(), {}).rows, std::size_t{0});
        QCOMPARE(channelsOf(empty, 2).worst.size(), std::size_t{3});
        QVERIFY(std::isnan(channelsOf(empty, 2).worst[0].baseline.median));
        QCOMPARE(channelsOf(empty, 1).worst.size(), std::size_t{0});

        const Tensors scalar{.x = {2.0F}, .y = {2.5F}, .shape = {}};
        const auto pairs = analysis::pairValues(scalar.pair(), {});
        QCOMPARE(pairs.sample.size(), std::size_t{1});
        QCOMPARE(pairs.density.low, 2.0);
        const auto map = analysis::mapErrors(scalar.pair(), {});
        QVERIFY(!map.rowAxis && !map.columnAxis);
        QCOMPARE(map.worst, std::vector<float>{0.5F});
        QVERIFY(!channelsOf(scalar, std::nullopt).axis);

        const Tensors nothingFinite{.x = {kNaN, 1.0F}, .y = {1.0F, kInf}, .shape = {2}};
        QVERIFY(analysis::pairValues(nothingFinite.pair(), {}).density.counts.empty());
        const auto broken = analysis::mapErrors(nothingFinite.pair(), {});
        QCOMPARE(broken.nonFinite, std::uint64_t{2});
        QVERIFY(std::isnan(broken.worst[1]));
        QVERIFY(std::isnan(channelsOf(nothingFinite, 0).worst[0].sqnrDb));
    }

    void mapsOneDimension()
    {
        const auto tensors = wavy({300});
        const auto map = analysis::mapErrors(tensors.pair(), {});
        QVERIFY(!map.rowAxis);
        QCOMPARE(map.columnAxis, std::optional<std::int64_t>(0));
        QCOMPARE(map.rows, std::size_t{1});
        QCOMPARE(map.columns, std::size_t{300});
        for (std::size_t i = 0; i < 300; ++i)
            QCOMPARE(map.worst[i], std::abs(tensors.y[i] - tensors.x[i]));
    }

    void mapsAChosenSlice()
    {
        const auto tensors = wavy({3, 4, 1, 5});
        const auto standard = analysis::mapErrors(tensors.pair(), {}); // axes of one element don't count
        QCOMPARE(standard.rowAxis, std::optional<std::int64_t>(1));
        QCOMPARE(standard.columnAxis, std::optional<std::int64_t>(3));
        QCOMPARE(standard.at.at(0), std::int64_t{0}); // element 5 has the largest error

        results::MapChoice choice;
        choice.rowAxis = 3;
        choice.columnAxis = 0;
        choice.at = {9, 2, 0, 9}; // of the two axes ignored
        choice.error = ErrorKind::Signed;
        const auto map = analysis::mapErrors(tensors.pair(), choice);
        QCOMPARE(map.rows, std::size_t{5});
        QCOMPARE(map.columns, std::size_t{3});
        QCOMPARE(map.at, (std::vector<std::int64_t>{0, 2, 0, 0}));
        for (std::size_t r = 0; r < 5; ++r)
            for (std::size_t c = 0; c < 3; ++c) {
                const std::size_t i = (c * 4 + 2) * 5 + r;
                QVERIFY(isNear(map.worst[r * 3 + c], double(tensors.y[i]) - double(tensors.x[i])));
                QCOMPARE(map.baseline[r * 3 + c], tensors.x[i]);
                QCOMPARE(map.analysis[r * 3 + c], tensors.y[i]);
            }
        QVERIFY(isNear(map.low, *std::ranges::min_element(map.worst)));
        QVERIFY(isNear(map.high, *std::ranges::max_element(map.worst)));
    }

    void relativeErrorsAtZero()
    {
        const Tensors tensors{.x = {0.0F, 0.0F, -2.0F}, .y = {0.0F, 1.0F, -1.0F}, .shape = {3}};
        const auto map = analysis::mapErrors(tensors.pair(), {.at = {}, .error = ErrorKind::Relative});
        QCOMPARE(map.worst, (std::vector<float>{0.0F, kInf, 0.5F}));
        QCOMPARE(map.nonFinite, std::uint64_t{1});
        QCOMPARE(map.high, 0.5);
    }

    void cellsOfManyElementsKeepTheWorst()
    {
        auto tensors = wavy({70, 90});
        tensors.y[69 * 90 + 89] = kNaN;
        results::MapChoice choice;
        choice.mostRows = 8;
        choice.mostColumns = 16;
        choice.error = ErrorKind::Signed;
        const auto map = analysis::mapErrors(tensors.pair(), choice);
        QCOMPARE(map.rows, std::size_t{8});
        QCOMPARE(map.columns, std::size_t{16});
        for (std::size_t row = 0; row < 8; ++row)
            for (std::size_t column = 0; column < 16; ++column) {
                double worst = 0.0;
                double sum = 0.0;
                int count = 0;
                bool isFinite = true;
                for (std::size_t r = row * 70 / 8; r < (row + 1) * 70 / 8; ++r)
                    for (std::size_t c = column * 90 / 16; c < (column + 1) * 90 / 16; ++c) {
                        const double error = double(tensors.y[r * 90 + c]) - double(tensors.x[r * 90 + c]);
                        isFinite = isFinite && std::isfinite(error);
                        if (!std::isfinite(error))
                            continue;
                        worst = std::abs(error) > std::abs(worst) ? error : worst;
                        sum += error;
                        ++count;
                    }
                const std::size_t cell = row * 16 + column;
                QVERIFY(isFinite ? isNear(map.worst[cell], worst) : std::isnan(map.worst[cell]));
                QVERIFY(isNear(map.mean[cell], sum / count));
            }
    }

    void refusesSlicesThatAreNotThere()
    {
        const auto tensors = wavy({3, 4});
        const auto said = [&](const results::MapChoice& choice) {
            return tests::messageOf([&] { analysis::mapErrors(tensors.pair(), choice); });
        };
        QVERIFY(said({.rowAxis = 2, .columnAxis = {}, .at = {}}).startsWith("axis 2 of a tensor of rank 2"));
        QVERIFY(said({.rowAxis = 1, .columnAxis = 1, .at = {}}).startsWith("axis 1 can't give the rows"));
        QVERIFY(said({.rowAxis = {}, .columnAxis = {}, .at = {1}}).startsWith("1 indexes for a tensor of rank 2"));
        const auto cube = wavy({2, 3, 4});
        QVERIFY(tests::messageOf([&] {
                    analysis::mapErrors(cube.pair(), {.rowAxis = {}, .columnAxis = {}, .at = {2, 0, 0}});
                }).startsWith("index 2 on axis 0, which has 2 elements"));
        QVERIFY(tests::messageOf([&] { channelsOf(tensors, 2); }).startsWith("channel axis 2 of a tensor of rank 2"));
        QVERIFY(tests::messageOf([&] {
                    channelsOf(tensors, 0, {.axis = {}, .histogramOf = 3});
                }).startsWith("channel 3 of 3"));
    }

    void channelsAgainstSorting()
    {
        auto tensors = wavy({2, 5, 33});
        tensors.x[(0 * 5 + 3) * 33 + 1] = kInf;
        const auto summary = channelsOf(tensors, 1, {.axis = {}, .histogramOf = 2});
        QCOMPARE(summary.count, std::int64_t{5});
        QCOMPARE(summary.worst.size(), std::size_t{5});
        for (std::size_t rank = 1; rank < 5; ++rank)
            QVERIFY(summary.worst[rank - 1].sqnrDb <= summary.worst[rank].sqnrDb);
        for (const auto& channel : summary.worst) {
            std::vector<float> xs;
            std::vector<float> ys;
            double signal = 0.0;
            double error = 0.0;
            double shift = 0.0;
            std::uint64_t finite = 0;
            for (std::size_t outer = 0; outer < 2; ++outer)
                for (std::size_t inner = 0; inner < 33; ++inner) {
                    const auto i = (outer * 5 + std::size_t(channel.channel)) * 33 + inner;
                    ys.push_back(tensors.y[i]);
                    if (!std::isfinite(tensors.x[i]))
                        continue;
                    xs.push_back(tensors.x[i]);
                    ++finite;
                    const double e = double(tensors.y[i]) - double(tensors.x[i]);
                    signal += double(tensors.x[i]) * double(tensors.x[i]);
                    error += e * e;
                    shift += e;
                }
            QVERIFY(isNear(channel.sqnrDb, 10.0 * std::log10(signal / error)));
            QVERIFY(isNear(channel.meanError, shift / double(finite)));
            QCOMPARE(channel.nonFinite, 66 - finite);
            QVERIFY(isNear(channel.baseline.min, sortedQuantile(xs, 0.0)));
            QVERIFY(isNear(channel.baseline.lowerQuartile, sortedQuantile(xs, 0.25)));
            QVERIFY(isNear(channel.baseline.median, sortedQuantile(xs, 0.5)));
            QVERIFY(isNear(channel.baseline.upperQuartile, sortedQuantile(xs, 0.75)));
            QVERIFY(isNear(channel.analysis.median, sortedQuantile(ys, 0.5)));
            QVERIFY(isNear(channel.analysis.max, sortedQuantile(ys, 1.0)));
        }
        QCOMPARE(
            std::accumulate(summary.histogram.baseline.begin(), summary.histogram.baseline.end(), std::uint64_t{0}),
            std::uint64_t{66});
        QCOMPARE(summary.histogram.baseline.size(), std::size_t{256});
    }

    void onlyTheWorstChannelsAreSummarized()
    {
        const auto tensors = wavy({40, 6});
        const auto all = channelsOf(tensors, 0);
        const auto few = channelsOf(tensors, 0, {.axis = {}, .most = 3, .histogramOf = {}});
        QCOMPARE(few.count, std::int64_t{40});
        QCOMPARE(few.worst.size(), std::size_t{3});
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(few.worst[i].channel, all.worst[i].channel);
    }

    void rangesAgainstTheMedian()
    {
        QCOMPARE(analysis::rangeRatios({0.0, 2.0, 4.0, 40.0}), (std::vector<double>{0.0, 0.5, 1.0, 10.0}));
        QVERIFY(analysis::rangeRatios({0.0, 0.0}).empty());
        QVERIFY(analysis::isOutlierRatio(10.0));
        QVERIFY(analysis::isOutlierRatio(0.1));
        QVERIFY(!analysis::isOutlierRatio(0.0)); // pruned
    }
};

QTEST_APPLESS_MAIN(TestValuePairs)
#include "tst_value_pairs.moc"
