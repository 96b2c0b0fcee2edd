// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of least mean squared error: both are shrunk together in a hundred steps; asymmetric ones then each alone. One
// pass over a sketch, error as ValueSketch states.
#include "core/quant/observed_values.h"

namespace ql::quant::observers {

namespace {

constexpr int kSteps = 100;
constexpr double kSmallestShare = 0.2;

class MseObserver final : public SketchObserver {
public:
    Parameters parameters(const IntegerFormat& format) const override
    {
        const auto range = sketch().range();
        const auto counted = sketch().counted();
        Range best = range;
        double least = squaredError(counted, roundedRange(parametersFor(range, format), format));
        const auto search = [&](auto&& candidate) {
            for (int i = 0; i < kSteps; ++i) {
                const Range tried = candidate(kSmallestShare + (1.0 - kSmallestShare) * i / kSteps);
                const double error = squaredError(counted, roundedRange(parametersFor(tried, format), format));
                if (error < least) {
                    least = error;
                    best = tried;
                }
            }
        };
        search([&](double share) { return Range{range.lowest * share, range.highest * share}; });
        if (!format.isSymmetric) {
            search([&, high = best.highest](double share) { return Range{range.lowest * share, high}; });
            search([&, low = best.lowest](double share) { return Range{low, range.highest * share}; });
        }
        return parametersFor(best, format);
    }
};

} // namespace

ObserverDefinition mse()
{
    return {"mse", "bounds of least squared error", makeFrom<MseObserver>};
}

} // namespace ql::quant::observers
