// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/observer.h"

#include <optional>
#include <span>

namespace ql::quant {

/// The lowest and the highest finite value; nothing when there is none.
std::optional<Range> boundsOf(std::span<const float> values);

/// @p a widened to hold @p b.
Range united(std::optional<Range> a, Range b);

/// An observer of the lowest and the highest value ever seen.
class BoundsObserver : public Observer {
public:
    explicit BoundsObserver(const ObserverSettings& settings)
        : m_smallestScale(settings.smallestScale())
    {
    }

    void observe(std::span<const float> values) final
    {
        if (const auto bounds = boundsOf(values))
            m_range = united(m_range, *bounds);
    }

protected:
    double m_smallestScale;
    std::optional<Range> m_range;
};

} // namespace ql::quant
