// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integers/quantized_binary.h"
#include "integer_reference.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ql;
using namespace ql::ops;
using namespace ql::tests;

/// Sums and products of 8-bit integers, every pair of them, against one element at a time in ONNX Runtime's order.
class TestQuantizedBinary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyPair_data();
    void everyPair();
};

namespace {

template <typename T>
T rounded(float value)
{
    const auto lowest = static_cast<float>(std::numeric_limits<T>::lowest());
    const auto highest = static_cast<float>(std::numeric_limits<T>::max());
    return static_cast<T>(std::nearbyint(value > lowest ? std::min(value, highest) : lowest));
}

template <typename T>
T sumOf(T a, T b, const BinaryParameters& p)
{
    const float aRatio = p.aScale / p.yScale, bRatio = p.bScale / p.yScale;
    const float constant = p.yZero - (aRatio * p.aZero + bRatio * p.bZero);
    return rounded<T>(std::fma(static_cast<float>(a), aRatio, std::fma(static_cast<float>(b), bRatio, constant)));
}

template <typename T>
T productOf(T a, T b, const BinaryParameters& p)
{
    const float ratio = p.aScale * p.bScale / p.yScale;
    const float product = (static_cast<float>(a) - p.aZero) * (static_cast<float>(b) - p.bZero);
    const float scaled = product * ratio;
    return rounded<T>(scaled + p.yZero);
}

template <typename T>
void verifyEveryPair(const BinaryParameters& parameters)
{
    std::vector<T> a, b, sums, products;
    for (int i = 0; i < 256; ++i)
        for (int j = 0; j < 256; ++j) {
            a.push_back(static_cast<T>(i));
            b.push_back(static_cast<T>(j));
            sums.push_back(sumOf(a.back(), b.back(), parameters));
            products.push_back(productOf(a.back(), b.back(), parameters));
        }
    onEveryTarget([&] {
        std::vector<T> y(a.size() - 3); // not a whole number of vectors
        addQuantized(a.data(), b.data(), y.data(), y.size(), parameters);
        QVERIFY(std::equal(y.begin(), y.end(), sums.begin()));
        multiplyQuantized(a.data(), b.data(), y.data(), y.size(), parameters);
        QVERIFY(std::equal(y.begin(), y.end(), products.begin()));
    });
}

} // namespace

void TestQuantizedBinary::everyPair_data()
{
    QTest::addColumn<float>("aScale");
    QTest::addColumn<float>("bScale");
    QTest::addColumn<float>("yScale");
    QTest::newRow("ties") << 0.5f << 0.25f << 1.0f;
    QTest::newRow("uneven") << 0.0171f << 0.0233f << 0.0307f;
    QTest::newRow("saturating") << 3.0f << 2.0f << 0.1f;
    QTest::newRow("not a number") << 0.0f << 0.0f << 0.0f;
}

void TestQuantizedBinary::everyPair()
{
    QFETCH(float, aScale);
    QFETCH(float, bScale);
    QFETCH(float, yScale);
    verifyEveryPair<std::uint8_t>({aScale, bScale, yScale, 128, 3, 100});
    verifyEveryPair<std::int8_t>({aScale, bScale, yScale, -7, 0, 12});
}

QTEST_APPLESS_MAIN(TestQuantizedBinary)
#include "tst_quantized_binary.moc"
