// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/diagnostic.h"
#include "core/results/metrics.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
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

/// Its keys stand among the row's, all null where nothing is quantized. Documents of early versions lack the last two.
template <Of<std::optional<QuantizerInfo>> Quantizer>
void quantizerFields(auto& visit, Quantizer& quantizer)
{
    bool isThere = quantizer.has_value();
    visit.presence("quant_dtype", isThere);
    auto given = quantizer.value_or(QuantizerInfo{});
    const bool isList = given.scales.size() > 1 || given.channelAxis;
    visit.when(isThere, "quant_dtype", given.dtype);
    visit.oneOrList(isList, "qscale", given.scales);
    visit.oneOrList(isList, "zero_point", given.zeroPoints);
    visit.require(!isThere || given.scales.size() == given.zeroPoints.size(), "qscale",
                  "as many scales as zero points");
    visit("channel_axis", given.channelAxis);
    std::optional<std::int64_t> lowest, highest;
    if (isThere)
        lowest = given.lowest, highest = given.highest;
    visit("quant_min", lowest);
    visit("quant_max", highest);
    if constexpr (kIsRead<Quantizer>)
        if (isThere) {
            given.lowest = lowest.value_or(0);
            given.highest = highest.value_or(0);
            quantizer = std::move(given);
        }
}

/// One model's half of a layer row.
struct LayerSide {
    std::string value; ///< the tensor that is compared
    std::string node;  ///< the compute node that makes it
    std::string opType;
    std::string dtype;
    TensorStatistics statistics;

    bool empty() const { return value.empty() && node.empty(); }
};

void fields(auto& visit, Of<LayerSide> auto& side)
{
    visit("value", side.value);
    visit("node", side.node);
    visit("op_type", side.opType);
    visit("dtype", side.dtype);
    fields(visit, side.statistics);
}

/// How a pair was found.
struct MatchInfo {
    std::string rule;        ///< "map-file", "value-name", "node-name", "stripped-name", "scope", "structure"
    double confidence = 0.0; ///< 0 … 1

    bool empty() const { return rule.empty(); }
};

void fields(auto& visit, Of<MatchInfo> auto& match)
{
    visit("rule", match.rule);
    visit("confidence", match.confidence);
}

/// Of a result that lists what has no partner.
void unmatchedFields(auto& visit, auto& result)
{
    visit.nested("unmatched", [&](auto& inner) {
        inner("baseline", result.unmatchedBaseline);
        inner("analysis", result.unmatchedAnalysis);
    });
}

} // namespace ql::results
