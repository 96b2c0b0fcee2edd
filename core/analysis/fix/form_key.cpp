// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/form_key.h"

#include "core/analysis/identity/job_identity.h"
#include "core/base/packed.h"
#include "core/quant/fixes/fix_subject.h"

namespace ql::analysis {

namespace {

void addQuantizer(Fingerprint& sum, const quant::PlannedQuantizer& quantizer, const quant::Parameters& parameters)
{
    const auto& settings = quantizer.settings;
    Packer key;
    quant::addQuantization(key, quantizer, parameters);
    key.add(quantizer.value.position()).add(quantizer.role).add(quantizer.sumAxis);
    key.add(settings.isPerChannel).add(settings.hasPowerOfTwoScales).add(settings.groupScales);
    key.add(settings.typeName()).add(settings.number != nullptr);
    sum.add(key.take());
}

/// Those that another network than the first has.
void addOwnConstants(Fingerprint& sum, const graph::Graph& graph, const graph::Graph& origin)
{
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const graph::ValueId id{std::int32_t(i)};
        const auto* own = graph.constantOf(id);
        const auto* first = i < origin.valueCount() ? origin.constantOf(id) : nullptr;
        if (!own || (first && first->storage() == own->storage()))
            continue;
        sum.add(std::uint64_t(i)).addBytes(own->bytes());
    }
}

} // namespace

std::string keyOfForm(const graph::Graph& graph, const graph::Graph& origin, const quant::QuantPlan& plan)
{
    Fingerprint sum;
    if (&graph != &origin) {
        addTo(sum, graph);
        addOwnConstants(sum, graph, origin);
    }
    for (std::size_t i = 0; i < plan.quantizers.size(); ++i)
        addQuantizer(sum, plan.quantizers[i], plan.parametersOf(i));
    Packer key;
    key.add(sum.value()).add(std::uint64_t(plan.quantizers.size())).add(std::uint64_t(plan.biases.size()));
    for (const auto& bias : plan.biases)
        key.add(bias.node.position()).add(bias.slot).add(bias.input).add(bias.weight);
    return key.take();
}

} // namespace ql::analysis
