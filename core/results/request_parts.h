// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/variants/model_variant.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ql::caller {
class Samples;
struct Functions;
} // namespace ql::caller

namespace ql {
class RankGroup;
}

namespace ql::results {

/// What holds for everything that one engine is asked.
struct SessionOptions {
    std::vector<std::string> operatorLibraries; ///< shared libraries with more operators (quantloupe/operators.h)
};

/// A program of the user's that says how good outputs are, by one number on its standard output. It is handed a folder
/// with the outputs (core/analysis/judge/judge_command.h).
struct JudgeOptions {
    std::string command;        ///< the program and its arguments; empty = none
    double mostSeconds = 300.0; ///< that one judgement may take
    bool isLowerBetter = false; ///< of any judge's number, also where the calling program is the judge

    bool operator==(const JudgeOptions&) const = default;
};

/// What every request has.
struct RunOptions {
    int threads = 0;             ///< at most; 0 = as many as there are idle processors
    std::uint64_t maxMemory = 0; ///< bytes of activations that may be remembered; 0 = as many as there is memory for
    std::string device = "cpu";  ///< "cpu", "cuda:0"
    std::uint64_t seed = 0;
    std::shared_ptr<const caller::Functions> functions = {}; ///< of the calling program; null = none
    JudgeOptions judge = {};
    /// "name = expression" each: what a model's outputs are taken for (core/analysis/expressions); empty = themselves
    std::vector<std::string> postProcess = {};
    std::shared_ptr<RankGroup> ranks = {}; ///< the processes that share the work; null = this one does all

    bool operator==(const RunOptions&) const = default;
};

/// How images become tensors: a YAML file and "key=value" settings on top of it. With neither, images are refused.
struct ImageOptions {
    std::string file;
    std::vector<std::string> settings; ///< by the keys of kImageSettings

    bool operator==(const ImageOptions&) const = default;
};

/// What each means is in core/data/images.
inline constexpr std::array kImageSettings{"color", "frame", "layout", "resize", "size",
                                           "range", "mean",  "scale",  "std"};

/// How to quantize a float model: a config, settings on top of it, and where the scales come from.
struct QuantizationOptions {
    std::string config;                    ///< a quantization config in any dialect; empty = none
    std::optional<std::string> configText; ///< what the config says, in place of its file: an edit that isn't saved
    std::string data;                      ///< the dataset to calibrate with
    std::string record;                    ///< a quantization-factor record in place of data
    std::vector<std::string> recalibrated = {}; ///< with both: layers whose name or scope starts so are calibrated anew
    std::string weights = {};                   ///< a file whose weights take the place of the model's; empty = none
    std::string stateDict = {};                 ///< which one of a checkpoint that holds several
    std::size_t sampleCount = 0;                ///< at most so many samples; 0 = all
    std::size_t batchSize = 0; ///< samples in one of the config's batches; 0 = its batch_num is not followed
    std::string observer;      ///< of activations; empty = the config's or min_max; "automatic", "mix" = search
    std::vector<double> percentiles = {}; ///< a search among these in place of an observer
    int activationBits = 0;               ///< 0 = the config's or 8
    int weightBits = 0;
    std::string activationFormat = {}; ///< a number format by name in place of bits; empty = the config's or integers
    std::string weightFormat = {};
    std::string highPrecisionFormat = {}; ///< what layers left in float compute with; empty = float32
    bool isPerChannel = false;            ///< weights
    bool isSymmetric = false;             ///< activations
    bool isUnsigned = false;              ///< activations
    bool correctsBias = false;
    bool allowsUnknownLayers = false; ///< goes on without what the config says of layers that the model doesn't have
    std::vector<std::string> skippedLayers;
    std::vector<std::string> operatorTypes; ///< only these; empty = all that can be
    std::vector<std::string> onlyPrefixes;  ///< only layers whose name or scope starts with one of these; empty = all
    std::shared_ptr<const caller::Samples> held =
        {}; ///< what `data` names is held by the calling program; null = files

    /// Whether a model is to be simulated at all.
    bool areGiven() const { return !config.empty() || !data.empty() || !record.empty(); }
    bool operator==(const QuantizationOptions&) const = default;
};

/// What inputs and outputs are called in models that are written, and which of their axes have no fixed size.
struct PortNames {
    std::vector<std::string> inputs; ///< in the graph's order; empty = as they are
    std::vector<std::string> outputs;
    std::vector<std::string> dynamicAxes; ///< "input:0" or "input:0=batch"

    bool isEmpty() const { return inputs.empty() && outputs.empty() && dynamicAxes.empty(); }
};

/// Two models: two files, or one and what a quantization or an optimizer makes of it.
struct ModelPair {
    std::string baseline;
    std::string analysis;
    QuantizationOptions quantization;          ///< simulates the analysis model where none is named
    ModelVariant variant = ModelVariant::None; ///< of the baseline, which is the analysis model where none is named

    bool isVariant() const { return analysis.empty() && variant != ModelVariant::None; }
    bool isSimulated() const { return analysis.empty() && !isVariant() && quantization.areGiven(); }
    /// A simulated model has no file; results call it by what it was made with.
    std::string analysisName() const
    {
        if (isVariant())
            return variantName(baseline, variant);
        const auto with = quantization.config.empty() ? "" : " with " + quantization.config;
        return isSimulated() ? baseline + " (simulated" + with + ")" : analysis;
    }
    bool operator==(const ModelPair&) const = default;
};

/// What models are run on: one sample, or a dataset.
struct InputSelection {
    std::vector<std::string> inputs;                  ///< `--input` words: one sample
    std::string data;                                 ///< a dataset instead; empty = none
    std::size_t numSteps = 0;                         ///< at most so many of its samples; 0 = all
    ImageOptions images;                              ///< of calibration data too
    std::shared_ptr<const caller::Samples> held = {}; ///< in place of files, by the calling program; null = files

    bool operator==(const InputSelection&) const = default;
};

/// Which layers are asked about.
struct LayerFilter {
    std::vector<std::string> prefixes;      ///< only layers whose name starts with one of them; empty = all
    std::vector<std::string> operatorTypes; ///< only these operator types; empty = all
    std::vector<std::string> modules;       ///< only layers that are called so, or stand in the module of that path

    bool isEmpty() const { return prefixes.empty() && operatorTypes.empty() && modules.empty(); }
};

} // namespace ql::results
