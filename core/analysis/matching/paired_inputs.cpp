// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/paired_inputs.h"

#include "core/analysis/layers/quantizer_lookup.h"
#include "core/base/error.h"
#include "core/graph/ir/topology.h"
#include "core/quant/quantized_graph/integer_operands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ql::analysis {

namespace {

using Positions = std::vector<std::optional<std::size_t>>;

std::vector<std::string> namesOf(const graph::Graph& graph, const std::vector<graph::ValueId>& values)
{
    std::vector<std::string> names;
    for (const auto value : values)
        names.push_back(graph.value(value).name);
    return names;
}

/// The inputs or the outputs of one model while they are paired.
struct Ends {
    const graph::Graph& graph;
    const std::vector<graph::ValueId>& values;
    std::vector<bool> isTaken = std::vector<bool>(values.size(), false);

    std::size_t free() const { return std::size_t(std::ranges::count(isTaken, false)); }
    /// Nothing unless all of it is known, and it has axes.
    std::optional<graph::DeclaredShape> shape(std::size_t i) const
    {
        const auto& declared = graph.value(values[i]).shape;
        const bool isKnown = declared && !declared->empty()
                             && std::ranges::none_of(*declared, [](const auto& axis) { return axis.size < 0; });
        return isKnown ? declared : std::nullopt;
    }
};

void pair(Positions& partners, Ends& from, std::size_t i, Ends& to, std::size_t j)
{
    partners[i] = j;
    from.isTaken[i] = to.isTaken[j] = true;
}

void pairByName(Positions& partners, Ends& from, Ends& to)
{
    const auto names = namesOf(to.graph, to.values);
    for (std::size_t i = 0; i < from.values.size(); ++i)
        if (const auto found = std::ranges::find(names, from.graph.value(from.values[i]).name); found != names.end())
            pair(partners, from, i, to, std::size_t(found - names.begin()));
}

void pairByPosition(Positions& partners, Ends& from, Ends& to)
{
    for (std::size_t i = 0, j = 0; i < from.values.size(); ++i) {
        if (from.isTaken[i])
            continue;
        while (to.isTaken[j])
            ++j;
        pair(partners, from, i, to, j);
    }
}

/// The only one of @p ends that is free and has @p shape.
std::optional<std::size_t> onlyOneOf(const Ends& ends, const graph::DeclaredShape& shape)
{
    std::optional<std::size_t> only;
    for (std::size_t i = 0; i < ends.values.size(); ++i) {
        if (ends.isTaken[i] || ends.shape(i) != shape)
            continue;
        if (only)
            return std::nullopt;
        only = i;
    }
    return only;
}

/// Where one model keeps a state that the other hands in and out, what both have is told by its shape.
void pairByShape(Positions& partners, Ends& from, Ends& to)
{
    for (std::size_t i = 0; i < from.values.size(); ++i) {
        const auto shape = from.isTaken[i] ? std::nullopt : from.shape(i);
        if (!shape || onlyOneOf(from, *shape) != i)
            continue;
        if (const auto j = onlyOneOf(to, *shape))
            pair(partners, from, i, to, *j);
    }
}

/// For each of @p from the position of its partner in @p to.
Positions pairEnds(Ends from, Ends to)
{
    Positions partners(from.values.size());
    pairByName(partners, from, to);
    if (from.free() == to.free())
        pairByPosition(partners, from, to);
    else
        pairByShape(partners, from, to);
    return partners;
}

/// What the integers of graph input @p input stand for, as the operators that read them say it.
std::optional<results::QuantizerInfo> inputQuantizer(const graph::Graph& graph, graph::ValueId input)
{
    const auto type = graph.value(input).type;
    if (!graph::isQuantizedInteger(type))
        return std::nullopt;
    for (const auto id : graph.value(input).consumers) {
        const auto& node = graph.node(id);
        const auto signature = quant::integerSignature(node);
        for (const auto& operand : signature ? signature->operands : std::vector<graph::IntegerOperand>()) {
            const auto at = [&node](int slot) {
                return slot >= 0 && std::size_t(slot) < node.inputs.size() ? node.inputs[std::size_t(slot)]
                                                                           : graph::ValueId{};
            };
            if (at(operand.slot) != input || operand.scaleSlot < 0)
                continue;
            if (auto info = readQuantizer(graph, {at(operand.scaleSlot), at(operand.zeroPointSlot)}, type);
                info && !info->isPerChannel())
                return info;
        }
    }
    return std::nullopt;
}

/// Channels behind everything else where only that gives @p declared.
at::Tensor inLayoutOf(const at::Tensor& tensor, const std::optional<graph::DeclaredShape>& declared)
{
    constexpr std::int64_t kLeast = 3;
    const auto fits = [&](const at::Tensor& x) {
        for (std::int64_t axis = 0; axis < x.dim(); ++axis)
            if (const auto size = (*declared)[std::size_t(axis)].size; size >= 0 && size != x.size(axis))
                return false;
        return true;
    };
    if (!declared || std::int64_t(declared->size()) != tensor.dim() || tensor.dim() < kLeast || fits(tensor))
        return tensor;
    const auto channelsLast = tensor.movedim(1, -1);
    return fits(channelsLast) ? channelsLast.contiguous() : tensor;
}

/// @p tensor as a model with other numbers or another layout takes it: what the user gives is what the baseline takes.
runs::Tensor asInput(const graph::Graph& graph, graph::ValueId input, const runs::Tensor& tensor)
{
    const auto& value = graph.value(input);
    if (!tensor.isDefined())
        return tensor;
    const auto given = asFloatType({inLayoutOf(tensor.data, value.shape), tensor.type}, value.type);
    const auto quantizer = graph::isFloatingPoint(given.type) ? inputQuantizer(graph, input) : std::nullopt;
    if (!quantizer)
        return given;
    const auto integers = given.data.to(at::kDouble)
                              .div(quantizer->scales.front())
                              .round()
                              .add(double(quantizer->zeroPoints.front()))
                              .clamp(double(quantizer->lowest), double(quantizer->highest));
    return {integers.to(ops::storageType(value.type)), value.type};
}

} // namespace

