// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/rows.h"
#include "tests/support/random_floats.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

using namespace ql::ops;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::vector<double> exactSoftmax(const std::vector<float>& x)
{
    const double greatest = *std::max_element(x.begin(), x.end());
    std::vector<double> y(x.size());
    std::transform(x.begin(), x.end(), y.begin(), [=](float each) { return std::exp(each - greatest); });
    const double sum = std::accumulate(y.begin(), y.end(), 0.0);
    for (auto& each : y)
        each /= sum;
    return y;
}

std::vector<float> softmaxOf(std::vector<float> x)
{
    softmaxRows(x.data(), x.data(), 1, x.size());
    return x;
}

} // namespace

class TestSoftmaxRows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void liesNearTheExactOne()
    {
        for (std::size_t size = 1; size < 300; ++size) {
            auto x = ql::tests::randomFloats(size, unsigned(size));
            for (auto& each : x)
                each *= 10.0f;
            const auto exact = exactSoftmax(x);
            const auto y = softmaxOf(x);
            for (std::size_t i = 0; i < size; ++i)
                QVERIFY(std::fabs(y[i] - exact[i]) <= 4e-6 * exact[i] + 1e-37);
        }
    }

    void knowsRowsApart()
    {
        const std::vector<std::pair<std::size_t, std::size_t>> shapes{{7, 37},  {1200, 2}, {600, 1}, {173, 3},
                                                                      {129, 4}, {70, 15},  {33, 16}};
        for (const auto& [rows, size] : shapes) {
            const auto x = ql::tests::randomFloats(rows * size, 5);
            std::vector<float> together(x.size() + 1, -7.0f);
            softmaxRows(x.data(), together.data(), rows, size);
            for (std::size_t row = 0; row < rows; ++row) {
                const auto begin = x.begin() + std::ptrdiff_t(row * size);
                const auto alone = softmaxOf({begin, begin + std::ptrdiff_t(size)});
                QVERIFY(std::memcmp(alone.data(), together.data() + row * size, size * sizeof(float)) == 0);
            }
            QCOMPARE(together.back(), -7.0f);
        }
    }

    /// As attention masks them.
    void givesNothingToWhatIsMasked()
    {
        std::vector<float> x(40, -kInfinity);
        x[3] = x[33] = 5.0f;
        const auto y = softmaxOf(x);
        for (std::size_t i = 0; i < x.size(); ++i)
            QCOMPARE(y[i], i == 3 || i == 33 ? 0.5f : 0.0f);
    }

    void keepsWhatIsNoNumber()
    {
        for (const std::size_t size : {40, 2, 9}) {
            std::vector<float> half(size, 1.0f);
            half[size / 2] = std::nanf("");
            auto infinite = half;
            infinite[size / 2] = kInfinity;
            const std::vector<float> masked(size, -kInfinity);
            for (const auto& x : {half, infinite, masked})
                for (const float each : softmaxOf(x))
                    QVERIFY(std::isnan(each) || each == 0.0f);
            QVERIFY(std::isnan(softmaxOf(half)[0]));
            QVERIFY(std::isnan(softmaxOf(infinite)[size / 2]));
            QVERIFY(std::isnan(softmaxOf(masked)[0]));
        }
    }
};

QTEST_APPLESS_MAIN(TestSoftmaxRows)
#include "tst_softmax_rows.moc"
