// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of each batch, averaged: m ← c · batch + (1 − c) · m, minimum and maximum apart (ONNX Runtime, torch).
#include "core/quant/observed_values.h"
#include "core/quant/observer.h"

namespace ql::quant::observers {

namespace {

class MovingAverageObserver final : public Observer {
public:
    explicit MovingAverageObserver(const ObserverSettings& settings)
        : m_constant(settings.number("averaging_constant", 0.01, 1e-6, 1.0))
        , m_smallestScale(settings.smallestScale())
        , m_hasHalfStep(settings.hasHalfStep)
    {
    }

    void observe(std::span<const float> values) override { take(boundsOf(values)); }
    Sharing sharing() const override { return Sharing::BatchByBatch; }
    std::string digest(std::span<const float> values) const override { return bytesOf(boundsOf(values)); }
    void absorb(std::string_view bytes) override { take(rangeOf(bytes)); }
    /// The first that is absorbed is taken as it is: the average goes on from there.
    std::string seen() const override { return bytesOf(m_range); }

    Parameters parameters(const IntegerFormat& format) const override
    {
        return parametersFor(m_range.value_or(Range{}), format, m_smallestScale, m_hasHalfStep);
    }

private:
    void take(const std::optional<Range>& bounds)
    {
        if (!bounds)
            return;
        if (!m_range) {
            m_range = bounds;
            return;
        }
        m_range->lowest += m_constant * (bounds->lowest - m_range->lowest);
        m_range->highest += m_constant * (bounds->highest - m_range->highest);
    }

    double m_constant;
    double m_smallestScale;
    bool m_hasHalfStep;
    std::optional<Range> m_range;
};

} // namespace

ObserverDefinition moving_average()
{
    return {"moving_average", "bounds of each batch, averaged", makeFrom<MovingAverageObserver>};
}

} // namespace ql::quant::observers
