// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ql::results {

/// How to quantize a float model: a config, settings on top of it, and where the scales come from.
struct QuantizationOptions {
    std::string config;                    ///< a quantization config in any dialect; empty = none
    std::optional<std::string> configText; ///< what the config says, in place of its file: an edit that isn't saved
    std::string data;                      ///< the dataset to calibrate with
    std::string record;                    ///< a quantization-factor record in place of data
    std::size_t sampleCount = 0;           ///< at most so many samples; 0 = all
    std::size_t batchSize = 0; ///< samples in one of the config's batches; 0 = its batch_num is not followed
    std::string observer;      ///< of activations; empty = the config's or min_max; "automatic" = search
    int activationBits = 0;    ///< 0 = the config's or 8
    int weightBits = 0;
    bool isPerChannel = false; ///< weights
    bool isSymmetric = false;  ///< activations
    bool isUnsigned = false;   ///< activations
    bool correctsBias = false;
    std::vector<std::string> skippedLayers;
    std::vector<std::string> operatorTypes; ///< only these; empty = all that can be
    std::vector<std::string> onlyPrefixes;  ///< only layers whose name or scope starts with one of these; empty = all

    /// Whether a model is to be simulated at all.
    bool areGiven() const { return !config.empty() || !data.empty() || !record.empty(); }
    bool operator==(const QuantizationOptions&) const = default;
};

} // namespace ql::results
