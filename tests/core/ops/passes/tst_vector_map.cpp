// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/vector_map.h"
#include "tests/support/random_floats.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <vector>

using namespace ql::ops;

namespace {

constexpr std::size_t kMost = 100;
constexpr float kInfinity = std::numeric_limits<float>::infinity();

bool isSame(float a, float b)
{
    return std::memcmp(&a, &b, sizeof(a)) == 0 || (std::isnan(a) && std::isnan(b));
}

/// Random numbers, every special one among them.
std::vector<float> difficultFloats(unsigned seed)
{
    auto values = ql::tests::randomFloats(kMost + 8, seed);
    const float special[] = {0.0f, -0.0f, kInfinity, -kInfinity, std::nanf(""), 3e38f, -3e38f, 1e-40f, 6.0f, 1.0f};
    for (std::size_t i = 0; i < std::size(special); ++i)
        values[(seed * 7 + i * 11) % values.size()] = special[i];
    return values;
}

float clipped(float x, float low, float high)
{
    return std::min(std::max(x, low), high);
}

float chosen(float a, float b, bool takesLeft)
{
    return std::isnan(a) ? a : std::isnan(b) ? b : takesLeft ? a : b;
}

struct Unary {
    UnaryMap map;
    std::function<float(float)> formula;
    float first = 0.0f, second = 0.0f;
};

std::vector<Unary> unaryMaps()
{
    return {{UnaryMap::Abs, [](float x) { return std::fabs(x); }},
            {UnaryMap::Clip, [](float x) { return clipped(x, -0.5f, 6.0f); }, -0.5f, 6.0f},
            {UnaryMap::Clip, [](float x) { return clipped(x, 0.0f, kInfinity); }, 0.0f, kInfinity},
            {UnaryMap::Clip, [](float x) { return std::isnan(x) ? x : -2.0f; }, 2.0f, -2.0f},
            {UnaryMap::HardSigmoid, [](float x) { return clipped(x * 0.2f + 0.5f, 0.0f, 1.0f); }, 0.2f, 0.5f},
            {UnaryMap::HardSwish, [](float x) { return clipped(x / 6.0f + 0.5f, 0.0f, 1.0f) * x; }},
            {UnaryMap::LeakyRelu, [](float x) { return x > 0.0f ? x : x * 0.1f; }, 0.1f},
            {UnaryMap::Negative, [](float x) { return -x; }},
            {UnaryMap::Reciprocal, [](float x) { return 1.0f / x; }},
            {UnaryMap::Relu, [](float x) { return x < 0.0f ? 0.0f : x; }},
            {UnaryMap::Softsign, [](float x) { return x / (std::fabs(x) + 1.0f); }},
            {UnaryMap::Square, [](float x) { return x * x; }},
            {UnaryMap::SquareRoot, [](float x) { return std::sqrt(x); }}};
}

struct Binary {
    BinaryMap map;
    std::function<float(float, float)> formula;
};

std::vector<Binary> binaryMaps()
{
    return {{BinaryMap::Add, [](float a, float b) { return a + b; }},
            {BinaryMap::Divide, [](float a, float b) { return a / b; }},
            {BinaryMap::Largest, [](float a, float b) { return chosen(a, b, a > b); }},
            {BinaryMap::Multiply, [](float a, float b) { return a * b; }},
            {BinaryMap::ScaleNegative, [](float a, float b) { return a >= 0.0f ? a : a * b; }},
            {BinaryMap::Smallest, [](float a, float b) { return chosen(a, b, a < b); }},
            {BinaryMap::Subtract, [](float a, float b) { return a - b; }}};
}

} // namespace

/// Every pass against one number after another, for all counts and alignments.
class TestVectorMap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mapsOne()
    {
        for (const auto& [map, formula, first, second] : unaryMaps())
            for (std::size_t count = 0; count <= kMost; ++count)
                for (std::size_t begin = 0; begin < 4; ++begin) {
                    const auto x = difficultFloats(unsigned(count));
                    std::vector<float> y(kMost + 8, -7.0f);
                    mapElements(map, x.data() + begin, y.data() + begin, count, first, second);
                    for (std::size_t i = begin; i < begin + count; ++i)
                        QVERIFY2(isSame(y[i], formula(x[i])), qPrintable(QString::number(int(map))));
                    QVERIFY(y[begin + count] == -7.0f);
                }
    }

    void mapsTwo()
    {
        for (const auto& [map, formula] : binaryMaps())
            for (const auto shape : {OperandShape::BothFull, OperandShape::SingleLeft, OperandShape::SingleRight})
                for (std::size_t count = 0; count <= kMost; ++count) {
                    const auto a = difficultFloats(unsigned(count)), b = difficultFloats(unsigned(count) + 3);
                    const std::size_t begin = count % 4;
                    std::vector<float> y(kMost + 8, -7.0f);
                    mapElements(map, shape, a.data() + begin, b.data() + begin, y.data() + begin, count);
                    for (std::size_t i = begin; i < begin + count; ++i) {
                        const float left = a[shape == OperandShape::SingleLeft ? begin : i];
                        const float right = b[shape == OperandShape::SingleRight ? begin : i];
                        QVERIFY2(isSame(y[i], formula(left, right)), qPrintable(QString::number(int(map))));
                    }
                    QVERIFY(y[begin + count] == -7.0f);
                }
    }

    void mapsInPlace()
    {
        auto x = difficultFloats(1);
        const auto before = x;
        mapElements(BinaryMap::Add, OperandShape::SingleRight, x.data(), x.data(), x.data(), kMost);
        for (std::size_t i = 0; i < kMost; ++i)
            QVERIFY(isSame(x[i], before[i] + before[0]));
    }

    void scalesAndShifts()
    {
        for (std::size_t count = 0; count <= kMost; ++count) {
            const auto x = ql::tests::randomFloats(kMost, unsigned(count));
            std::vector<float> y(kMost);
            scaleAndShift(x.data(), y.data(), count, 1.7f, -0.3f);
            for (std::size_t i = 0; i < count; ++i)
                QVERIFY(std::fabs(double(y[i]) - (double(x[i]) * double(1.7f) - double(0.3f)))
                        <= 2.4e-7 * (1 + std::fabs(x[i])));
        }
    }
};

QTEST_APPLESS_MAIN(TestVectorMap)
#include "tst_vector_map.moc"
