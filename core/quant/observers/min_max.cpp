// SPDX-License-Identifier: GPL-3.0-or-later
// The lowest and the highest value ever seen; no scale below `eps`.
#include "core/quant/observed_values.h"

namespace ql::quant::observers {

namespace {

class MinMaxObserver final : public BoundsObserver {
public:
    using BoundsObserver::BoundsObserver;

    Parameters parameters(const IntegerFormat& format) const override
    {
        return parametersFor(m_range.value_or(Range{}), format, m_smallestScale, m_hasHalfStep);
    }
};

} // namespace

ObserverDefinition min_max()
{
    return {"min_max", "lowest and highest value", makeFrom<MinMaxObserver>};
}

} // namespace ql::quant::observers
