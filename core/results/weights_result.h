// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"
#include "core/results/request_parts.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::results {

struct WeightsRequest {
    ModelPair models;
    LayerFilter filter; ///< by the names of weights or layers
    RunOptions options;
    ImageOptions images; ///< of calibration data
};

/// One model's half of a weight's row.
struct WeightSide {
    std::string name;  ///< the constant in the file; empty if unmatched
    std::string layer; ///< the first node that computes with it; in a body behind its path
    std::string opType;
    std::string dtype; ///< as stored: "int8"
    std::vector<std::int64_t> shape;
    TensorStatistics statistics;

    bool empty() const { return name.empty(); }
};

void fields(auto& visit, Of<WeightSide> auto& side)
{
    visit("name", side.name);
    visit("layer", side.layer);
    visit("op_type", side.opType);
    visit("dtype", side.dtype);
    visit("shape", side.shape);
    fields(visit, side.statistics);
}

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

void fields(auto& visit, Of<WeightChannel> auto& channel)
{
    visit("channel", channel.channel);
    visit("sqnr_db", channel.sqnrDb);
    visit("cosine", channel.cosine);
    visit("qscale", channel.scale);
    visit("baseline_min", channel.baselineMin);
    visit("baseline_max", channel.baselineMax);
    visit("analysis_min", channel.analysisMin);
    visit("analysis_max", channel.analysisMax);
    visit("range_ratio", channel.rangeRatio);
}

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
    std::string granularity;      ///< of the analysis weight: "per-tensor", "per-channel", "per-block", "float"
    bool isFakeQuantized = false; ///< one at least is stored in float and rounded as the fake quantizer beside it says
    std::optional<QuantizerInfo> quantizer;
    MatchInfo match; ///< "weight-name", "stripped-name", "node-partner", "content", "layer", "position"
    std::optional<Metrics> metrics;
    std::optional<std::int64_t> channelAxis; ///< of the channels, in the baseline's layout
    std::vector<WeightChannel> channels;
    Message problem;
    std::optional<HistogramPair> histogram; ///< 256 bins

    const std::string& name() const { return baseline.name.empty() ? analysis.name : baseline.name; }
    const std::string& layer() const { return baseline.name.empty() ? analysis.layer : baseline.layer; }
    const std::vector<std::int64_t>& shape() const { return baseline.name.empty() ? analysis.shape : baseline.shape; }
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

constexpr auto wordsOf(WeightRow::State)
{
    using enum WeightRow::State;
    return std::array{Word{Compared, "compared"}, Word{UnmatchedBaseline, "unmatched-baseline"},
                      Word{UnmatchedAnalysis, "unmatched-analysis"}, Word{Unreadable, "unreadable"}};
}

/// Of the channels the worst and the outliers, unless all are asked for.
void channelFields(auto& visit, Of<WeightRow> auto& row)
{
    visit.derived("channel_count", row.channels.size());
    std::optional<WeightChannel> worst;
    std::vector<WeightChannel> outliers;
    if (const auto* found = row.worstChannel())
        worst = *found;
    for (const auto& channel : row.channels)
        if (channel.isOutlier)
            outliers.push_back(channel);
    visit("worst_channel", worst);
    visit.list("range_outliers", outliers, [](auto& inner, auto& channel) {
        inner("channel", channel.channel);
        inner.derived("range_ratio", channel.rangeRatio);
    });
    if constexpr (kIsRead<decltype(row)>) {
        visit.late("channels", row.channels);
        if (row.channels.empty() && worst)
            row.channels = {*worst};
        for (const auto& outlier : outliers)
            for (auto& channel : row.channels)
                channel.isOutlier = channel.isOutlier || channel.channel == outlier.channel;
    } else if (visit.isDetailed()) {
        visit("channels", row.channels);
    }
}

void fields(auto& visit, Of<WeightRow> auto& row)
{
    visit("index", row.index);
    visit.derived("name", row.name());
    visit.derived("layer", row.layer());
    visit("state", row.state);
    visit.orNull("baseline", row.baseline);
    visit.orNull("analysis", row.analysis);
    visit.derived("shape", row.shape());
    visit.orNull("granularity", row.granularity);
    visit.late("fake_quantized", row.isFakeQuantized);
    quantizerFields(visit, row.quantizer);
    visit.orNull("match", row.match);
    visit("metrics", row.metrics);
    visit("channels_axis", row.channelAxis);
    channelFields(visit, row);
    visit.orNull("problem", row.problem);
    visit.ifAny("histogram", row.histogram);
}

/// What quantization did to the weights.
struct WeightsResult {
    std::string baseline;
    std::string analysis;
    std::vector<WeightRow> rows; ///< in the baseline's order; those that only the analysis model has come last
    std::vector<std::string> unmatchedBaseline;
    std::vector<std::string> unmatchedAnalysis;
};

void fields(auto& visit, Of<WeightsResult> auto& result)
{
    visit("baseline", result.baseline);
    visit("analysis", result.analysis);
    visit.derived("outlier_rule", [](auto& inner) {
        inner("quantity", "largest |weight| of a channel over the median channel's");
        inner("ratio", kOutlierRatio);
        inner("least_channels", kLeastChannelsForOutliers);
    });
    visit("rows", result.rows);
    unmatchedFields(visit, result);
}

} // namespace ql::results
