// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"
#include "core/results/request_parts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ql::results {

/// Asks how the values of a model are spread.
struct ProfileRequest {
    std::string model;
    QuantizationOptions quantization; ///< runs what it makes of the model; nothing given = the model itself
    InputSelection samples;
    LayerFilter filter;
    bool isPerChannel = false;
    RunOptions options;
};

/// Counts of equal bins over [low, high).
struct Histogram {
    double low = 0.0;
    double high = 0.0;
    std::vector<std::uint64_t> counts; ///< empty without a finite value
};

void fields(auto& visit, Of<Histogram> auto& histogram)
{
    visit("low", histogram.low);
    visit("high", histogram.high);
    visit("counts", histogram.counts);
}

/// Whether any element is finite.
inline bool hasNumbers(const TensorStatistics& statistics)
{
    return statistics.count > statistics.nanCount + statistics.infCount;
}

/// null where no element is finite
void spreadFields(auto& visit, Of<TensorStatistics> auto& statistics)
{
    const bool isKnown = hasNumbers(statistics);
    visit.when(isKnown, "min", statistics.min);
    visit.when(isKnown, "max", statistics.max);
    visit.when(isKnown, "mean", statistics.mean);
    visit.when(isKnown, "var", statistics.variance);
}

void countFields(auto& visit, Of<TensorStatistics> auto& statistics)
{
    visit("count", statistics.count);
    visit("nan_count", statistics.nanCount);
    visit("inf_count", statistics.infCount);
}

/// How one tensor's, or one channel's, values are spread.
struct Distribution {
    TensorStatistics statistics;
    Histogram histogram;
};

enum class ProfileAttribute { Input, Output, Weight, Bias };

constexpr auto wordsOf(ProfileAttribute)
{
    using enum ProfileAttribute;
    return std::array{Word{Input, "input"}, Word{Output, "output"}, Word{Weight, "weight"}, Word{Bias, "bias"}};
}

/// One tensor of one layer, over all samples; the numbers are those that quantized elements stand for.
struct ProfileRow {
    int index = 0;       ///< of the layer, in order of execution
    std::string opName;  ///< operator type
    std::string modName; ///< the layer
    ProfileAttribute attribute = ProfileAttribute::Output;
    int number = 0;              ///< among the layer's inputs, weights …
    bool isOneOfSeveral = false; ///< whether number is needed to tell them apart
    std::string tensor;          ///< the model's name for it
    std::string dtype;           ///< what it is quantized to, else the element type
    std::optional<QuantizerInfo> quantizer;
    std::vector<std::int64_t> shape; ///< -1 where samples differ
    Distribution whole;
    std::optional<std::int64_t> channelAxis; ///< of channels
    std::vector<Distribution> channels;      ///< empty unless asked for
};

/// A scale per tensor or a list of one per channel, null when not quantized; null where samples differ in size.
void fields(auto& visit, Of<ProfileRow> auto& row)
{
    visit("index", row.index);
    visit("op_name", row.opName);
    visit("mod_name", row.modName);
    visit("attr", row.attribute);
    visit("number", row.number);
    visit("tensor", row.tensor);
    visit("dtype", row.dtype);
    const auto scales = row.quantizer ? row.quantizer->scales : std::vector<double>();
    visit.oneOrList(!scales.empty() && row.quantizer->isPerChannel(), "scale", scales);
    spreadFields(visit, row.whole.statistics);
    std::vector<std::optional<std::int64_t>> shape;
    for (const auto size : row.shape)
        shape.push_back(size < 0 ? std::nullopt : std::optional(size));
    visit("shape", shape);
    countFields(visit, row.whole.statistics);
    visit.when(!row.whole.histogram.counts.empty(), "histogram", row.whole.histogram);
    const auto axis = row.channels.empty() ? std::nullopt : row.channelAxis;
    visit.ifAny("channel_axis", axis);
    visit.ifAny("channels", row.channels, [](auto& inner, auto& channel) {
        spreadFields(inner, channel.statistics);
        countFields(inner, channel.statistics);
    });
}

struct ProfileResult {
    std::string model;
    std::uint64_t samples = 0;
    std::vector<ProfileRow> rows; ///< in order of execution; a layer's inputs, weights, bias, output
};

void fields(auto& visit, Of<ProfileResult> auto& result)
{
    visit("model", result.model);
    visit("samples", result.samples);
    visit("rows", result.rows);
}

} // namespace ql::results
