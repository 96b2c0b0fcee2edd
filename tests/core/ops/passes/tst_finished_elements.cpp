// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/epilogue.h"

#include <QTest>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

using ql::ops::FloatEpilogue;
using ql::ops::RoundTrip;
using Floats = std::vector<float>;

namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// Some floats away from @p x.
float near(float x, int steps)
{
    for (; steps > 0; --steps)
        x = std::nextafter(x, kInfinity);
    for (; steps < 0; ++steps)
        x = std::nextafter(x, -kInfinity);
    return x;
}

/// Ties of @p scale and their neighbours, and what is far from any.
Floats hardFor(float scale, std::mt19937& random)
{
    Floats x{kInfinity, -kInfinity, std::nanf(""), 0.0f, -0.0f, 1e-45f, -1e-45f, 3e38f, -3e38f};
    for (int steps = -140; steps < 270; ++steps)
        x.push_back(near((float(steps) + 0.5f) * scale, int(random() % 7) - 3));
    return x;
}

void verifyFinished(const Floats& x, const FloatEpilogue& epilogue)
{
    Floats y(x.size());
    finishElements(x.data(), y.data(), x.size(), epilogue);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float expected = epilogue.finished(x[i]);
        if (std::memcmp(&expected, &y[i], sizeof expected) != 0)
            QFAIL(qPrintable(QStringLiteral("%1 in steps of %2: %3, expected %4")
                                 .arg(double(x[i]))
                                 .arg(double(epilogue.trip.scale))
                                 .arg(double(y[i]))
                                 .arg(double(expected))));
    }
}

} // namespace

class TestFinishedElements : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Vectors multiply by a reciprocal where a number alone is divided: to the bit the same.
    void roundTripsAreThoseOfADivision()
    {
        std::mt19937 random(1);
        const auto scaleOf = [&random](int exponent) {
            return std::ldexp(1.0f + float(random() % (1U << 23U)) * 0x1p-23f, exponent);
        };
        for (int exponent = -80; exponent < 80; ++exponent)
            for (int i = 0; i < 6; ++i) {
                const float scale = i == 0 ? std::ldexp(1.0f, exponent) : scaleOf(exponent);
                const float zeroPoint = float(random() % 256);
                verifyFinished(hardFor(scale, random), {.trip = {scale, -zeroPoint, 255.0f - zeroPoint}});
                verifyFinished(hardFor(scale, random), {.trip = {scale, -32768.0f, 32767.0f}});
            }
        verifyFinished(hardFor(RoundTrip::kLeastScale, random), {.trip = {RoundTrip::kLeastScale, -128.0f, 127.0f}});
    }

    void clipsKeepNanAndSignsOfZero()
    {
        std::mt19937 random(2);
        for (const float lowest : {-kInfinity, -1.0f, -0.0f, 0.0f, 3.0f})
            for (const float highest : {kInfinity, 6.0f, 0.0f, -0.0f})
                verifyFinished(hardFor(0.25f, random), {.lowest = lowest, .highest = highest});
    }
};

QTEST_APPLESS_MAIN(TestFinishedElements)
#include "tst_finished_elements.moc"