runs::Tensor asFloatType(const runs::Tensor& tensor, graph::DataType type)
{
    if (type == tensor.type || !graph::isFloatingPoint(type) || !graph::isFloatingPoint(tensor.type))
        return tensor;
    return {tensor.data.to(ops::storageType(type)), type};
}

runs::NamedTensors inputsForAnalysis(const graph::Graph& baseline, const graph::Graph& analysis,
                                     const runs::NamedTensors& inputs)
{
    const auto baselineNames = namesOf(baseline, baseline.inputs());
    const auto analysisNames = namesOf(analysis, analysis.inputs());
    const Positions sources = pairEnds({analysis, analysis.inputs()}, {baseline, baseline.inputs()});
    runs::NamedTensors mapped;
    for (std::size_t i = 0; i < analysisNames.size(); ++i) {
        const auto given = sources[i] ? inputs.find(baselineNames[*sources[i]]) : inputs.end();
        if (given == inputs.end())
            throw Error(ErrorCode::BadArgument,
                        Message("input {} of the analysis model has no counterpart in the baseline", analysisNames[i]),
                        Message("the baseline's inputs are {}, the analysis model's are {}",
                                fmt::join(baselineNames, ", "), fmt::join(analysisNames, ", ")));
        mapped.emplace(analysisNames[i], asInput(analysis, analysis.inputs()[i], given->second));
    }
    return mapped;
}

std::optional<results::QuantizerInfo> outputDequantizer(const graph::Graph& baseline, graph::ValueId partner,
                                                        const graph::Graph& analysis, graph::ValueId output)
{
    const bool isMixed =
        graph::isFloatingPoint(baseline.value(partner).type) && graph::isQuantizedInteger(analysis.value(output).type);
    if (!isMixed)
        return std::nullopt;
    return quantizersByValue(analysis, graph::topologicalOrder(analysis)).at(output.position());
}

Positions pairInputs(const graph::Graph& baseline, const graph::Graph& analysis)
{
    return pairEnds({baseline, baseline.inputs()}, {analysis, analysis.inputs()});
}

Positions pairOutputs(const graph::Graph& baseline, const graph::Graph& analysis)
{
    return pairEnds({baseline, baseline.outputs()}, {analysis, analysis.outputs()});
}

} // namespace ql::analysis
