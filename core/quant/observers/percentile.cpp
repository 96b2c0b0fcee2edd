// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts outliers. Symmetric: the `max_percentile` of the magnitudes. Asymmetric: (1 − max_percentile) / 2 of the values
// on each side. One pass over a sketch, error as ValueSketch states; exact up to 65,536 values.
#include "core/quant/observed_values.h"

#include <algorithm>
#include <cmath>

namespace ql::quant::observers {

namespace {

class PercentileObserver final : public SketchObserver {
public:
    explicit PercentileObserver(const ObserverSettings& settings)
        : m_share(settings.number("max_percentile", 0.99999, 0.5, 1.0))
    {
    }

    Parameters parameters(const IntegerFormat& format) const override
    {
        const auto count = sketch().count();
        if (count == 0)
            return parametersFor({}, format);
        if (format.isSymmetric)
            return parametersFor({0.0, magnitudeAt(cut(1.0 - m_share))}, format);
        const auto cutOff = cut((1.0 - m_share) / 2.0);
        return parametersFor({sketch().valueAt(cutOff), sketch().valueAt(count - 1 - cutOff)}, format);
    }

private:
    /// How many values @p share of them are, when none may be cut too many.
    std::uint64_t cut(double share) const
    {
        return std::min<std::uint64_t>(std::uint64_t(std::floor(share * double(sketch().count()) + 1e-9)),
                                       (sketch().count() - 1) / 2);
    }

    /// The largest magnitude that @p above values exceed.
    double magnitudeAt(std::uint64_t above) const
    {
        const auto range = sketch().range();
        if (above == 0)
            return std::max(-range.lowest, range.highest);
        std::vector<std::pair<double, double>> magnitudes;
        sketch().forEach([&](double value, double count) { magnitudes.emplace_back(std::abs(value), count); });
        std::sort(magnitudes.begin(), magnitudes.end(), std::greater<>());
        double passed = 0.0;
        for (const auto& [magnitude, count] : magnitudes) {
            passed += count;
            if (passed > double(above))
                return magnitude;
        }
        return magnitudes.back().first;
    }

    double m_share;
};

} // namespace

ObserverDefinition percentile()
{
    return {"percentile", "bounds without the outermost values", makeFrom<PercentileObserver>};
}

} // namespace ql::quant::observers
