// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/quantization_options.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ql::results {

/// What holds for everything that one engine is asked.
struct SessionOptions {
    std::vector<std::string> operatorLibraries; ///< shared libraries with more operators (quantloupe/operators.h)
};

/// What every request has.
struct RunOptions {
    int threads = 0;            ///< 0 = all cores
    std::string device = "cpu"; ///< "cpu", "cuda:0"
    std::uint64_t seed = 0;

    bool operator==(const RunOptions&) const = default;
};

/// How images become tensors: a YAML file and "key=value" settings on top of it. With neither, images are refused.
struct ImageOptions {
    std::string file;
    std::vector<std::string> settings;

    bool operator==(const ImageOptions&) const = default;
};

/// Two models: two files, or one and what a quantization makes of it.
struct ModelPair {
    std::string baseline;
    std::string analysis;
    QuantizationOptions quantization; ///< simulates the analysis model where none is named

    bool isSimulated() const { return analysis.empty() && quantization.areGiven(); }
    /// A simulated model has no file; results call it by what it was made with.
    std::string analysisName() const;
    bool operator==(const ModelPair&) const = default;
};

/// What models are run on: one sample, or a dataset.
struct InputSelection {
    std::vector<std::string> inputs; ///< `--input` words: one sample
    std::string data;                ///< a dataset instead, DESIGN.md section 5; empty = none
    std::size_t numSteps = 0;        ///< at most so many of its samples; 0 = all
    ImageOptions images;             ///< of calibration data too

    bool operator==(const InputSelection&) const = default;
};

/// Which layers are asked about.
struct LayerFilter {
    std::vector<std::string> prefixes;      ///< only layers whose name starts with one of them; empty = all
    std::vector<std::string> operatorTypes; ///< only these operator types; empty = all
};

} // namespace ql::results
