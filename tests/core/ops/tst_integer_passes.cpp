// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/integer_passes.h"
#include "tests/support/random_floats.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

using namespace ql::ops;

namespace {

constexpr std::size_t kMost = 100;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Format {
    IntegerStorage storage;
    std::int32_t lowest, highest;
};
const Format kInt4{IntegerStorage::Int8, -8, 7}, kUInt8{IntegerStorage::UInt8, 0, 255};
const Format kInt8{IntegerStorage::Int8, -128, 127}, kInt16{IntegerStorage::Int16, -32768, 32767};
const Format kUInt16{IntegerStorage::Int32, 0, 65535};

std::int32_t saturated(float value, std::int32_t zeroPoint, const Format& format)
{
    const auto low = static_cast<float>(format.lowest - zeroPoint);
    const auto high = static_cast<float>(format.highest - zeroPoint);
    const float clamped = std::isnan(value) ? low : std::clamp(value, low, high);
    return static_cast<std::int32_t>(std::nearbyint(clamped)) + zeroPoint;
}

/// Memory for @p kMost integers of any storage, read back one by one.
struct Integers {
    explicit Integers(const Format& itsFormat)
        : format(itsFormat)
    {
    }
    IntegerElements elements(std::size_t first)
    {
        return {address(first), format.storage, format.lowest, format.highest};
    }
    std::int32_t at(std::size_t i) const
    {
        switch (format.storage) {
        case IntegerStorage::Int8: return reinterpret_cast<const std::int8_t*>(bytes.data())[i];
        case IntegerStorage::UInt8: return reinterpret_cast<const std::uint8_t*>(bytes.data())[i];
        case IntegerStorage::Int16: return reinterpret_cast<const std::int16_t*>(bytes.data())[i];
        default: return reinterpret_cast<const std::int32_t*>(bytes.data())[i];
        }
    }
    void* address(std::size_t i)
    {
        const std::size_t size = format.storage == IntegerStorage::Int16   ? 2
                                 : format.storage == IntegerStorage::Int32 ? 4
                                                                           : 1;
        return reinterpret_cast<std::byte*>(bytes.data()) + i * size;
    }

    Format format;
    std::vector<std::int32_t> bytes = std::vector<std::int32_t>(kMost + 8, 0x5a5a5a5a);
};

/// Numbers around every rounding tie of @p scale, and the special ones.
std::vector<float> difficultFloats(unsigned seed)
{
    auto values = ql::tests::randomFloats(kMost + 8, seed);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % 3 == 0)
            values[i] = 0.5f * std::nearbyint(values[i] * 100.0f);
        if (i % 5 == 0)
            values[i] *= 1e3f;
    }
    const float special[] = {0.0f, -0.0f, kInfinity, -kInfinity, std::nanf(""), 1e30f, -1e30f, 1e-40f, 65535.5f, 2.5f};
    for (std::size_t i = 0; i < std::size(special); ++i)
        values[(seed * 7 + i * 11) % values.size()] = special[i];
    return values;
}

std::vector<std::int32_t> zeroPoints(const Format& format, unsigned seed)
{
    std::mt19937 generator(seed);
    std::uniform_int_distribution<std::int32_t> any(format.lowest, format.highest);
    std::vector<std::int32_t> values(kMost + 8);
    std::ranges::generate(values, [&] { return any(generator); });
    return values;
}

std::vector<float> scales(unsigned seed)
{
    auto values = ql::tests::randomFloats(kMost + 8, seed);
    for (float& value : values)
        value = 0.01f + std::fabs(value);
    values[0] = seed % 2 == 0 ? 0.0137f : 1.0f;
    return values;
}

bool isSame(float a, float b)
{
    return std::memcmp(&a, &b, sizeof(a)) == 0 || (std::isnan(a) && std::isnan(b));
}

} // namespace

