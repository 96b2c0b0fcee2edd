// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quant_plan.h"

#include <algorithm>

namespace ql::quant {

std::optional<std::size_t> QuantPlan::find(graph::ValueId value) const
{
    const auto found = std::ranges::find(quantizers, value, &PlannedQuantizer::value);
    return found == quantizers.end() ? std::nullopt : std::optional(std::size_t(found - quantizers.begin()));
}

std::size_t QuantPlan::decider(std::size_t index) const
{
    while (quantizers[index].sameAs)
        index = *quantizers[index].sameAs;
    return index;
}

void QuantPlan::addObserved(const std::vector<PlannedQuantizer>& others)
{
    for (const auto& other : others) {
        if (other.role != QuantizerRole::Activation || other.sameAs)
            continue;
        if (const auto known = find(other.value))
            quantizers[*known].sameAs.reset();
        else
            quantizers.push_back(other);
    }
}

bool QuantPlan::isCalibrated() const
{
    for (std::size_t i = 0; i < quantizers.size(); ++i)
        if (parametersOf(i).scales.empty())
            return false;
    return true;
}

void QuantPlan::keepOnly(const std::vector<bool>& isKept)
{
    std::vector<std::optional<std::size_t>> places(quantizers.size());
    std::vector<PlannedQuantizer> kept;
    for (std::size_t i = 0; i < quantizers.size(); ++i) {
        if (!isKept[i])
            continue;
        places[i] = kept.size();
        auto& quantizer = kept.emplace_back(std::move(quantizers[i]));
        if (quantizer.sameAs)
            quantizer.sameAs = places[*quantizer.sameAs];
    }
    quantizers = std::move(kept);
    std::erase_if(biases, [&](const PlannedBias& bias) { return !places[bias.input] || !places[bias.weight]; });
    for (auto& bias : biases)
        bias = {bias.node, bias.slot, *places[bias.input], *places[bias.weight]};
}

} // namespace ql::quant
