// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/feedback.h"

#include "core/analysis/matching/paired_inputs.h"
#include "core/base/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

namespace ql::analysis {

namespace {

std::vector<std::string> namesOf(const graph::Graph& graph, const std::vector<graph::ValueId>& values)
{
    std::vector<std::string> names;
    for (const auto value : values)
        names.push_back(graph.value(value).name);
    return names;
}

std::optional<std::size_t> positionOf(const std::string& name, const std::vector<std::string>& names)
{
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - names.begin()));
}

runs::Tensor zerosFor(const graph::Value& input)
{
    if (!input.shape)
        throw Error(ErrorCode::BadArgument, Message("input {} declares no shape for its first state", input.name),
                    "give the first state with the data");
    std::vector<std::int64_t> shape;
    for (const auto& dimension : *input.shape)
        shape.push_back(dimension.size < 0 ? 1 : dimension.size);
    return {at::zeros(shape, ops::storageType(input.type)), input.type};
}

} // namespace

std::vector<FeedbackLink> feedbackLinks(const graph::Graph& graph, std::span<const std::string> words)
{
    const auto outputs = namesOf(graph, graph.outputs());
    const auto inputs = namesOf(graph, graph.inputs());
    std::vector<FeedbackLink> links;
    for (const auto& word : words) {
        // Names may hold "=" themselves.
        bool isFound = false;
        for (auto at = word.find('='); at != std::string::npos && !isFound; at = word.find('=', at + 1)) {
            const auto output = positionOf(word.substr(0, at), outputs);
            const auto input = positionOf(word.substr(at + 1), inputs);
            isFound = output && input;
            if (isFound)
                links.push_back({*output, *input});
        }
        if (!isFound)
            throw Error(
                ErrorCode::BadArgument, Message("feedback {} is no OUTPUT=INPUT of the model", word),
                Message("its outputs are {}, its inputs are {}", fmt::join(outputs, ", "), fmt::join(inputs, ", ")));
    }
    return links;
}

std::vector<FeedbackLink> linksForAnalysis(const graph::Graph& baseline, const graph::Graph& analysis,
                                           const std::vector<FeedbackLink>& links)
{
    const auto outputs = pairOutputs(baseline, analysis);
    const auto inputs = namesOf(analysis, analysis.inputs());
    std::vector<FeedbackLink> mapped;
    for (const auto& link : links) {
        const auto& name = baseline.value(baseline.inputs()[link.input]).name;
        const auto input = positionOf(name, inputs).value_or(link.input);
        if (!outputs[link.output] || input >= inputs.size())
            throw Error(ErrorCode::BadArgument,
                        Message("the analysis model has no counterpart of the feedback into {}", name));
        mapped.push_back({*outputs[link.output], input});
    }
    return mapped;
}

Feedback::Feedback(const graph::Graph& graph, std::vector<FeedbackLink> links)
    : m_graph(graph)
    , m_links(std::move(links))
{
}

std::vector<std::string> Feedback::inputNames() const
{
    std::vector<std::string> names;
    for (const auto& link : m_links)
        names.push_back(input(link).name);
    return names;
}

void Feedback::apply(runs::NamedTensors& inputs) const
{
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        const auto& fed = input(m_links[i]);
        if (!m_states.empty())
            inputs[fed.name] = m_states[i];
        else if (!inputs.contains(fed.name))
            inputs.emplace(fed.name, zerosFor(fed));
    }
}

void Feedback::take(const std::vector<runs::Tensor>& outputs)
{
    m_states.clear();
    for (const auto& link : m_links)
        m_states.push_back(outputs.at(link.output));
}

} // namespace ql::analysis
