// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/diagnostic.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ql::results {

/// Asks whether a quantized model does what a config asks for.
struct AppliedConfigRequest {
    std::string baseline; ///< the float model that the config is for
    std::string analysis; ///< the quantized model that a tool chain made from it
    std::string config;   ///< its file
    std::string text;     ///< of the file as it is edited; empty = what the file holds
    std::string dialect;  ///< empty = found by content
};

/// What a config asks for one input of a layer, and what the quantized model has there.
struct AppliedSetting {
    std::string layer;
    std::string opType;
    std::string tensor; ///< the input's name in the baseline
    std::string asked;  ///< "float", "int8", of a weight "int8 per channel"
    std::string applied;
    bool isApplied = false;
    bool isOverride = false; ///< the config speaks of this layer, its type or its prefix
    int line = 0;            ///< of the rule in the config, counted from 1; 0 = no one place
};

void fields(auto& visit, Of<AppliedSetting> auto& setting)
{
    visit("layer", setting.layer);
    visit("op_type", setting.opType);
    visit("tensor", setting.tensor);
    visit("asked", setting.asked);
    visit("applied", setting.applied);
    visit("is_applied", setting.isApplied);
    visit("override", setting.isOverride);
    visit.when(setting.line > 0, "line", setting.line);
}

struct AppliedConfig {
    std::string analysis;
    std::uint64_t layers = 0;             ///< that were held against the config
    std::uint64_t appliedLayers = 0;      ///< that are as asked
    std::vector<AppliedSetting> settings; ///< of these layers, in the network's order
    std::vector<Diagnostic> findings;     ///< one for each layer that isn't as asked
};

void fields(auto& visit, Of<AppliedConfig> auto& applied)
{
    visit("analysis", applied.analysis);
    visit("layers", applied.layers);
    visit("applied_layers", applied.appliedLayers);
    visit.list("settings", applied.settings, [](auto& inner, auto& setting) { fields(inner, setting); });
}

} // namespace ql::results
