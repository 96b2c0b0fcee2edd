// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/observer.h"

#include <QtTest>

#include <cmath>

using namespace ql;
using Values = std::vector<float>;

namespace {

bool isNear(double found, double expected, double relative = 1e-6)
{
    return std::abs(found - expected) <= relative * std::abs(expected);
}

const quant::IntegerFormat kAffine{};
const quant::IntegerFormat kSymmetric{.isSymmetric = true};

/// What a linear congruential generator gives, three of its numbers for each value: any program can make the same.
std::vector<Values> batches(std::uint32_t state, std::size_t count, const Values& factors, float shift,
                            bool isRectified = false)
{
    const auto next = [&state] {
        state = state * 1664525u + 1013904223u;
        return float(state >> 8) / float(1 << 24);
    };
    std::vector<Values> all;
    for (const float factor : factors) {
        auto& batch = all.emplace_back(count);
        for (float& value : batch) {
            const float first = next();
            const float second = next();
            const float sum = first + second + next();
            value = (sum - 1.5f) * factor + shift;
            if (isRectified)
                value = std::max(value, 0.0f);
        }
    }
    return all;
}

std::vector<Values> withOutlier(std::vector<Values> all)
{
    for (auto& batch : all)
        batch[7] = 30.0f;
    return all;
}

} // namespace

/// The observer "histogram" against the one it is called after.
class TestTorchHistogram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Scales and zero points that torch 1.13's HistogramObserver gave for the same batches.
    void histogramIsTorchs()
    {
        struct Case {
            const char* name;
            std::vector<Values> batches;
            std::map<std::string, double, std::less<>> numbers;
            double affine;
            int zeroPoint;
            double symmetric;
        };
        const std::vector<Case> cases{
            {"widening",
             batches(1, 3000, {2.0f, 3.5f, 1.0f, 7.0f}, 0.3f),
             {},
             0.07644250243902206,
             -1,
             0.0770021378993988},
            {"within one", batches(2, 2000, {0.5f, 0.4f}, 0.0f), {}, 0.005331058520823717, -6, 0.005555359646677971},
            {"relu",
             batches(3, 2500, {4.0f, 6.0f, 5.0f}, -0.5f, true),
             {},
             0.028977829962968826,
             -128,
             0.05795565992593765},
            {"outlier",
             withOutlier(batches(4, 5000, {2.0f, 2.0f}, 0.0f)),
             {},
             0.12849462032318115,
             -106,
             0.23507875204086304},
            {"bins",
             batches(5, 1500, {1.7f, 9.1f}, 1.25f),
             {{"bins", 512}, {"upsample_rate", 64}},
             0.09578077495098114,
             -16,
             0.10776161402463913},
            {"far", batches(6, 800, {0.3f, 9.0f, 3.0f}, 0.0f), {}, 0.0908159464597702, -1, 0.09148441255092621}};
        for (const auto& one : cases) {
            const auto observer = quant::makeObserver({.method = "histogram", .numbers = one.numbers});
            const auto other = quant::makeObserver({.method = "histogram", .numbers = one.numbers});
            for (const auto& batch : one.batches) {
                observer->observe(batch);
                other->absorb(observer->digest(batch));
            }
            const auto affine = observer->parameters(kAffine);
            QVERIFY2(isNear(affine.scales[0], one.affine), one.name);
            QCOMPARE(affine.zeroPoints[0], one.zeroPoint);
            QVERIFY2(isNear(observer->parameters(kSymmetric).scales[0], one.symmetric), one.name);
            const auto isUnsigned = observer->parameters({.isSigned = false});
            QVERIFY2(isNear(isUnsigned.scales[0], one.affine), one.name);
            QCOMPARE(isUnsigned.zeroPoints[0], one.zeroPoint + 128);
            QVERIFY(other->parameters(kAffine) == affine);
        }
    }

    /// What was seen is nothing beside a batch of another magnitude; torch asks for the memory of all bins between.
    void histogramBearsAnyWidening()
    {
        const auto observer = quant::makeObserver({.method = "histogram"});
        for (const float limit : {1e-6f, 1.0f, 3e30f})
            observer->observe(Values{-limit, limit / 2.0f, limit});
        QVERIFY(std::isfinite(observer->parameters(kAffine).scales[0])
                && observer->parameters(kAffine).scales[0] > 1e27f);
    }
};

QTEST_APPLESS_MAIN(TestTorchHistogram)
#include "tst_torch_histogram.moc"
