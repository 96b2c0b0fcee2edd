// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/training_mode.h"

#include "core/graph/ir/torch_call.h"
#include "core/ops/torch/torch_expression.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace ql::analysis {

namespace {

using ops::TorchExpression;

/// Where LibTorch's operators keep what training changes.
struct TorchSwitch {
    std::string_view name;
    std::size_t training;                  ///< the argument that is true in training
    std::optional<std::size_t> own = {};   ///< statistics; without any, those of the batch are all there is
    std::optional<std::size_t> share = {}; ///< of what is dropped
};

constexpr TorchSwitch kTorchSwitches[]{
    {"batch_norm", 5, 3, {}},    {"native_batch_norm", 5, 3, {}},    {"_native_batch_norm_legit", 5, 3, {}},
    {"dropout", 2, {}, 1},       {"native_dropout", 2, {}, 1},       {"feature_dropout", 2, {}, 1},
    {"alpha_dropout", 2, {}, 1}, {"feature_alpha_dropout", 2, {}, 1}};

/// "batch_norm" of "aten::batch_norm_.default".
std::string_view stemOf(std::string_view name)
{
    if (const auto domain = name.rfind("::"); domain != std::string_view::npos)
        name.remove_prefix(domain + 2);
    name = name.substr(0, name.find('.'));
    return name.ends_with('_') ? name.substr(0, name.size() - 1) : name;
}

const c10::IValue* literalAt(const TorchExpression& call, std::size_t position)
{
    const bool isLiteral = position < call.parts.size() && call.parts[position].kind == TorchExpression::Kind::Literal;
    return isLiteral ? &call.parts[position].literal : nullptr;
}

bool trains(const TorchExpression& call)
{
    const auto* found = std::ranges::find(kTorchSwitches, stemOf(call.name), &TorchSwitch::name);
    if (call.kind == TorchExpression::Kind::Call && found != std::end(kTorchSwitches)) {
        const auto* training = literalAt(call, found->training);
        const auto* own = found->own ? literalAt(call, *found->own) : nullptr;
        const auto* share = found->share ? literalAt(call, *found->share) : nullptr;
        const bool dropsNothing = share && share->isDouble() && share->toDouble() == 0.0;
        if (training && training->isBool() && training->toBool() && !(own && own->isNone()) && !dropsNothing)
            return true;
    }
    return std::ranges::any_of(call.parts, trains);
}

bool trains(const graph::Graph& graph, const graph::Node& node)
{
    if (const auto call = node.attributes.stringOr(graph::kTorchCall, {}); !call.empty()) {
        const bool mayTrain = std::ranges::any_of(
            kTorchSwitches, [&call](const auto& each) { return call.find(each.name) != std::string::npos; });
        return mayTrain && trains(ops::parseTorchExpression(call));
    }
    if (node.attributes.intOr("training_mode", 0) != 0)
        return true;
    constexpr std::size_t kShare = 1;
    constexpr std::size_t kMode = 2;
    if (node.opType != "Dropout" || node.inputs.size() <= kMode || !node.inputs[kMode].isValid())
        return false;
    const auto* mode = graph.constantOf(node.inputs[kMode]);
    const auto* share = node.inputs[kShare].isValid() ? graph.constantOf(node.inputs[kShare]) : nullptr;
    const bool dropsNothing = share && share->size() == 1 && share->toDoubles().front() == 0.0;
    return mode && mode->size() == 1 && mode->toInts().front() != 0 && !dropsNothing;
}

} // namespace

std::vector<std::string> nodesInTrainingMode(const graph::Graph& graph)
{
    std::vector<std::string> names;
    for (const auto& node : graph.nodes())
        if (trains(graph, node))
            names.push_back(node.name);
    return names;
}

} // namespace ql::analysis
