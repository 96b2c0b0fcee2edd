// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/smooth_map.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numbers>
#include <vector>

using namespace ql::ops;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct Curve {
    const char* name;
    SmoothMap map;
    std::function<double(double)> exact;
    double atLeast, atMost; ///< at -∞ and ∞
    float slope = 1.0f;
    double mostUnits = 3.0;    ///< in the last place of the exact value …
    double mostOfArgument = 0; ///< … or so much of the argument
};

std::vector<Curve> curves()
{
    const auto sigmoid = [](double x) { return 1.0 / (1.0 + std::exp(-x)); };
    return {
        {"erf", SmoothMap::ErrorFunction, [](double x) { return std::erf(x); }, -1, 1},
        {"exp", SmoothMap::Exponential, [](double x) { return std::exp(x); }, 0, kInfinity},
        {"tanh", SmoothMap::HyperbolicTangent, [](double x) { return std::tanh(x); }, -1, 1},
        {"sigmoid", SmoothMap::Sigmoid, sigmoid, 0, 1},
        {"gelu", SmoothMap::Gelu, [](double x) { return x / 2 * std::erfc(-x / std::numbers::sqrt2); }, std::nan(""),
         kInfinity, 1.0f, 3.0, 2e-7},
        {"gelu by tanh", SmoothMap::GeluTanh,
         [](double x) { return x / 2 * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x))); },
         std::nan(""), kInfinity, 1.0f, 3.0, 2e-7},
        {"swish", SmoothMap::Swish, [=](double x) { return x * sigmoid(1.702f * x); }, std::nan(""), kInfinity, 1.702f,
         3.0, 2e-7}};
}

/// Every 4,099th float from the smallest to the largest, both signs, which meets all exponents.
std::vector<float> manyFloats()
{
    std::vector<float> all;
    for (std::uint32_t bits = 0; bits < 0x7f800000u; bits += 4099)
        for (const std::uint32_t sign : {0u, 0x80000000u}) {
            float value;
            const auto both = bits | sign;
            std::memcpy(&value, &both, sizeof(value));
            all.push_back(value);
        }
    return all;
}

double unitOf(double exact)
{
    const auto rounded = static_cast<float>(std::fabs(exact));
    return double(std::nextafter(rounded, kInfinity)) - double(rounded);
}

bool isNear(const Curve& curve, float x, float y)
{
    const double exact = curve.exact(x);
    if (std::fabs(exact) > std::numeric_limits<float>::max())
        return y == (exact > 0 ? kInfinity : -kInfinity);
    const double off = std::fabs(double(y) - exact);
    return off <= 1e-37 || off <= curve.mostUnits * unitOf(exact) || off <= curve.mostOfArgument * std::fabs(x);
}

bool isSame(float a, float b)
{
    return std::memcmp(&a, &b, sizeof(a)) == 0 || (std::isnan(a) && std::isnan(b));
}

} // namespace

/// Every curve against double precision, at its limits, and the same wherever an element lies.
class TestSmoothMap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isExactToTheLastPlaces()
    {
        const auto x = manyFloats();
        std::vector<float> y(x.size());
        for (const auto& curve : curves()) {
            mapElements(curve.map, x.data(), y.data(), x.size(), curve.slope);
            for (std::size_t i = 0; i < x.size(); ++i)
                if (!isNear(curve, x[i], y[i]))
                    QFAIL(qPrintable(QString("%1(%2) = %3").arg(curve.name).arg(double(x[i])).arg(double(y[i]))));
        }
    }

    void keepsNanAndReachesItsLimits()
    {
        for (const auto& curve : curves()) {
            const float x[] = {std::nanf(""), -kInfinity, kInfinity, -3e38f, 3e38f};
            float y[5];
            mapElements(curve.map, x, y, 5, curve.slope);
            QVERIFY2(std::isnan(y[0]), curve.name);
            QVERIFY2(isSame(y[1], float(curve.atLeast)), curve.name);
            QVERIFY2(isSame(y[2], float(curve.atMost)), curve.name);
            QVERIFY2(!std::isnan(y[3]) && !std::isnan(y[4]), curve.name);
        }
    }

    void keepsTheSignOfZero()
    {
        for (const auto map : {SmoothMap::ErrorFunction, SmoothMap::HyperbolicTangent, SmoothMap::Gelu}) {
            float zero = -0.0f;
            mapElements(map, &zero, &zero, 1);
            QVERIFY(isSame(zero, -0.0f));
        }
    }

    void dependsOnNoPosition()
    {
        const auto all = manyFloats();
        for (const auto& curve : curves())
            for (std::size_t count = 0; count < 70; ++count) {
                const float* x = all.data() + 250'000 + 7 * count;
                std::vector<float> together(count + 1, -7.0f), alone(count);
                mapElements(curve.map, x, together.data(), count, curve.slope);
                for (std::size_t i = 0; i < count; ++i) {
                    mapElements(curve.map, x + i, &alone[i], 1, curve.slope);
                    QVERIFY2(isSame(together[i], alone[i]), curve.name);
                }
                QCOMPARE(together[count], -7.0f);
            }
    }
};

QTEST_APPLESS_MAIN(TestSmoothMap)
#include "tst_smooth_map.moc"
