// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/step_pass.h"
#include "core/runs/program/program.h"
#include "core/runs/threads/thread_guard.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace ql;
using quant::StepSums;

namespace {

using Floats = std::vector<float>;

/// Numbers of which some lie beyond the integers -8 … 7 of their channel, and what is made of them.
struct Channels {
    Channels(std::int64_t channels, std::int64_t size)
        : count(channels)
        , size(size)
        , y(std::size_t(channels * size))
        , byX(y.size())
        , sums(std::size_t(channels))
    {
        std::mt19937 random(3);
        std::uniform_real_distribution<float> number(-2.0f, 2.0f);
        for (std::size_t i = 0; i < y.size(); ++i) {
            x.push_back(number(random));
            by.push_back(number(random));
        }
        for (std::int64_t channel = 0; channel < channels; ++channel) {
            scales.push_back(0.11f + 0.05f * float(channel));
            zeros.push_back(float(channel % 5) - 2.0f);
            origins.push_back(float(channel % 3));
        }
    }

    void pass()
    {
        const quant::StepRows rows{x.data(), count, size, scales.data(), zeros.data(), -8.0f, 7.0f};
        quant::quantizeRows(rows, y.data());
        quant::differentiateRows(rows, by.data(), origins.data(), byX.data(), sums.data());
    }

    std::int64_t count;
    std::int64_t size;
    Floats x, by, scales, zeros, origins, y, byX;
    std::vector<StepSums> sums;
};

} // namespace

class TestStepPass : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// LSQ's equations 1 to 3, number by number; sums in float64.
    void formulas_data()
    {
        QTest::addColumn<int>("channels");
        QTest::addColumn<int>("size");
        QTest::newRow("one number") << 1 << 1;
        QTest::newRow("less than a vector") << 3 << 7;
        QTest::newRow("vectors and a rest") << 2 << 131;
        QTest::newRow("several pieces") << 3 << 9001;
    }
    void formulas()
    {
        QFETCH(int, channels);
        QFETCH(int, size);
        Channels found(channels, size);
        found.pass();
        for (std::size_t channel = 0; channel < std::size_t(channels); ++channel) {
            const float scale = found.scales[channel], zero = found.zeros[channel], origin = found.origins[channel];
            StepSums sums;
            double magnitudes = 1e-3;
            for (std::size_t i = channel * std::size_t(size); i < (channel + 1) * std::size_t(size); ++i) {
                const float steps = found.x[i] / scale;
                const float integer = std::nearbyint(steps) + zero;
                const bool isInside = integer >= -8.0f && integer <= 7.0f;
                const float kept = std::clamp(integer, -8.0f, 7.0f);
                QCOMPARE(found.y[i], (kept - zero) * scale);
                QCOMPARE(found.byX[i], isInside ? found.by[i] : 0.0f);
                const double slope = isInside ? double(integer - zero - steps) : double(kept - origin);
                sums.byScale += double(found.by[i]) * slope;
                sums.byOffset += isInside ? 0.0 : double(found.by[i]);
                magnitudes += std::abs(double(found.by[i]) * slope);
            }
            QVERIFY(std::abs(found.sums[channel].byScale - sums.byScale) < 1e-6 * magnitudes);
            QVERIFY(std::abs(found.sums[channel].byOffset - sums.byOffset) < 1e-6 * magnitudes);
        }
    }

    void notANumberStays()
    {
        Channels found(1, 40);
        for (const std::size_t i : {0, 20, 39})
            found.x[i] = std::numeric_limits<float>::quiet_NaN();
        found.pass();
        for (std::size_t i = 0; i < 40; ++i)
            QCOMPARE(std::isnan(found.y[i]), std::isnan(found.x[i]));
    }

    void noNumberDependsOnThreads()
    {
        Channels first(5, 30011);
        first.pass();
        for (const int threads : {1, 2, 4}) {
            const runs::ThreadGuard guard(threads);
            Channels again(5, 30011);
            again.pass();
            QCOMPARE(again.y, first.y);
            QCOMPARE(again.byX, first.byX);
            for (std::size_t i = 0; i < 5; ++i) {
                QCOMPARE(std::bit_cast<std::uint64_t>(again.sums[i].byScale),
                         std::bit_cast<std::uint64_t>(first.sums[i].byScale));
                QCOMPARE(std::bit_cast<std::uint64_t>(again.sums[i].byOffset),
                         std::bit_cast<std::uint64_t>(first.sums[i].byOffset));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestStepPass)
#include "tst_step_pass.moc"
