// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/record/record.h"

#include <utility>
#include <vector>

namespace ql::quant {

namespace {

/// As it is, with parameters of its own.
PlannedQuantizer alone(const QuantPlan& plan, std::size_t index)
{
    auto quantizer = plan.quantizers[index];
    quantizer.parameters = plan.parametersOf(index);
    quantizer.sameAs.reset();
    return quantizer;
}

} // namespace

void keepRecorded(const graph::Graph& graph, QuantPlan& plan, const QuantPlan& recorded,
                  const std::function<bool(const graph::Node&)>& isNew)
{
    const auto isOfNew = [&](const PlannedQuantizer& quantizer) {
        const auto layer = graph.findNode(quantizer.layer);
        return layer && isNew(graph.node(*layer));
    };
    std::vector<PlannedQuantizer> quantizers;
    std::vector<bool> isKept;
    for (std::size_t i = 0; i < plan.quantizers.size(); ++i) {
        const auto known = recorded.find(plan.quantizers[i].value);
        const bool isFresh = isOfNew(plan.quantizers[i]);
        quantizers.push_back(isFresh || !known ? alone(plan, i) : alone(recorded, *known));
        isKept.push_back(isFresh || known);
    }
    for (std::size_t i = 0; i < recorded.quantizers.size(); ++i)
        if (!plan.find(recorded.quantizers[i].value) && !isOfNew(recorded.quantizers[i])) {
            quantizers.push_back(alone(recorded, i));
            isKept.push_back(true);
        }
    plan.quantizers = std::move(quantizers);
    plan.keepOnly(isKept);
}

} // namespace ql::quant
