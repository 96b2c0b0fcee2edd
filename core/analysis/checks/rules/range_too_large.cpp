// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_text.h"
#include "core/analysis/checks/always_zero.h"
#include "core/analysis/checks/rule_context.h"
#include "core/base/order.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis::checks {

namespace {

constexpr double kInt8Limit = 128.0; // a step of 1
constexpr double kAnyLimit = 32768.0;
constexpr std::int64_t kEightBits = 255;

double reachOf(const results::QuantizerInfo& quantizer)
{
    double reach = 0.0;
    for (std::size_t channel = 0; channel < quantizer.scales.size(); ++channel)
        reach = std::max({reach, std::abs(quantizer.rangeLow(channel)), std::abs(quantizer.rangeHigh(channel))});
    return reach;
}

/// A layer that only passes values on has the quantizer of the one that made them.
bool hasQuantizerOfProducer(const RuleContext& context, const Layer& layer)
{
    return std::any_of(layer.producers.begin(), layer.producers.end(), [&context, &layer](std::size_t producer) {
        const auto& before = context.layers[producer].quantizer;
        return before && before->scales == layer.quantizer->scales && before->zeroPoints == layer.quantizer->zeroPoints;
    });
}

Message remedyFor(const RuleContext& context, const Layer& layer, double reach)
{
    if (layer.isInput())
        return "Normalise the input, or quantize it to int16.";
    if (reach > kAnyLimit)
        return "Change the model so that the range is bounded, or leave it in float.";
    if (isProduct(context.graph.node(layer.node))) // a folded normalization doesn't show
        return "The range is large for 8 bits. If it was trained without a BatchNormalization behind it, add one and "
               "train "
               "again; else try int16.";
    return "The range is large for 8 bits. Try int16.";
}

} // namespace

void range_too_large(const RuleContext& context, Findings& findings)
{
    for (const auto& layer : context.layers) {
        if (!layer.quantizer || layer.isConstant || hasQuantizerOfProducer(context, layer))
            continue;
        if (!layer.isInput() && isAlwaysZero(context.graph, context.graph.node(layer.node)))
            continue;
        const auto& quantizer = *layer.quantizer;
        const double reach = reachOf(quantizer);
        const bool isEightBit = quantizer.highest - quantizer.lowest <= kEightBits;
        if (!std::isfinite(reach) || (reach <= kAnyLimit && (reach <= kInt8Limit || !isEightBit)))
            continue;
        const double step = extentOf(quantizer.scales).high;
        findings.add(
            Severity::Warning, layer.name,
            Message("its quantizer reaches {}: one step of {} is {}.", number(reach), quantizer.dtype, number(step)),
            remedyFor(context, layer, reach));
    }
}

} // namespace ql::analysis::checks
