// SPDX-License-Identifier: GPL-3.0-or-later
// ARQ (AMCT): plain bounds. Symmetric: the side that reaches further is mapped onto its own last integer, 2^(b−1) − 1
// or −2^(b−1). Asymmetric: (max − min) / (2^b − 1), bounds widened to hold zero. No
// scale below `eps`. One pass, exact.
#include "core/quant/observed_values.h"

#include <algorithm>

namespace ql::quant::observers {

namespace {

class ArqObserver final : public BoundsObserver {
public:
    using BoundsObserver::BoundsObserver;

    Parameters parameters(const IntegerFormat& format) const override
    {
        const auto range = m_range.value_or(Range{});
        const bool reachesFurtherDown = -range.lowest > range.highest;
        if (!format.isSymmetric || !format.isSigned || !reachesFurtherDown)
            return parametersFor(range, format, m_smallestScale);
        return perTensor(std::max(range.lowest / double(format.lowest()), m_smallestScale), 0);
    }
};

} // namespace

ObserverDefinition arq()
{
    return {"arq", "bounds, each side on its own last integer", makeFrom<ArqObserver>};
}

} // namespace ql::quant::observers