/// Every pass against one number after another, for all counts, alignments and storages.
class TestIntegerPasses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quantizes()
    {
        forAll([](const Format& format, std::size_t count, std::size_t first, bool isStepping) {
            auto x = difficultFloats(unsigned(count));
            const auto scale = scales(2);
            for (std::size_t i = first + count % 2; i < first + count; i += 2) // ties, which a reciprocal would miss
                x[i] = (static_cast<float>(i) + 0.5f) * scale[isStepping ? i - first : 0];
            const auto zero = zeroPoints(format, unsigned(count));
            Integers y(format);
            quantizeElements(x.data() + first, y.elements(first), count, {scale.data(), zero.data(), isStepping});
            for (std::size_t i = 0; i < count; ++i) {
                const auto at = isStepping ? i : 0;
                QCOMPARE(y.at(first + i), saturated(x[first + i] / scale[at], zero[at], format));
            }
            QCOMPARE(y.at(first + count), Integers(format).at(0));
        });
    }

    void dequantizes()
    {
        forAll([](const Format& format, std::size_t count, std::size_t first, bool isStepping) {
            Integers x(format);
            std::mt19937 generator(unsigned(count) + 1);
            for (auto& word : x.bytes)
                word = static_cast<std::int32_t>(generator());
            const auto scale = scales(3);
            const auto zero = zeroPoints(format, 4);
            std::vector<float> y(kMost + 8, -7.0f);
            dequantizeElements(x.elements(first), y.data() + first, count, {scale.data(), zero.data(), isStepping});
            for (std::size_t i = 0; i < count; ++i) {
                const auto at = isStepping ? i : 0;
                const auto centred = std::uint32_t(x.at(first + i)) - std::uint32_t(zero[at]);
                QVERIFY(isSame(y[first + i], static_cast<float>(static_cast<std::int32_t>(centred)) * scale[at]));
            }
            QCOMPARE(y[first + count], -7.0f);
        });
    }

    void requantizes()
    {
        forAll([](const Format& format, std::size_t count, std::size_t first, bool isStepping) {
            std::mt19937 generator(unsigned(count) + 5);
            std::vector<std::int32_t> x(kMost + 8), bias(kMost + 8);
            std::ranges::generate(x, [&] { return static_cast<std::int32_t>(generator()) >> (generator() % 32); });
            std::ranges::generate(bias, [&] { return static_cast<std::int32_t>(generator()) >> 8; });
            x[count / 2] = std::numeric_limits<std::int32_t>::max();
            const auto multipliers = scales(6);
            const auto zero = zeroPoints(format, 7)[0];
            for (const bool hasBias : {false, true}) {
                Integers y(format);
                requantizeElements(x.data() + first, y.elements(first), count,
                                   {multipliers.data(), hasBias ? bias.data() : nullptr, isStepping, zero});
                for (std::size_t i = 0; i < count; ++i) {
                    const auto at = isStepping ? i : 0;
                    const auto sum = std::uint32_t(x[first + i]) + std::uint32_t(hasBias ? bias[at] : 0);
                    const float scaled = static_cast<float>(static_cast<std::int32_t>(sum)) * multipliers[at];
                    QCOMPARE(y.at(first + i), saturated(scaled, zero, format));
                }
            }
        });
    }

    void findsRanges()
    {
        for (std::size_t count = 0; count <= kMost; ++count) {
            const auto x = difficultFloats(unsigned(count) + 9);
            float lowest = 0.0f, highest = 0.0f;
            for (std::size_t i = 0; i < count; ++i) {
                lowest = x[i] < lowest ? x[i] : lowest;
                highest = x[i] > highest ? x[i] : highest;
            }
            const auto range = rangeOfElements(x.data(), count);
            QVERIFY(isSame(range.lowest, lowest) && isSame(range.highest, highest));
        }
    }

private:
    template <typename Body>
    void forAll(const Body& body)
    {
        for (const auto& format : {kInt4, kUInt8, kInt8, kInt16, kUInt16})
            for (std::size_t count = 0; count <= kMost; ++count)
                for (std::size_t first = 0; first < 4; ++first)
                    for (const bool isStepping : {false, true}) {
                        body(format, count, first, isStepping);
                        if (QTest::currentTestFailed())
                            return;
                    }
    }
};

QTEST_APPLESS_MAIN(TestIntegerPasses)
#include "tst_integer_passes.moc"
