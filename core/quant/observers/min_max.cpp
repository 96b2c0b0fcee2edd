// SPDX-License-Identifier: GPL-3.0-or-later
// The lowest and the highest value ever seen; no scale below `eps`.
#include "core/quant/observer.h"
#include "core/quant/value_bounds.h"

namespace ql::quant::observers {

namespace {

class MinMaxObserver final : public Observer {
public:
    explicit MinMaxObserver(const ObserverSettings& settings)
        : m_smallestScale(settings.smallestScale())
    {
    }

    void observe(std::span<const float> values) override
    {
        if (const auto bounds = boundsOf(values))
            m_range = united(m_range, *bounds);
    }

    Parameters parameters(const IntegerFormat& format) const override
    {
        return parametersFor(m_range.value_or(Range{}), format, m_smallestScale);
    }

private:
    double m_smallestScale;
    std::optional<Range> m_range;
};

} // namespace

ObserverDefinition min_max()
{
    return {"min_max", "lowest and highest value", [](const ObserverSettings& settings) -> std::unique_ptr<Observer> {
                return std::make_unique<MinMaxObserver>(settings);
            }};
}

} // namespace ql::quant::observers
