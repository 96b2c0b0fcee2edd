// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/rows.h"
#include "tests/support/random_floats.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
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
        constexpr std::size_t kRows = 7, kSize = 37;
        const auto x = ql::tests::randomFloats(kRows * kSize, 5);
        std::vector<float> together(x.size() + 1, -7.0f);
        softmaxRows(x.data(), together.data(), kRows, kSize);
        for (std::size_t row = 0; row < kRows; ++row) {
            const auto begin = x.begin() + std::ptrdiff_t(row * kSize);
            const auto alone = softmaxOf({begin, begin + kSize});
            QVERIFY(std::memcmp(alone.data(), together.data() + row * kSize, kSize * sizeof(float)) == 0);
        }
        QCOMPARE(together.back(), -7.0f);
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
        std::vector<float> half(40, 1.0f);
        half[20] = std::nanf("");
        auto infinite = half;
        infinite[20] = kInfinity;
        for (const auto& x : {half, infinite, std::vector<float>(40, -kInfinity)})
            for (const float each : softmaxOf(x))
                QVERIFY(std::isnan(each) || each == 0.0f);
        QVERIFY(std::isnan(softmaxOf(half)[0]));
        QVERIFY(std::isnan(softmaxOf(infinite)[20]));
        QVERIFY(std::isnan(softmaxOf(std::vector<float>(40, -kInfinity))[0]));
    }
};

QTEST_APPLESS_MAIN(TestSoftmaxRows)
#include "tst_softmax_rows.moc"
