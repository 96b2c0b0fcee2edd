// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"
#include "core/results/request_parts.h"

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
    InputSelection samples;    ///< the first is run, and their preprocessing held against the model's; none = not asked
    std::string deviceProfile; ///< what a device can run (core/config/device); empty = none
    bool withStack = false;    ///< also where a PyTorch program makes each layer
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

void fields(auto& visit, Of<FusableRun> auto& run)
{
    visit("pattern", run.pattern);
    visit.list("members", run.members, [](auto& inner, auto& member) {
        inner("name", member.name);
        inner("op_type", member.opType);
    });
    visit("quantizer_inside", run.hasQuantizerInside);
}

/// How often a weight is used by operators: once is normal.
struct WeightUse {
    std::string name;
    std::vector<std::string> layers;
};

void fields(auto& visit, Of<WeightUse> auto& use)
{
    visit("name", use.name);
    visit.derived("uses", use.layers.size());
    visit("layers", use.layers);
}

/// How often a module of a PyTorch program is called: once is normal.
struct ModuleUse {
    std::string name;
    std::string type;                   ///< its class: "torch.nn.modules.activation.ReLU"
    std::optional<std::uint64_t> calls; ///< nothing where only a run can tell; counted in a run where there was one
};

void fields(auto& visit, Of<ModuleUse> auto& use)
{
    visit("name", use.name);
    visit("type", use.type);
    visit("calls", use.calls);
}

/// How a layer's output is quantized.
struct LayerConfig {
    std::string name;
    std::string opType;
    std::string inputDtype; ///< "int8", "float32", "int8, float32" where they differ
    std::string outputDtype;
    std::optional<std::int64_t> channelAxis;
    /// What found the scale, where that is known: "ifmr", "MovingAverageMinMaxObserver"; else "fixed" or "dynamic";
    /// empty where nothing is quantized
    std::string observer;
    std::optional<std::vector<std::int64_t>> shape; ///< of the output, in a run
    std::optional<std::uint64_t> executions;        ///< in that run: more in a loop, 0 in a branch that wasn't taken
    std::string source;                             ///< "net.py:12"; empty unless asked for and known
    std::string moduleClass; ///< of the PyTorch module that the layer is: "torch.nn.modules.conv.Conv2d"; else empty
    std::vector<double> scales = {};     ///< of a quantizer in a state dict, which nothing else shows
    std::vector<double> zeroPoints = {}; ///< as many

    const std::string& typeName() const { return moduleClass.empty() ? opType : moduleClass; }
};

void fields(auto& visit, Of<LayerConfig> auto& layer)
{
    visit("name", layer.name);
    visit("op_type", layer.opType);
    visit("input_dtype", layer.inputDtype);
    visit("output_dtype", layer.outputDtype);
    visit("channel_axis", layer.channelAxis);
    visit.orNull("observer", layer.observer);
    visit.ifAny("shape", layer.shape);
    visit.ifAny("executions", layer.executions);
    visit.ifAny("source", layer.source);
    visit.ifAny("module_class", layer.moduleClass);
    visit.ifAny("scale_values", layer.scales);
    visit.ifAny("zero_points", layer.zeroPoints);
}

/// How a weight is quantized.
struct WeightConfig {
    std::string layer;
    std::string opType;
    std::string tensor;
    std::string dtype;
    std::optional<std::int64_t> channelAxis;
    std::size_t scaleCount = 0; ///< 0 = not quantized, or in blocks
    std::string observer;
    std::string moduleClass; ///< of the PyTorch module that the layer is: "torch.nn.modules.conv.Conv2d"; else empty
    std::vector<double> scales = {};     ///< of a quantizer in a state dict
    std::vector<double> zeroPoints = {}; ///< as many

    const std::string& typeName() const { return moduleClass.empty() ? opType : moduleClass; }
};

void fields(auto& visit, Of<WeightConfig> auto& weight)
{
    visit("layer", weight.layer);
    visit("op_type", weight.opType);
    visit("tensor", weight.tensor);
    visit("dtype", weight.dtype);
    visit("channel_axis", weight.channelAxis);
    visit("scales", weight.scaleCount);
    visit.orNull("observer", weight.observer);
    visit.ifAny("module_class", weight.moduleClass);
    visit.ifAny("scale_values", weight.scales);
    visit.ifAny("zero_points", weight.zeroPoints);
}

struct CheckResult {
    std::string model;
    std::string kind;                 ///< "float", "QDQ", "QOperator", "dynamic", "mixed"
    std::string quantizerState;       ///< "float", "calibration", "QAT", "uncalibrated", "quantized", "dynamic"
    std::vector<Diagnostic> findings; ///< most severe first, then in order of the rules
    std::vector<FusableRun> fusableRuns;
    std::vector<WeightUse> weightUses; ///< every weight, in order of the file
    std::vector<ModuleUse> moduleUses; ///< of TorchScript: what has parameters or no modules, and what computes itself
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

void fields(auto& visit, Of<CheckResult> auto& result)
{
    visit("model", result.model);
    visit("kind", result.kind);
    visit("quantizer_state", result.quantizerState);
    visit.derived("counts", [&](auto& inner) {
        using enum Severity;
        for (const auto severity : {Error, Warning, Info})
            inner(keyOf(severity), result.countOf(severity));
    });
    visit.list("findings", result.findings, [](auto& inner, auto& finding) { findingFields(inner, finding); });
    visit("fusable_runs", result.fusableRuns);
    visit("weight_uses", result.weightUses);
    visit.ifAny("module_uses", result.moduleUses);
    visit("layers", result.layers);
    visit("weights", result.weights);
}

} // namespace ql::results
