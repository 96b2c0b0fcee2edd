// SPDX-License-Identifier: GPL-3.0-or-later
// ARQ (AMCT): plain bounds. Symmetric: the side that reaches further is mapped onto its own last integer, 2^(b−1) − 1
// or −2^(b−1). Asymmetric: (max − min) / (2^b − 1), bounds widened to hold zero. No
// scale below `eps`. One pass, exact.
#include "core/quant/observer.h"
#include "core/quant/value_bounds.h"

#include <algorithm>

namespace ql::quant::observers {

namespace {

class ArqObserver final : public Observer {
public:
    explicit ArqObserver(const ObserverSettings& settings)
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
        const auto range = m_range.value_or(Range{});
        const bool reachesFurtherDown = -range.lowest > range.highest;
        if (!format.isSymmetric || !format.isSigned || !reachesFurtherDown)
            return parametersFor(range, format, m_smallestScale);
        return perTensor(std::max(range.lowest / double(format.lowest()), m_smallestScale), 0);
    }

private:
    double m_smallestScale;
    std::optional<Range> m_range;
};

} // namespace

ObserverDefinition arq()
{
    return {"arq", "bounds, each side on its own last integer",
            [](const ObserverSettings& settings) -> std::unique_ptr<Observer> {
                return std::make_unique<ArqObserver>(settings);
            }};
}

} // namespace ql::quant::observers
