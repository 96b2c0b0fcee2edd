// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is observed: the parameters are given.
#include "core/base/error.h"
#include "core/quant/observer.h"

namespace ql::quant::observers {

namespace {

class FixedObserver final : public Observer {
public:
    explicit FixedObserver(const ObserverSettings& settings)
        : m_parameters(settings.fixed)
    {
        if (m_parameters.scales.empty() || m_parameters.zeroPoints.size() != m_parameters.scales.size())
            throw Error(ErrorCode::BadArgument, "observer fixed: a scale and a zero point must be given");
        for (const float scale : m_parameters.scales)
            if (!(scale > 0.0f))
                throw Error(ErrorCode::BadArgument, "observer fixed: a scale must be greater than 0");
    }

    void observe(std::span<const float>) override {}
    Sharing sharing() const override { return Sharing::InAnyOrder; }
    Parameters parameters(const IntegerFormat&) const override { return m_parameters; }

private:
    Parameters m_parameters;
};

} // namespace

ObserverDefinition fixed()
{
    return {"fixed", "scale and zero point are given", makeFrom<FixedObserver>};
}

} // namespace ql::quant::observers
