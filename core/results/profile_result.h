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

/// How one tensor's, or one channel's, values are spread.
struct Distribution {
    TensorStatistics statistics;
    Histogram histogram;
};

enum class ProfileAttribute { Input, Output, Weight, Bias };

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

struct ProfileResult {
    std::string model;
    std::uint64_t samples = 0;
    std::vector<ProfileRow> rows; ///< in order of execution; a layer's inputs, weights, bias, output
};

} // namespace ql::results
