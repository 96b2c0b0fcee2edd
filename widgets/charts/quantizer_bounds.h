// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"

#include <algorithm>
#include <optional>

namespace ql::widgets {

/// What charts draw of a quantizer. Per channel it is the widest bounds, what no channel can represent beyond, and the
/// largest step.
struct QuantizerBounds {
    double low = 0.0;
    double high = 0.0;
    double step = 0.0;
};

/// Nothing where nothing is quantized, or not by scales. With @p channel the bounds of that one.
inline std::optional<QuantizerBounds> boundsOf(const std::optional<results::QuantizerInfo>& quantizer,
                                               std::optional<std::size_t> channel = {})
{
    if (!quantizer || quantizer->scales.empty() || quantizer->zeroPoints.size() != quantizer->scales.size())
        return std::nullopt;
    const bool isOne = channel && *channel < quantizer->scales.size();
    const std::size_t first = isOne ? *channel : 0;
    QuantizerBounds bounds{quantizer->rangeLow(first), quantizer->rangeHigh(first), quantizer->scales[first]};
    for (std::size_t i = 0; !isOne && i < quantizer->scales.size(); ++i) {
        bounds.low = std::min(bounds.low, quantizer->rangeLow(i));
        bounds.high = std::max(bounds.high, quantizer->rangeHigh(i));
        bounds.step = std::max(bounds.step, quantizer->scales[i]);
    }
    return bounds;
}

} // namespace ql::widgets
