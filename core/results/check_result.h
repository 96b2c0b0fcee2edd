// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"
#include "core/results/requests.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ql::results {

struct CheckRequest {
    std::string model;
    QuantizationOptions quantization; ///< checks what it makes of the model; nothing given = the model itself
    RunOptions options;
    ImageOptions images;
};

/// Operators that could be one and are not.
struct FusableRun {
    struct Member {
        std::string name;
        std::string opType;
    };
    std::string pattern; ///< "conv+bn", "conv+relu", "conv+add" …
    std::vector<Member> members;
    bool hasQuantizerInside = false; ///< a quantizer keeps them apart, and rounds once too often
};

/// How often a weight is used by operators: once is normal.
struct WeightUse {
    std::string name;
    std::vector<std::string> layers;
};

/// How a layer's output is quantized.
struct LayerConfig {
    std::string name;
    std::string opType;
    std::string inputDtype; ///< "int8", "float32", "int8, float32" where they differ
    std::string outputDtype;
    std::optional<std::int64_t> channelAxis;
    std::string observer; ///< "fixed" scale, "dynamic" scale, empty where nothing is quantized
};

/// How a weight is quantized.
struct WeightConfig {
    std::string layer;
    std::string opType;
    std::string tensor;
    std::string dtype;
    std::optional<std::int64_t> channelAxis;
    std::size_t scaleCount = 0; ///< 0 = not quantized, or in blocks
    std::string observer;
};

struct CheckResult {
    std::string model;
    std::string kind;                 ///< "float", "QDQ", "QOperator", "dynamic", "mixed"
    std::string quantizerState;       ///< "float", "uncalibrated", "quantized", "dynamic"
    std::vector<Diagnostic> findings; ///< most severe first, then in order of the rules
    std::vector<FusableRun> fusableRuns;
    std::vector<WeightUse> weightUses; ///< every weight, in order of the file
    std::vector<LayerConfig> layers;
    std::vector<WeightConfig> weights;

    std::size_t countOf(Severity severity) const
    {
        std::size_t count = 0;
        for (const auto& finding : findings)
            count += finding.severity == severity ? 1 : 0;
        return count;
    }
};

} // namespace ql::results
