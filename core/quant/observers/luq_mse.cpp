// SPDX-License-Identifier: GPL-3.0-or-later
// LUQ-MSE (AMCT's guide): the observed limits times each of `steps` factors from 0.5 to 1.5; the first of least mean
// squared error wins. One pass over a sketch, error as ValueSketch states.
#include "core/quant/observer.h"
#include "core/quant/value_sketch.h"

#include <algorithm>
#include <limits>

namespace ql::quant::observers {

namespace {

constexpr double kFirst = 0.5;
constexpr double kLast = 1.5;
constexpr double kSmallestLimit = 0.00038928920371275036;

class LuqMseObserver final : public Observer {
public:
    explicit LuqMseObserver(const ObserverSettings& settings)
        : m_steps(int(settings.number("steps", 100, 2, 10000)))
        , m_smallestLimit(settings.number("max_value_eps", kSmallestLimit, 0.0, 1.0))
    {
    }

    void observe(std::span<const float> values) override { m_sketch.add(values); }

    Parameters parameters(const IntegerFormat& format) const override
    {
        auto range = m_sketch.range();
        range.highest = std::max(range.highest, m_smallestLimit);
        Parameters best;
        double least = std::numeric_limits<double>::infinity();
        for (int i = 0; i < m_steps; ++i) {
            const double factor = kFirst + (kLast - kFirst) * i / (m_steps - 1);
            const auto tried = parametersFor({range.lowest * factor, range.highest * factor}, format);
            const double error = meanSquaredError(m_sketch, tried, format);
            if (error < least) {
                least = error;
                best = tried;
            }
        }
        return best;
    }

private:
    int m_steps;
    double m_smallestLimit;
    ValueSketch m_sketch;
};

} // namespace

ObserverDefinition luq_mse()
{
    return {"luq_mse", "limits times 0.5 to 1.5, of least squared error",
            [](const ObserverSettings& settings) -> std::unique_ptr<Observer> {
                return std::make_unique<LuqMseObserver>(settings);
            }};
}

} // namespace ql::quant::observers
