// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/paired_inputs.h"

#include "core/base/error.h"

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

/// For each of @p from the position of its partner in @p to.
Positions pairByNameThenPosition(const std::vector<std::string>& from, const std::vector<std::string>& to)
{
    Positions partners(from.size());
    std::vector<bool> isTaken(to.size(), false);
    for (std::size_t i = 0; i < from.size(); ++i) {
        const auto found = std::find(to.begin(), to.end(), from[i]);
        if (found == to.end())
            continue;
        partners[i] = static_cast<std::size_t>(found - to.begin());
        isTaken[*partners[i]] = true;
    }
    const auto free = static_cast<std::size_t>(std::count(isTaken.begin(), isTaken.end(), false));
    if (free != static_cast<std::size_t>(std::count(partners.begin(), partners.end(), std::nullopt)))
        return partners;
    std::size_t next = 0;
    for (auto& partner : partners) {
        if (partner)
            continue;
        while (isTaken[next])
            ++next;
        partner = next++;
    }
    return partners;
}

} // namespace

runtime::Tensor asFloatType(const runtime::Tensor& tensor, graph::DataType type)
{
    if (type == tensor.type || !graph::isFloatingPoint(type) || !graph::isFloatingPoint(tensor.type))
        return tensor;
    return {tensor.data.to(ops::storageType(type)), type};
}

runtime::NamedTensors inputsForAnalysis(const graph::Graph& baseline, const graph::Graph& analysis,
                                        const runtime::NamedTensors& inputs)
{
    const auto baselineNames = namesOf(baseline, baseline.inputs());
    const auto analysisNames = namesOf(analysis, analysis.inputs());
    const Positions sources = pairByNameThenPosition(analysisNames, baselineNames);
    runtime::NamedTensors mapped;
    for (std::size_t i = 0; i < analysisNames.size(); ++i) {
        const auto given = sources[i] ? inputs.find(baselineNames[*sources[i]]) : inputs.end();
        if (given == inputs.end())
            throw Error(ErrorCode::BadArgument,
                        Message("input {} of the analysis model has no counterpart in the baseline", analysisNames[i]),
                        Message("the baseline's inputs are {}, the analysis model's are {}",
                                fmt::join(baselineNames, ", "), fmt::join(analysisNames, ", ")));
        mapped.emplace(analysisNames[i], asFloatType(given->second, analysis.value(analysis.inputs()[i]).type));
    }
    return mapped;
}

Positions pairInputs(const graph::Graph& baseline, const graph::Graph& analysis)
{
    return pairByNameThenPosition(namesOf(baseline, baseline.inputs()), namesOf(analysis, analysis.inputs()));
}

Positions pairOutputs(const graph::Graph& baseline, const graph::Graph& analysis)
{
    return pairByNameThenPosition(namesOf(baseline, baseline.outputs()), namesOf(analysis, analysis.outputs()));
}

} // namespace ql::analysis
