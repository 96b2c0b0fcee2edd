// SPDX-License-Identifier: GPL-3.0-or-later
// LUQ-MSE (AMCT's guide): the observed limits times each of `steps` factors from search_start (0.5) to search_end
// (1.5); the first of least mean squared error wins. The upper limit is max_value_eps at least. One pass over a sketch,
// error as ValueSketch states.
#include "core/base/error.h"
#include "core/quant/observed_values.h"

#include <algorithm>
#include <limits>

namespace ql::quant::observers {

namespace {

constexpr double kSmallestLimit = 0.00038928920371275036;

class LuqMseObserver final : public SketchObserver {
public:
    explicit LuqMseObserver(const ObserverSettings& settings)
        : m_first(settings.number("search_start", 0.5, 0.5, 1.5))
        , m_last(settings.number("search_end", 1.5, 0.5, 1.5))
        , m_steps(int(settings.number("steps", 100, 1, 10000)))
        , m_smallestLimit(settings.number("max_value_eps", kSmallestLimit, 0.0, 1e30))
    {
        if (m_last < m_first)
            throw Error(ErrorCode::BadArgument,
                        Message("observer {}: search_end must not be below search_start", settings.method));
    }

    Parameters parameters(const IntegerFormat& format) const override
    {
        auto range = sketch().range();
        range.highest = std::max(range.highest, m_smallestLimit);
        const auto counted = sketch().counted();
        Parameters best;
        double least = std::numeric_limits<double>::infinity();
        for (int i = 0; i < m_steps; ++i) {
            const double factor = m_first + (m_last - m_first) * i / std::max(1, m_steps - 1);
            const auto tried = parametersFor({range.lowest * factor, range.highest * factor}, format);
            const double error = squaredError(counted, roundedRange(tried, format));
            if (error < least) {
                least = error;
                best = tried;
            }
        }
        return best;
    }

private:
    double m_first;
    double m_last;
    int m_steps;
    double m_smallestLimit;
};

} // namespace

ObserverDefinition luq_mse()
{
    return {"luq_mse", "limits times a factor, of least squared error", makeFrom<LuqMseObserver>};
}

} // namespace ql::quant::observers
