// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/planned_integers.h"

#include "core/graph/operators/operator_traits.h"
#include "core/quant/quantized_graph/integer_form.h"

#include <algorithm>

namespace ql::quant {

using graph::ValueId;

PlannedIntegers::PlannedIntegers(const graph::Graph& source, const QuantPlan& plan)
    : m_source(source)
    , m_plan(plan)
{
    for (std::size_t i = 0; i < plan.quantizers.size(); ++i)
        m_quantizers.emplace(plan.quantizers[i].value, i);
}

const PlannedQuantizer* PlannedIntegers::quantizerOf(ValueId value) const
{
    const auto found = m_quantizers.find(value);
    return value.isValid() && found != m_quantizers.end() ? &m_plan.quantizers[found->second] : nullptr;
}

bool PlannedIntegers::hasBits(ValueId value, int least, int most) const
{
    const auto* quantizer = quantizerOf(value);
    return quantizer && !quantizer->settings.number && quantizer->settings.format.bits >= least
           && quantizer->settings.format.bits <= most;
}

bool PlannedIntegers::isByte(ValueId value) const
{
    return hasBits(value, 8, 8);
}

bool PlannedIntegers::isWide(ValueId value) const
{
    return hasBits(value, 9, 16) && !isConstant(value);
}

bool PlannedIntegers::isByteWeight(ValueId value, std::int64_t axis) const
{
    return isConstant(value) && hasBits(value, 0, 8)
           && (parametersOf(value).isPerTensor() || quantizerOf(value)->channelAxis == axis);
}

bool PlannedIntegers::areAlike(std::span<const ValueId> inputs, ValueId output) const
{
    if (!isInteger(output))
        return false;
    return std::ranges::all_of(inputs, [&](ValueId input) {
        return isInteger(input)
               && quantizerOf(input)->settings.format.storage() == quantizerOf(output)->settings.format.storage()
               && parametersOf(input).isPerTensor();
    });
}

TakenSums PlannedIntegers::takenBy(const graph::Node& node) const
{
    const auto own = node.outputs.at(0);
    if (isInteger(own))
        return {own, {}};
    const auto& readers = m_source.value(own).consumers;
    if (quantizerOf(own) || readers.size() != 1
        || std::ranges::find(m_source.outputs(), own) != m_source.outputs().end())
        return {};
    const auto& clamp = m_source.node(readers.front());
    if (graph::traitsNamed(clamp.opType).clamp == graph::Clamp::None || clamp.inputs.at(0) != own
        || !isInteger(clamp.outputs.at(0)))
        return {};
    const auto& format = quantizerOf(clamp.outputs.at(0))->settings.format;
    const bool isDone = isDoneBySaturation(m_source, clamp, parametersOf(clamp.outputs.at(0)), format);
    return isDone ? TakenSums{clamp.outputs.at(0), clamp.id} : TakenSums{};
}

} // namespace ql::quant
