// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/integer_normalization.h"

#include <QTest>

#include <cmath>

using namespace ql::ops;

/// What LSTMs on 8-bit integers are made of, against the functions that it comes near.
class TestTfLiteFixedPoint : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comesNearTheLogistic();
    void comesNearTheTangent();
    void dividesByRoots();
    void normalizesRows();
};

/// 16 bits are rounded at every of some twenty operations: 7 steps of 2^15 at most.
void TestTfLiteFixedPoint::comesNearTheLogistic()
{
    double furthest = 0;
    for (std::int32_t x = -32768; x <= 32767; ++x)
        furthest = std::max(furthest, std::abs(shortLogistic(x, 3) - 32768 / (1 + std::exp(-x / 4096.0))));
    QVERIFY2(furthest < 7, qPrintable(QString::number(furthest)));
    QCOMPARE(shortLogistic(0, 3), 16384);
    QCOMPARE(shortLogistic(4096, 3) + shortLogistic(-4096, 3), 32767);
}

void TestTfLiteFixedPoint::comesNearTheTangent()
{
    for (int bits = 0; bits <= 6; ++bits) {
        double furthest = 0;
        for (std::int32_t x = -32768; x <= 32767; ++x)
            furthest = std::max(furthest, std::abs(shortTanh(x, bits) - 32768 * std::tanh(std::ldexp(x, bits - 15))));
        QVERIFY2(furthest < 14, qPrintable(QString("%1 bits: %2").arg(bits).arg(furthest)));
        QCOMPARE(shortTanh(-4096, bits), -shortTanh(4096, bits));
    }
}

void TestTfLiteFixedPoint::dividesByRoots()
{
    for (const std::int32_t x : {2, 3, 10, 1000, 1 << 20, 1 << 24, 1 << 28, 1 << 30}) {
        const auto root = inverseSquareRoot(x);
        const auto found = std::ldexp(root.fraction, root.shift - 31) * std::sqrt(double(x));
        QVERIFY2(std::abs(found - 1) < 2e-6, qPrintable(QString("%1: %2").arg(x).arg(found)));
    }
    QCOMPARE(scaled(1000, inverseSquareRoot(1)), 1000);
    QCOMPARE(scaled(1000, inverseSquareRoot(0)), 1000);
}

/// Mean 200 and variance 20000: 1, 0, and -1 times sqrt(3 / 2), times 1, 2 and 0.5, plus 0, 0.25 and -1. What is all
/// the same is the bias, and what is too large is clamped.
void TestTfLiteFixedPoint::normalizesRows()
{
    constexpr std::int64_t kUnit = 1024 * 1024; // of the factors' scale, 2^-10
    const auto normalization = integerNormalization({1024, 2048, 512}, {0, kUnit / 4, -kUnit}, 1.0F / 1024);
    std::vector<std::int32_t> row{373, 200, 27};
    normalizeIntegers(row, normalization);
    const double expected[]{1.2247, 0.25, -1 - 0.61237};
    for (std::size_t i = 0; i < row.size(); ++i)
        QVERIFY2(std::abs(row[i] - 4096 * expected[i]) < 12, qPrintable(QString("%1: %2").arg(i).arg(row[i])));
    std::vector<std::int32_t> flat{77, 77, 77};
    normalizeIntegers(flat, normalization);
    QCOMPARE(flat, (std::vector<std::int32_t>{0, 1024, -4096}));
    std::vector<std::int32_t> steep{32767, -32768, 0};
    normalizeIntegers(steep, integerNormalization({32767, 32767, 32767}, {0, 0, 0}, 1.0F / 1024));
    QCOMPARE(steep[0], 32767);
    QCOMPARE(steep[1], -32768);
}

QTEST_APPLESS_MAIN(TestTfLiteFixedPoint)
#include "tst_tflite_fixed_point.moc"
