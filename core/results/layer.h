// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/diagnostic.h"
#include "core/results/metrics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ql::results {

/// The quantizer that makes a layer's analysis value.
struct QuantizerInfo {
    std::string dtype;                       ///< "int8", "uint16" …
    std::vector<double> scales;              ///< one, or one per channel
    std::vector<std::int64_t> zeroPoints;    ///< as many as scales
    std::optional<std::int64_t> channelAxis; ///< set for per-channel
    std::int64_t lowest = 0;                 ///< representable integers
    std::int64_t highest = 0;

    bool isPerChannel() const { return channelAxis.has_value(); }
    /// The real numbers that quantizer @p channel can represent.
    double rangeLow(std::size_t channel = 0) const
    {
        return (double(lowest) - double(zeroPoints[channel])) * scales[channel];
    }
    double rangeHigh(std::size_t channel = 0) const
    {
        return (double(highest) - double(zeroPoints[channel])) * scales[channel];
    }
};

/// One model's half of a layer row.
struct LayerSide {
    std::string value; ///< the tensor that is compared
    std::string node;  ///< the compute node that makes it
    std::string opType;
    std::string dtype;
    TensorStatistics statistics;
};

/// How a pair was found.
struct MatchInfo {
    std::string rule;        ///< "map-file", "value-name", "node-name", "stripped-name", "scope", "structure"
    double confidence = 0.0; ///< 0 … 1
};

} // namespace ql::results
