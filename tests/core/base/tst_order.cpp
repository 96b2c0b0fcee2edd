// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/order.h"

#include <QtTest>

#include <array>

using namespace ql;

namespace {

/// @p numbers, NaN as 99.
std::vector<double> readable(std::vector<double> numbers)
{
    std::ranges::replace_if(
        numbers, [](double number) { return std::isnan(number); }, 99.0);
    return numbers;
}

template <typename Order>
std::vector<double> sorted(std::vector<double> numbers, Order order)
{
    std::ranges::stable_sort(numbers, order);
    return readable(numbers);
}

/// Whether @p order is a strict weak order of these: what std's algorithms ask for.
template <typename Order>
bool isStrictWeak(Order order)
{
    const std::array numbers{kNaN, -kInfinity, -1.0, 0.0, 2.0, kInfinity, -kNaN};
    for (const double a : numbers)
        for (const double b : numbers)
            for (const double c : numbers) {
                const auto areAlike = [&](double x, double y) { return !order(x, y) && !order(y, x); };
                if (order(a, a) || (order(a, b) && order(b, a)) || (order(a, b) && order(b, c) && !order(a, c))
                    || (areAlike(a, b) && areAlike(b, c) && !areAlike(a, c)))
                    return false;
            }
    return true;
}

} // namespace

class TestOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nanHasItsPlace()
    {
        const std::vector numbers{2.0, kNaN, -kInfinity, 3.0, kNaN, 1.0};
        QCOMPARE(sorted(numbers, Rising<NaNs::Last>()), (std::vector{-kInfinity, 1.0, 2.0, 3.0, 99.0, 99.0}));
        QCOMPARE(sorted(numbers, Rising<NaNs::First>()), (std::vector{99.0, 99.0, -kInfinity, 1.0, 2.0, 3.0}));
        QCOMPARE(sorted(numbers, Falling<NaNs::Last>()), (std::vector{3.0, 2.0, 1.0, -kInfinity, 99.0, 99.0}));
        QCOMPARE(sorted(numbers, Falling<NaNs::First>()), (std::vector{99.0, 99.0, 3.0, 2.0, 1.0, -kInfinity}));
    }

    void ordersAreOrders()
    {
        QVERIFY(isStrictWeak(Rising<NaNs::Last>()));
        QVERIFY(isStrictWeak(Rising<NaNs::First>()));
        QVERIFY(isStrictWeak(Falling<NaNs::Last>()));
        QVERIFY(isStrictWeak(Falling<NaNs::First>()));
        QVERIFY(!isStrictWeak(std::less<>())); // why they are there
    }

    void extentsLeaveNanOut()
    {
        for (const auto& numbers :
             {std::vector{kNaN, 3.0, 1.0}, std::vector{3.0, kNaN, 1.0}, std::vector{1.0, 3.0, kNaN}}) {
            const auto extent = extentOf(numbers);
            QCOMPARE(extent.low, 1.0);
            QCOMPARE(extent.high, 3.0);
            QCOMPARE(extent.nans, std::size_t(1));
        }
        const auto none = extentOf(std::vector{kNaN, kNaN});
        QVERIFY(std::isnan(none.low) && std::isnan(none.high));
        QCOMPARE(none.nans, std::size_t(2));
        QVERIFY(std::isnan(extentOf(std::vector<float>()).low));
    }

    /// numpy.nanpercentile([4, nan, 1, 2], [0, 25, 50, 100])
    void quantilesAreThoseOfNumbers()
    {
        std::vector numbers{4.0, kNaN, 1.0, 2.0};
        QCOMPARE(sortNumbers(numbers), std::size_t(1));
        QCOMPARE(numbers, (std::vector{1.0, 2.0, 4.0}));
        QCOMPARE(quantileOf(numbers, 0.0), 1.0);
        QCOMPARE(quantileOf(numbers, 0.25), 1.5);
        QCOMPARE(quantileOf(numbers, 0.5), 2.0);
        QCOMPARE(quantileOf(numbers, 1.0), 4.0);
        QVERIFY(std::isnan(quantileOf({}, 0.5)));
        QCOMPARE(quantileOf({-kInfinity, kInfinity}, 0.25), -kInfinity);
    }

    void nanDecidesNothing()
    {
        const auto decision = [](const std::vector<float>& scores) {
            return decisionOf(scores.data(), std::int64_t(scores.size()));
        };
        const auto nan = float(kNaN);
        QCOMPARE(decision({1, 5, 5, 2}), std::int64_t(1)); // the first of equal ones
        QCOMPARE(decision({nan, nan}), kNoDecision);
        QCOMPARE(decision({nan, 1, 2}), kNoDecision);
        QCOMPARE(decision({1, 2, nan}), kNoDecision);
        QCOMPARE(decision({}), kNoDecision);
        QCOMPARE(decision({1, float(kInfinity)}), std::int64_t(1));
        QCOMPARE(decision({-float(kInfinity), -float(kInfinity)}), std::int64_t(0));
        const std::array columns{1.0, 9.0, 4.0, 2.0, 3.0, 8.0};
        QCOMPARE(decisionOf(columns.data(), 3, 2), std::int64_t(1));
        QVERIFY(isRight(2, 2));
        QVERIFY(!isRight(kNoDecision, kNoDecision));
    }
};

QTEST_APPLESS_MAIN(TestOrder)
#include "tst_order.moc"
