// SPDX-License-Identifier: GPL-3.0-or-later
// The lowest and the highest value ever seen.
#include "core/quant/observer.h"
#include "core/quant/value_bounds.h"

namespace ql::quant::observers {

namespace {

class MinMaxObserver final : public Observer {
public:
    void observe(std::span<const float> values) override
    {
        if (const auto bounds = boundsOf(values))
            m_range = united(m_range, *bounds);
    }

    Parameters parameters(const IntegerFormat& format) const override
    {
        return parametersFor(m_range.value_or(Range{}), format);
    }

private:
    std::optional<Range> m_range;
};

} // namespace

ObserverDefinition min_max()
{
    return {"min_max", "lowest and highest value",
            [](const ObserverSettings&) -> std::unique_ptr<Observer> { return std::make_unique<MinMaxObserver>(); }};
}

} // namespace ql::quant::observers
