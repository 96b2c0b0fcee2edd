// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_text.h"
#include "core/analysis/checks/rule_context.h"

#include <algorithm>
#include <functional>

namespace ql::analysis::checks {

namespace {

constexpr std::size_t kFewest = 3;

/// Whether the layer's range has nothing to do with that of what it reads.
bool isIndependent(const RuleContext& context, const Layer& layer)
{
    return layer.isInput() || isProduct(context.graph.node(layer.node))
           || std::none_of(layer.producers.begin(), layer.producers.end(),
                           [&context](std::size_t producer) { return context.layers[producer].quantizer.has_value(); });
}

} // namespace

void placeholder_scale(const RuleContext& context, Findings& findings)
{
    std::vector<double> scales;
    for (const auto& layer : context.layers)
        if (layer.quantizer && !layer.isConstant && isIndependent(context, layer))
            scales.insert(scales.end(), layer.quantizer->scales.begin(), layer.quantizer->scales.end());
    const bool isAlike = std::adjacent_find(scales.begin(), scales.end(), std::not_equal_to<>()) == scales.end();
    if (scales.size() < kFewest || !isAlike || scales.front() == 1.0) // a scale of 1 has a rule of its own
        return;
    findings.add(Severity::Warning, {},
                 Message("all {} activation quantizers have the scale {}, whatever they quantize: a placeholder, it "
                         "seems, and no calibration.",
                         scales.size(), number(scales.front())),
                 "Calibrate with real data.");
}

} // namespace ql::analysis::checks
