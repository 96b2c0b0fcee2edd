// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"
#include "core/results/request_parts.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ql::results {

/// Asks how the values of a model are spread.
struct ProfileRequest {
    std::string model;
    QuantizationOptions quantization; ///< runs what it makes of the model; nothing given = the model itself
    InputSelection samples;
    LayerFilter filter;
    bool isPerChannel = false;
    bool measuresTime = false; ///< how long each layer takes, too: other numbers with every run
    bool withStack = false;    ///< also where a PyTorch program makes each layer
    RunOptions options;
    std::string folder = {}; ///< where what is known is kept until it is done; empty = nowhere
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
    bool isKnown = hasNumbers(statistics);
    visit.presence("min", isKnown);
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
    std::optional<double> micros;            ///< of the layer, one run's mean, where another tool measured it
    std::string source;                      ///< of the layer: "net.py:12"; empty unless asked for and known
    std::string moduleClass; ///< of the PyTorch module that the layer is: "torch.nn.modules.conv.Conv2d"; else empty

    const std::string& typeName() const { return moduleClass.empty() ? opName : moduleClass; }
};

/// One number for the whole tensor or a list of one per channel, null when not quantized.
void scaleField(auto& visit, Of<ProfileRow> auto& row)
{
    auto scales = row.quantizer ? row.quantizer->scales : std::vector<double>();
    bool isList = !scales.empty() && row.quantizer->isPerChannel();
    visit.oneOrList(isList, "scale", scales);
    if constexpr (kIsRead<decltype(row)>)
        if (!scales.empty()) {
            auto& quantizer = row.quantizer.emplace();
            quantizer.dtype = row.dtype;
            quantizer.zeroPoints.assign(scales.size(), 0);
            if (scales.size() > 1)
                quantizer.channelAxis = 0;
            quantizer.scales = std::move(scales);
        }
}

/// null where samples differ in size.
template <Of<std::vector<std::int64_t>> Shape>
void shapeField(auto& visit, Shape& shape)
{
    std::vector<std::optional<std::int64_t>> sizes;
    for (const auto size : shape)
        sizes.push_back(size < 0 ? std::nullopt : std::optional(size));
    visit("shape", sizes);
    if constexpr (kIsRead<Shape>) {
        shape.clear();
        for (const auto& size : sizes)
            shape.push_back(size.value_or(-1));
    }
}

void fields(auto& visit, Of<ProfileRow> auto& row)
{
    visit("index", row.index);
    visit("op_name", row.opName);
    visit("mod_name", row.modName);
    visit("attr", row.attribute);
    visit("number", row.number);
    visit("tensor", row.tensor);
    visit("dtype", row.dtype);
    scaleField(visit, row);
    spreadFields(visit, row.whole.statistics);
    shapeField(visit, row.shape);
    countFields(visit, row.whole.statistics);
    bool hasBins = !row.whole.histogram.counts.empty();
    visit.presence("histogram", hasBins);
    visit.when(hasBins, "histogram", row.whole.histogram);
    auto axis = row.channels.empty() ? std::nullopt : row.channelAxis;
    visit.ifAny("channel_axis", axis);
    if constexpr (kIsRead<decltype(row)>)
        row.channelAxis = axis;
    visit.ifAny("channels", row.channels, [](auto& inner, auto& channel) {
        spreadFields(inner, channel.statistics);
        countFields(inner, channel.statistics);
    });
    visit.ifAny("time_us", row.micros);
    visit.ifAny("source", row.source);
    visit.ifAny("module_class", row.moduleClass);
}

/// Says of each whether its number is needed.
inline void tellApart(std::vector<ProfileRow>& rows)
{
    std::map<std::pair<int, ProfileAttribute>, int> counts;
    for (const auto& row : rows)
        ++counts[{row.index, row.attribute}];
    for (auto& row : rows)
        row.isOneOfSeveral = counts[{row.index, row.attribute}] > 1;
}

/// How long a layer takes here: the fastest of a few passes over the first sample, with all of its nodes.
struct LayerTime {
    std::string layer;
    double seconds = 0.0;
};

void fields(auto& visit, Of<LayerTime> auto& time)
{
    visit("mod_name", time.layer);
    visit("seconds", time.seconds);
}

struct ProfileResult {
    std::string model;
    std::uint64_t samples = 0;
    std::vector<ProfileRow> rows; ///< in order of execution; a layer's inputs, weights, bias, output
    std::vector<LayerTime> times; ///< in order of execution; empty unless asked for

    bool hasTimes() const
    {
        return std::ranges::any_of(rows, [](const ProfileRow& row) { return row.micros.has_value(); });
    }
};

void fields(auto& visit, Of<ProfileResult> auto& result)
{
    visit("model", result.model);
    visit("samples", result.samples);
    visit("rows", result.rows);
    visit.ifAny("layer_times", result.times);
    if constexpr (kIsRead<decltype(result)>)
        tellApart(result.rows);
}

} // namespace ql::results
