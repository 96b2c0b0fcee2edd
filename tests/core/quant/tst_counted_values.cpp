// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/counted_values.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ql::quant;

namespace {

/// The formula, value by value.
double byFormula(const CountedValues& counted, const RoundedRange& range)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < counted.values.size(); ++i) {
        const double clamped = std::clamp(counted.values[i], range.low, range.high);
        const double error = std::nearbyint(clamped / range.scale) * range.scale - counted.values[i];
        sum += counted.counts[i] * error * error;
    }
    return sum;
}

CountedValues someValues(std::size_t size)
{
    CountedValues counted;
    for (std::size_t i = 0; i < size; ++i) {
        counted.values.push_back(0.37 * double(i) - 4.0);
        counted.counts.push_back(double(1 + i % 7));
    }
    return counted;
}

bool areClose(double found, double expected)
{
    return std::abs(found - expected) <= 1e-12 * std::max(1.0, expected);
}

} // namespace

class TestCountedValues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void squaredErrorIsThatOfTheFormula()
    {
        for (const std::size_t size : {0, 1, 3, 8, 23, 64, 1001})
            for (const RoundedRange& range :
                 {RoundedRange{-2.0, 3.0, 0.11}, {-100.0, 1000.0, 0.3}, {0.0, 0.0, 1.0}, {-4.0, -1.0, 1e-3}}) {
                const auto counted = someValues(size);
                QVERIFY(areClose(squaredError(counted, range), byFormula(counted, range)));
            }
    }

    void halvesGoToEven()
    {
        const CountedValues counted{{-1.5, -0.5, 0.5, 1.5, 2.5}, {1, 10, 100, 1000, 10000}};
        // To -2, 0, 0, 2 and 2; beyond the range to 1.
        QCOMPARE(squaredError(counted, {-8.0, 8.0, 1.0}), 0.25 * 11111.0);
        QCOMPARE(squaredError(counted, {-8.0, 1.0, 1.0}), 0.25 * 1111.0 + 2.25 * 10000.0);
    }

    void rangeIsThatOfTheFormat()
    {
        const CountedValues counted{{-3.0, 0.2, 0.9}, {1, 2, 1}};
        const IntegerFormat twoBits{.bits = 2}; // -2 … 1, of which 0.5 each with zero point 1: -1.5 … 0
        const auto range = roundedRange({{0.5f}, {1}, {}}, twoBits);
        QCOMPARE(squaredError(counted, range), 1.5 * 1.5 + 2.0 * 0.2 * 0.2 + 0.9 * 0.9);
        QCOMPARE(squaredError({}, range), 0.0);
    }
};

QTEST_APPLESS_MAIN(TestCountedValues)
#include "tst_counted_values.moc"
