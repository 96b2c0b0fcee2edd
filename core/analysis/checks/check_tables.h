// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/rule_context.h"

#include <cstddef>
#include <vector>

namespace ql::analysis::checks {

/// Runs that begin with a convolution or a product and go on with normalisation, activation, addition, each read by the
/// next alone, and that are not one operator: a normalisation that was not folded, or a quantizer inside. An activation
/// whose quantizer cuts off what it would cut off is fused.
std::vector<results::FusableRun> fusableRuns(const RuleContext& context);

/// Every weight and bias of more than one element with the layers that read it, and every constant that nobody reads.
std::vector<results::WeightUse> weightUses(const RuleContext& context);

/// How often each module of a TorchScript program is called, in the run where there was one: those with parameters,
/// without modules or with an operator of their own; no observers.
std::vector<results::ModuleUse> moduleUses(const RuleContext& context);

/// What found the scale of @p value, which a quantizer gives: "ifmr", "MovingAverageMinMaxObserver"; "fixed" where
/// nothing says it.
std::string observerOf(const RuleContext& context, graph::ValueId value);
/// What watches the output of @p layer without quantizing it; empty for nothing.
std::string watcherOf(const RuleContext& context, const Layer& layer);

/// How each layer's output is quantized, and where its program makes it.
std::vector<results::LayerConfig> layerConfigs(const RuleContext& context);

/// How each weight of a product, and any other quantized weight, is quantized.
std::vector<results::WeightConfig> weightConfigs(const RuleContext& context);

/// Whether activation quantizers still have the scale that they began with.
struct Calibration {
    std::size_t quantizers = 0;                ///< of constant scale, on activations
    std::size_t ones = 0;                      ///< of which the scale is exactly 1
    std::vector<std::string> layersAtOne = {}; ///< of those, what makes the value; a pixel's natural scale is 1
    bool arePowersOfTwo = false;               ///< all scales are, as some targets want them: 1 is one of many then

    bool isUncalibrated() const { return ones >= 2 && 2 * ones >= quantizers; }
};
Calibration calibrationOf(const RuleContext& context);
/// Says so where they do.
void findScaleOne(const Calibration& calibration, Findings& findings);

/// "float", "uncalibrated", "quantized", "dynamic".
std::string quantizerState(const RuleContext& context);

} // namespace ql::analysis::checks
