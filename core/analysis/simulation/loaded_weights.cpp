// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/simulation.h"

#include "core/analysis/matching/model_weights.h"
#include "core/analysis/matching/weight_storage.h"
#include "core/base/error.h"
#include "core/data/weights/safetensors.h"
#include "core/data/weights/state_dict.h"
#include "core/import/onnx/model_file.h"
#include "core/ops/tensor.h"

#include <algorithm>
#include <optional>
#include <set>

namespace ql::analysis {

namespace {

constexpr std::size_t kMostNames = 8;

auto weightsIn(const std::string& file, const std::string& stateDict) -> importers::ImportedModel
{
    switch (importers::kindOf(file)) {
    case importers::FileKind::StateDict: return data::readStateDict(file, stateDict);
    case importers::FileKind::Safetensors:
    case importers::FileKind::WeightIndex: return data::readSafetensors(file);
    default:
        throw Error(ErrorCode::UnsupportedFormat, Message("{}: the file holds no state dict", file),
                    "save the weights: torch.save(model.state_dict(), path)");
    }
}

/// The constant that @p weight is called after.
std::optional<graph::ValueId> placeOf(const graph::Graph& graph, const ModelWeight& weight)
{
    for (const auto& name : weight.aliases)
        if (const auto value = graph.findValue(name);
            value && graph.constantOf(*value) && graph::isFloatingPoint(graph.constantOf(*value)->type()))
            return value;
    return std::nullopt;
}

void put(graph::Graph& graph, graph::ValueId value, const ModelWeight& weight)
{
    const auto& old = *graph.constantOf(value);
    if (old.shape() != weight.shape)
        throw Error(ErrorCode::BadArgument,
                    Message("weight {} has shape {}, the model's {} has {}", weight.name, graph::toString(weight.shape),
                            graph.value(value).name, graph::toString(old.shape())),
                    "are the weights those of this model?");
    const auto type = old.type();
    graph.setInitializer(value, ops::toTensorData({weight.read().to(ops::storageType(type)), type}));
}

results::Diagnostic finding(results::Severity severity, Message message)
{
    results::Diagnostic found;
    found.severity = severity;
    found.rule = "loaded-weights";
    found.message = std::move(message);
    return found;
}

Message shortened(const std::vector<std::string>& names)
{
    if (names.size() <= kMostNames)
        return Message::names(names, ", ");
    const std::vector<std::string> first(names.begin(), names.begin() + std::ptrdiff_t(kMostNames));
    return Message("{} and {} more", Message::names(first, ", "), names.size() - kMostNames);
}

/// Weights of the model that are not in @p taken.
std::vector<std::string> leftOf(const graph::Graph& graph, const std::set<graph::ValueId>& taken)
{
    const ModelWeights weights(graph); // outlives its list
    std::vector<std::string> names;
    for (const auto& weight : weights.all())
        if (const auto value = graph.findValue(weight.name); value && !taken.contains(*value))
            names.push_back(weight.name);
    return names;
}

} // namespace

std::vector<results::Diagnostic> loadWeights(graph::Graph& graph, const std::string& file, const std::string& stateDict)
{
    using results::Severity;
    const auto stored = weightsIn(file, stateDict);
    const auto weights = stateWeights(stored.tensors);
    std::set<graph::ValueId> taken;
    std::vector<std::string> strangers;
    for (const auto& weight : weights) {
        const auto value = placeOf(graph, weight);
        if (!value) {
            strangers.push_back(weight.name);
            continue;
        }
        withContext(Message::text(file), [&] { put(graph, *value, weight); });
        taken.insert(*value);
    }
    const auto left = leftOf(graph, taken);
    if (taken.empty())
        throw Error(ErrorCode::BadArgument,
                    Message("none of the {} weights in {} has the name of one of the model's", weights.size(), file),
                    Message("the file has {}; the model has {}", shortened(strangers), shortened(left)));
    std::vector<results::Diagnostic> findings{
        finding(Severity::Info, Message("{} weights are those of {}", taken.size(), file))};
    if (!strangers.empty())
        findings.push_back(
            finding(Severity::Warning, Message("{} weights of {} have the name of none of the model's: {}",
                                               strangers.size(), file, shortened(strangers))));
    if (!left.empty())
        findings.push_back(finding(Severity::Warning, Message("{} weights stay as they are in the model's file: {}",
                                                              left.size(), shortened(left))));
    return findings;
}

} // namespace ql::analysis
