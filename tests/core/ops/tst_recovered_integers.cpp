// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/integer_passes.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace ql::ops;

namespace {

struct Numbers {
    std::vector<float> values;
    std::vector<std::uint8_t> bytes; ///< of the integers
};

struct Parameters {
    float scale;
    std::int32_t zeroPoint, lowest, highest;
};

/// @p count integers as DequantizeLinear gives them.
Numbers dequantized(const Parameters& integers, std::size_t count)
{
    Numbers numbers;
    std::mt19937 random(5);
    std::uniform_int_distribution<std::int32_t> any(integers.lowest, integers.highest);
    for (std::size_t i = 0; i < count; ++i) {
        const auto integer = any(random);
        numbers.values.push_back(static_cast<float>(integer - integers.zeroPoint) * integers.scale);
        numbers.bytes.push_back(static_cast<std::uint8_t>(integer));
    }
    return numbers;
}

bool recoversWith(const Numbers& numbers, const PassParameters& parameters, const Parameters& of)
{
    std::vector<std::uint8_t> found(numbers.values.size() + 1, 0xa5);
    const bool areAll =
        recoverElements(numbers.values.data(), {found.data(), IntegerStorage::UInt8, of.lowest, of.highest},
                        numbers.values.size(), parameters);
    const bool staysWithin = found.back() == 0xa5;
    found.pop_back();
    return staysWithin && areAll && found == numbers.bytes;
}

/// Both with one scale for all and one for each, which must tell the same.
bool recovers(const Numbers& numbers, const Parameters& of)
{
    const std::vector<float> scales(numbers.values.size(), of.scale);
    const std::vector<std::int32_t> zeroPoints(numbers.values.size(), of.zeroPoint);
    const bool one = recoversWith(numbers, {&of.scale, &of.zeroPoint, false}, of);
    const bool each = recoversWith(numbers, {scales.data(), zeroPoints.data(), true}, of);
    return one == each && one;
}

} // namespace

class TestRecoveredIntegers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyIntegerIsFound_data()
    {
        QTest::addColumn<std::int32_t>("zeroPoint");
        QTest::addColumn<std::int32_t>("lowest");
        QTest::addColumn<std::int32_t>("highest");
        QTest::newRow("int8") << 0 << -128 << 127;
        QTest::newRow("int8, shifted") << 127 << -128 << 127;
        QTest::newRow("uint8") << 0 << 0 << 255;
        QTest::newRow("uint8, shifted") << 255 << 0 << 255;
        QTest::newRow("int4") << -3 << -8 << 7;
    }

    void everyIntegerIsFound()
    {
        QFETCH(std::int32_t, zeroPoint);
        QFETCH(std::int32_t, lowest);
        QFETCH(std::int32_t, highest);
        std::mt19937 random(9);
        std::uniform_real_distribution<float> mantissa(1.0f, 2.0f);
        for (int exponent = -120; exponent <= 115; exponent += 5)
            for (int i = 0; i < 20; ++i) {
                const Parameters integers{std::ldexp(mantissa(random), exponent), zeroPoint, lowest, highest};
                QVERIFY(recovers(dequantized(integers, static_cast<std::size_t>(1 + 17 * i)), integers));
            }
        const Parameters many{0.03f, zeroPoint, lowest, highest};
        QVERIFY(recovers(dequantized(many, 9000), many));
        const Parameters negative{-0.25f, zeroPoint, lowest, highest};
        QVERIFY(recovers(dequantized(negative, 50), negative));
    }

    void anyOtherNumberIsSeen()
    {
        const Parameters integers{0.03f, 3, -128, 127};
        const auto inf = std::numeric_limits<float>::infinity();
        for (const float other : {std::nextafter(-40 * 0.03f, 0.0f), std::nextafter(-40 * 0.03f, -9.0f), 125 * 0.03f,
                                  -132 * 0.03f, 1e9f, -3e38f, 1e-30f, inf, -inf, std::nanf("")})
            for (const std::size_t count : {1, 15, 16, 17, 100, 9000})
                for (const std::size_t place : {std::size_t{0}, count / 2, count - 1}) {
                    auto numbers = dequantized(integers, count);
                    numbers.values[place] = other;
                    QVERIFY(!recovers(numbers, integers));
                }
        auto zeros = dequantized(integers, 40);
        zeros.values[20] = -0.0f;
        zeros.bytes[20] = 3;
        QVERIFY(recovers(zeros, integers));
    }

    void emptyOnesAreAllThere() { QVERIFY(recoverElements(nullptr, {}, 0, {})); }

    void eachHasItsOwnScale()
    {
        const std::vector<float> scales{0.5f, 0.03f, 1e-20f, 7.0f};
        const std::vector<std::int32_t> zeroPoints{0, 5, -100, 127};
        Numbers numbers;
        for (std::size_t i = 0; i < scales.size(); ++i) {
            numbers.values.push_back(static_cast<float>(-90 - zeroPoints[i]) * scales[i]);
            numbers.bytes.push_back(static_cast<std::uint8_t>(-90));
        }
        QVERIFY(recoversWith(numbers, {scales.data(), zeroPoints.data(), true}, {0.0f, 0, -128, 127}));
        std::swap(numbers.values[1], numbers.values[3]);
        QVERIFY(!recoversWith(numbers, {scales.data(), zeroPoints.data(), true}, {0.0f, 0, -128, 127}));
    }

    void scalesWithoutAReciprocalLeadNowhere()
    {
        for (const float scale : {std::numeric_limits<float>::denorm_min(), 0.0f, std::nanf("")})
            QVERIFY(!recovers({{1.0f}, {1}}, {scale, 0, 0, 255}));
    }
};

QTEST_APPLESS_MAIN(TestRecoveredIntegers)
#include "tst_recovered_integers.moc"
