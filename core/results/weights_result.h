// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"
#include "core/results/requests.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::results {

struct WeightsRequest {
    std::string baseline;
    std::string analysis;
    std::vector<std::string> prefixes;      ///< only weights or layers whose name starts with one of them; empty = all
    std::vector<std::string> operatorTypes; ///< only those of these operator types; empty = all
    RunOptions options;
    ImageOptions images;              ///< of calibration data
    QuantizationOptions quantization; ///< simulates the analysis model where none is named
};

/// One model's half of a weight's row.
struct WeightSide {
    std::string name;  ///< the constant in the file; empty if unmatched
    std::string layer; ///< the first node that computes with it; in a body behind its path
    std::string opType;
    std::string dtype; ///< as stored: "int8"
    std::vector<std::int64_t> shape;
    TensorStatistics statistics;
};

/// One slice of a weight along its output channels.
struct WeightChannel {
    std::int64_t channel = 0;
    double sqnrDb = 0.0;
    double cosine = 0.0;
    double baselineMin = 0.0;
    double baselineMax = 0.0;
    double analysisMin = 0.0;
    double analysisMax = 0.0;
    std::optional<double> scale;
    double rangeRatio = 0.0; ///< largest |baseline weight| of the channel over the median of all channels that aren't 0
    bool isOutlier = false;  ///< rangeRatio leaves [1 / kOutlierRatio, kOutlierRatio] and isn't 0
};

/// A channel is an outlier when its range is more than 8 times (3 bits) above or below the median channel's: with one
/// scale for all, the larger would leave the others 3 bits less, and the smaller be left with 3 bits less itself.
inline constexpr double kOutlierRatio = 8.0;
/// Below so many channels a median says nothing.
inline constexpr std::size_t kLeastChannelsForOutliers = 4;

/// A constant that a layer computes with (weight, bias, slope …), in both models.
struct WeightRow {
    enum class State {
        Compared,
        UnmatchedBaseline,
        UnmatchedAnalysis,
        Unreadable ///< partners found, one can't be turned into numbers: see problem
    };

    int index = 0;
    State state = State::Compared;
    WeightSide baseline;
    WeightSide analysis;
    std::string granularity; ///< of the analysis weight: "per-tensor", "per-channel", "per-block", "float"
    std::optional<QuantizerInfo> quantizer;
    MatchInfo match; ///< "weight-name", "stripped-name", "node-partner", "content", "layer", "position"
    std::optional<Metrics> metrics;
    std::optional<std::int64_t> channelAxis; ///< of the channels, in the baseline's layout
    std::vector<WeightChannel> channels;
    Message problem;

    const std::string& name() const { return baseline.name.empty() ? analysis.name : baseline.name; }
    const std::string& layer() const { return baseline.name.empty() ? analysis.layer : baseline.layer; }
    /// The channel of the lowest SQNR, or null.
    const WeightChannel* worstChannel() const
    {
        const WeightChannel* worst = nullptr;
        for (const auto& channel : channels)
            if (!worst || isWorse(MetricId::Sqnr, channel.sqnrDb, worst->sqnrDb))
                worst = &channel;
        return worst;
    }
};

/// What quantization did to the weights.
struct WeightsResult {
    std::string baseline;
    std::string analysis;
    std::vector<WeightRow> rows; ///< in the baseline's order; those that only the analysis model has come last
    std::vector<std::string> unmatchedBaseline;
    std::vector<std::string> unmatchedAnalysis;
};

} // namespace ql::results
