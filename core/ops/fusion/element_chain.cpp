// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/fusion/fused_chain.h"

#include "core/ops/fusion/chain_links.h"
#include "core/ops/fusion/quantizer_pair.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ql::ops {

namespace {

struct MappedOperator {
    std::string_view opType;
    std::variant<UnaryMap, SmoothMap, BinaryMap> map;
};
/// Those that need no attribute.
constexpr std::array kMapped{MappedOperator{"Abs", UnaryMap::Abs},
                             MappedOperator{"Add", BinaryMap::Add},
                             MappedOperator{"Div", BinaryMap::Divide},
                             MappedOperator{"Erf", SmoothMap::ErrorFunction},
                             MappedOperator{"Exp", SmoothMap::Exponential},
                             MappedOperator{"Mul", BinaryMap::Multiply},
                             MappedOperator{"Neg", UnaryMap::Negative},
                             MappedOperator{"Reciprocal", UnaryMap::Reciprocal},
                             MappedOperator{"Relu", UnaryMap::Relu},
                             MappedOperator{"Sigmoid", SmoothMap::Sigmoid},
                             MappedOperator{"Sqrt", UnaryMap::SquareRoot},
                             MappedOperator{"Sub", BinaryMap::Subtract},
                             MappedOperator{"Tanh", SmoothMap::HyperbolicTangent}};

/// More win nothing, and each node of a network has a chain of its own.
constexpr std::size_t kMostSteps = 32;
constexpr int kBroadcastsAsNumpy = 7; ///< opset from which on no attribute says how

/// Whether @p slot of @p node is a float32 number that changes no shape.
bool isNumber(const graph::Graph& graph, const graph::Node& node, std::size_t slot)
{
    const auto* const number = knownNumber(graph, node, slot);
    return number && number->type() == graph::DataType::Float && number->shape().size() <= 1;
}

/// What @p node does to its input @p slot. The operand that it reads beside, if any, is to be the chain's addend.
std::optional<ElementStep> stepOf(const graph::Graph& graph, const graph::Node& node, std::size_t slot,
                                  const FusedChain& chain)
{
    const auto* const found = std::ranges::find(kMapped, node.opType, &MappedOperator::opType);
    if (found == kMapped.end())
        return {};
    ElementStep step{found->map};
    if (!std::holds_alternative<BinaryMap>(step.map))
        return node.inputs.size() == 1 ? std::optional(step) : std::nullopt;
    if (node.opset < kBroadcastsAsNumpy || node.inputs.size() != 2)
        return {};
    const auto other = 1 - slot;
    step.isOtherLeft = other == 0;
    if (isNumber(graph, node, other)) {
        step.other = ElementStep::Other::Number;
        step.number = static_cast<float>(knownNumber(graph, node, other)->toDoubles()[0]);
        return step;
    }
    step.other = ElementStep::Other::Operand;
    const auto operand = node.inputs[other];
    const bool isFree = !chain.addend.isValid() || chain.addend == operand;
    return operand.isValid() && isFree && !knownConstant(graph, node, other) ? std::optional(step) : std::nullopt;
}

void append(FusedChain& chain, const graph::Node& node, std::size_t slot, const ElementStep& step)
{
    if (step.other == ElementStep::Other::Operand)
        chain.addend = node.inputs[1 - slot];
    chain.steps.push_back(step);
    chain.result = node.outputs[0];
}

} // namespace

std::optional<FusedChain> elementChainFrom(const graph::Graph& graph, const graph::Node& first,
                                           const std::vector<std::size_t>& flatPositions, const Registry& registry)
{
    FusedChain chain;
    chain.source = first.inputs.size() == 2 && isNumber(graph, first, 0) ? 1 : 0;
    if (!isOurs(first, registry) || first.inputs.empty() || !first.inputs[chain.source].isValid())
        return {};
    const auto own = stepOf(graph, first, chain.source, chain);
    if (!own)
        return {};
    append(chain, first, chain.source, *own);
    while (chain.steps.size() < kMostSteps) {
        const auto* const reader = onlyReader(graph, chain.result);
        if (!reader)
            break;
        const auto slot =
            static_cast<std::size_t>(std::ranges::find(reader->inputs, chain.result) - reader->inputs.begin());
        const auto step = isOurs(*reader, registry) ? stepOf(graph, *reader, slot, chain) : std::nullopt;
        if (!step
            || (step->other == ElementStep::Other::Operand
                && !isKnownBefore(graph, flatPositions, first, reader->inputs[1 - slot])))
            break;
        chain.inner.push_back(chain.result);
        chain.nodes.push_back(flatPositions[reader->id.position()]);
        append(chain, *reader, slot, *step);
    }
    return chain.nodes.empty() ? std::nullopt : std::optional(std::move(chain));
}

} // namespace ql::ops
