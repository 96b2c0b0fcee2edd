// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/extremum_index.h"
#include "tests/core/ops/operator_runner.h"
#include "tests/support/random_floats.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <vector>

using namespace ql::ops;

namespace {

/// Numbers of which many are equal, some infinite and few NaN.
std::vector<float> difficultFloats(std::size_t count, unsigned seed)
{
    auto values = ql::tests::randomFloats(count, seed);
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = std::round(4.0f * values[i]);
        if (i % 13 == seed % 13)
            values[i] = i % 2 == 0 ? kInfinity : -kInfinity;
        if (i % 41 == seed % 41)
            values[i] = std::nanf("");
    }
    return values;
}

/// As numpy's argmax and argmin.
std::int64_t expectedIndex(Extremum extremum, const float* x, std::int64_t count, std::int64_t stride)
{
    std::int64_t best = 0;
    for (std::int64_t i = 0; i < count; ++i) {
        const float next = x[i * stride], before = x[best * stride];
        if (std::isnan(before))
            break;
        if (std::isnan(next) || (extremum == Extremum::Highest ? next > before : next < before))
            best = i;
    }
    return best;
}

} // namespace

class TestExtremumIndex : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isTheFirst()
    {
        for (const auto extremum : {Extremum::Highest, Extremum::Lowest})
            for (std::int64_t columns = 0; columns < 70; ++columns)
                for (const std::int64_t count : {1, 2, 7, 21}) {
                    const auto stride = columns + 3;
                    const auto x = difficultFloats(std::size_t(stride * count), unsigned(columns + count));
                    std::vector<std::int64_t> index(std::size_t(columns) + 1, -7);
                    findExtremum(extremum, x.data(), index.data(), columns, count, stride);
                    for (std::int64_t i = 0; i < columns; ++i)
                        QCOMPARE(index[std::size_t(i)], expectedIndex(extremum, x.data() + i, count, stride));
                    QCOMPARE(index.back(), std::int64_t{-7});
                }
    }

    void isTheFirstOfItsRow()
    {
        for (const auto extremum : {Extremum::Highest, Extremum::Lowest})
            for (std::int64_t size = 1; size < 100; ++size) {
                constexpr std::int64_t kRows = 5;
                const auto x = difficultFloats(std::size_t(kRows * size), unsigned(size));
                std::vector<std::int64_t> index(kRows + 1, -7);
                findRowExtremum(extremum, x.data(), index.data(), kRows, size);
                for (std::int64_t row = 0; row < kRows; ++row)
                    QCOMPARE(index[std::size_t(row)], expectedIndex(extremum, x.data() + row * size, size, 1));
                QCOMPARE(index.back(), std::int64_t{-7});
            }
    }

    /// Whatever the axis, and however many of them.
    void isTheOperators()
    {
        const auto values = difficultFloats(2 * 5 * 3 * 20, 3);
        const Tensor x(at::tensor(at::ArrayRef<float>(values)).view({2, 5, 3, 20}));
        for (std::int64_t axis = 0; axis < 4; ++axis)
            for (const std::int64_t keeps : {0, 1}) {
                const auto found = [&](const char* opType) {
                    auto runner = ql::tests::OperatorRunner(opType, 13).with("axis", axis).with("keepdims", keeps);
                    return runner.run({x}).front().data;
                };
                QVERIFY(at::equal(found("ArgMax"), at::argmax(x.data, axis, keeps != 0)));
                QVERIFY(at::equal(found("ArgMin"), at::argmin(x.data, axis, keeps != 0)));
            }
    }
};

QTEST_APPLESS_MAIN(TestExtremumIndex)
#include "tst_extremum_index.moc"
