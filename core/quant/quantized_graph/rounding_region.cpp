// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/rounding_region.h"

#include "core/base/error.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/operator_traits.h"
#include "core/ops/registry.h"
#include "core/ops/support/kernel_errors.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

namespace ql::quant {

namespace {

using graph::Graph;
using graph::Node;
using graph::NodeId;
using graph::ValueId;
using ops::Tensor;

constexpr std::size_t kMostNodes = 32;

bool rounds(const Node& node)
{
    return graph::opKind(node) == graph::OpKind::Quantize || graph::traitsOf(node).isPiecewiseConstant;
}

bool canRunAlone(const Node& node)
{
    return node.captures.empty() && !node.body.isValid() && ops::Registry::builtIn().supports(node)
           && !graph::traitsNamed(node.opType).isRandom && graph::opKind(node) != graph::OpKind::Control;
}

struct Step {
    ops::Kernel kernel;
    std::vector<ValueId> inputs;
    std::vector<ValueId> outputs;
};

} // namespace

std::optional<RoundingRegion> roundingBehind(const Graph& graph, ValueId value,
                                             const std::function<bool(const Node&)>& isLayer)
{
    std::set<NodeId> nodes;
    std::set<ValueId> sources;
    std::vector<ValueId> open{value};
    while (!open.empty()) {
        const auto next = open.back();
        open.pop_back();
        if (!next.isValid() || graph.constantOf(next))
            continue;
        const auto producer = graph.value(next).producer;
        if (!producer.isValid() || isLayer(graph.node(producer))) {
            sources.insert(next);
            continue;
        }
        if (!canRunAlone(graph.node(producer)) || (nodes.insert(producer).second && nodes.size() > kMostNodes))
            return std::nullopt;
        const auto& inputs = graph.node(producer).inputs;
        if (std::ranges::find(graph.node(producer).outputs, next) != graph.node(producer).outputs.end())
            std::ranges::copy_if(inputs, std::back_inserter(open), [&](ValueId input) {
                return input.isValid() && !sources.contains(input) && !nodes.contains(graph.value(input).producer);
            });
    }
    const auto isRounding = [&graph](NodeId id) { return rounds(graph.node(id)); };
    if (sources.size() != 1 || *sources.begin() == value || std::ranges::none_of(nodes, isRounding))
        return std::nullopt;
    RoundingRegion region{*sources.begin(), value, {}};
    std::ranges::copy_if(graph::topologicalOrder(graph), std::back_inserter(region.nodes),
                         [&nodes](NodeId id) { return nodes.contains(id); });
    return region;
}

Transform transformOf(const Graph& graph, const RoundingRegion& region)
{
    std::vector<Step> steps;
    std::unordered_map<ValueId, Tensor> constants;
    for (const auto id : region.nodes) {
        const auto& node = graph.node(id);
        const auto* definition = ops::Registry::builtIn().find(node);
        if (!definition)
            throw Error(ErrorCode::UnsupportedOperator, Message("{} is not supported", node.description()));
        steps.push_back({definition->bind(node), node.inputs, node.outputs});
        for (const auto input : node.inputs)
            if (const auto* data = input.isValid() ? graph.constantOf(input) : nullptr)
                constants.emplace(input, ops::toTensor(*data));
    }
    return [steps = std::move(steps), constants = std::move(constants), source = region.source,
            result = region.result](const Tensor& x) {
        static const ops::BodyRunner kNoBodies;
        auto known = constants;
        known.emplace(source, x);
        for (const auto& step : steps) {
            std::vector<Tensor> inputs;
            for (const auto input : step.inputs)
                inputs.push_back(input.isValid() ? known.at(input) : Tensor());
            const auto outputs = ops::translated(
                [&] {
                    return step.kernel({inputs, kNoBodies});
                },
                [&] { return ops::refusedInputs(inputs); });
            for (std::size_t i = 0; i < step.outputs.size() && i < outputs.size(); ++i)
                if (step.outputs[i].isValid())
                    known.emplace(step.outputs[i], outputs[i]);
        }
        const auto found = known.find(result);
        return found == known.end() ? Tensor() : found->second;
    };
}

} // namespace ql::quant
