// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/pooled_planes.h"
#include "tests/support/random_floats.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <omp.h>
#include <random>
#include <vector>

using ql::ops::PoolSizes;
using Floats = std::vector<float>;

namespace {

/// ±0 are equally large.
bool isSame(float a, float b)
{
    return a == b || std::memcmp(&a, &b, sizeof(a)) == 0 || (std::isnan(a) && std::isnan(b));
}

/// Any window, its output sizes rounded down or up.
PoolSizes someSizes(std::mt19937& random, bool isDilated)
{
    const auto below = [&](std::int64_t limit) { return std::int64_t(random() % std::uint64_t(limit)); };
    PoolSizes s{.planes = 1 + below(3), .inputRows = 1 + below(9), .inputColumns = 1 + below(80)};
    s.kernelRows = 1 + below(4);
    s.kernelColumns = 1 + below(4);
    s.rowStride = 1 + below(3);
    s.columnStride = 1 + below(3);
    s.rowDilation = isDilated ? 1 + below(2) : 1;
    s.columnDilation = isDilated ? 1 + below(3) : 1;
    s.rowPad = below(s.kernelRows);
    s.columnPad = below(s.kernelColumns);
    const auto outputs = [&](std::int64_t input, std::int64_t pad, std::int64_t kernel, std::int64_t stride) {
        return std::max<std::int64_t>(1, (input + 2 * pad - kernel + below(stride)) / stride + 1);
    };
    s.outputRows = outputs(s.inputRows, s.rowPad, (s.kernelRows - 1) * s.rowDilation + 1, s.rowStride);
    s.outputColumns =
        outputs(s.inputColumns, s.columnPad, (s.kernelColumns - 1) * s.columnDilation + 1, s.columnStride);
    return s;
}

struct Window {
    Floats values; ///< row by row, without padding
    std::int64_t counted = 0;
};

Window windowAt(const Floats& x, const PoolSizes& s, std::int64_t plane, std::int64_t row, std::int64_t column)
{
    Window window;
    for (std::int64_t i = 0; i < s.kernelRows; ++i)
        for (std::int64_t j = 0; j < s.kernelColumns; ++j) {
            const auto r = row * s.rowStride - s.rowPad + i * s.rowDilation;
            const auto c = column * s.columnStride - s.columnPad + j * s.columnDilation;
            window.counted += r < s.inputRows + s.rowPad && c < s.inputColumns + s.columnPad;
            if (r >= 0 && r < s.inputRows && c >= 0 && c < s.inputColumns)
                window.values.push_back(x[std::size_t((plane * s.inputRows + r) * s.inputColumns + c)]);
        }
    return window;
}

float largestOf(const Window& window)
{
    float largest = -std::numeric_limits<float>::infinity();
    for (const float value : window.values)
        if (value > largest || std::isnan(value))
            largest = value;
    return largest;
}

float meanOf(const Window& window, bool countsPadding)
{
    float sum = 0.0f;
    for (const float value : window.values)
        sum += value;
    const auto count = countsPadding ? window.counted : std::int64_t(window.values.size());
    return window.values.empty() ? 0.0f : 0.0f + sum / static_cast<float>(count);
}

template <typename Expected>
void compare(const Floats& x, const Floats& y, const PoolSizes& s, const Expected& expected)
{
    std::size_t at = 0;
    for (std::int64_t plane = 0; plane < s.planes; ++plane)
        for (std::int64_t row = 0; row < s.outputRows; ++row)
            for (std::int64_t column = 0; column < s.outputColumns; ++column, ++at)
                QVERIFY2(isSame(y[at], expected(windowAt(x, s, plane, row, column))), qPrintable(QString::number(at)));
}

Floats inputOf(const PoolSizes& s, unsigned seed)
{
    auto x = ql::tests::randomFloats(s.planes * s.inputRows * s.inputColumns, seed);
    for (const float special : {std::nanf(""), -0.0f, 0.0f, -std::numeric_limits<float>::infinity()})
        x[(seed * 13 + unsigned(x.size() / 3)) % x.size()] = special, seed += 5;
    return x;
}

std::size_t outputsOf(const PoolSizes& s)
{
    return std::size_t(s.planes * s.outputRows * s.outputColumns);
}

} // namespace

/// Every window against one element after another.
class TestPooledPlanes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesLargest()
    {
        std::mt19937 random(1);
        for (unsigned i = 0; i < 3000 && !QTest::currentTestFailed(); ++i) {
            const auto s = someSizes(random, i % 2 == 0);
            const auto x = inputOf(s, i);
            Floats y(outputsOf(s), -7.0f);
            ql::ops::takeLargest(x.data(), y.data(), s);
            compare(x, y, s, largestOf);
        }
    }

    void takesMean()
    {
        std::mt19937 random(2);
        for (unsigned i = 0; i < 3000 && !QTest::currentTestFailed(); ++i) {
            const auto s = someSizes(random, false);
            const auto x = inputOf(s, i);
            for (const bool countsPadding : {false, true}) {
                Floats y(outputsOf(s), -7.0f);
                ql::ops::takeMean(x.data(), y.data(), s, countsPadding);
                compare(x, y, s, [=](const Window& window) { return meanOf(window, countsPadding); });
            }
        }
    }

    void givesTheSameOnAnyNumberOfThreads()
    {
        PoolSizes s{.planes = 17, .inputRows = 90, .inputColumns = 90, .outputRows = 88, .outputColumns = 88};
        s.kernelRows = s.kernelColumns = 3;
        const auto x = ql::tests::randomFloats(17 * 90 * 90, 3);
        Floats one(outputsOf(s)), more(outputsOf(s));
        omp_set_num_threads(1);
        ql::ops::takeMean(x.data(), one.data(), s, false);
        for (const int threads : {2, 4}) {
            omp_set_num_threads(threads);
            ql::ops::takeMean(x.data(), more.data(), s, false);
            QVERIFY(one == more);
        }
    }
};

QTEST_APPLESS_MAIN(TestPooledPlanes)
#include "tst_pooled_planes.moc"
