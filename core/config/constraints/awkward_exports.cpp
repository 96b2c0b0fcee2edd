// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/constraints/awkward_exports.h"

#include "core/config/layer_names.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <optional>
#include <set>

namespace ql::config {

namespace {

using graph::Graph;
using graph::Node;
using graph::ValueId;

std::optional<std::size_t> knownRank(const Graph& graph, ValueId value)
{
    if (const auto* constant = graph.constantOf(value))
        return constant->shape().size();
    const auto& shape = graph.value(value).shape;
    return shape ? std::optional(shape->size()) : std::nullopt;
}

const Node* onlyReaderOf(const Graph& graph, ValueId value)
{
    const auto& readers = graph.value(value).consumers;
    return readers.size() == 1 ? &graph.node(readers.front()) : nullptr;
}

/// Whether the next node adds one constant number to each column, and does nothing else.
bool isBiasAdded(const Graph& graph, ValueId product)
{
    const auto* next = onlyReaderOf(graph, product);
    if (!next || graph::traitsNamed(next->opType).arithmetic != graph::Arithmetic::Add)
        return false;
    return std::ranges::any_of(next->inputs, [&](ValueId added) {
        return added.isValid() && added != product && dataInputs(graph, *next).size() == 1
               && knownRank(graph, added) == std::size_t(1);
    });
}

/// By value index: what hangs on constants alone.
std::vector<bool> constantValues(const Graph& graph)
{
    std::vector<bool> isConstant(graph.valueCount());
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        isConstant[i] = graph.values()[i].initializer.has_value();
    for (const auto id : graph::topologicalOrder(graph)) {
        const auto& node = graph.node(id);
        const bool isMadeOfThem = std::ranges::all_of(
            node.inputs, [&isConstant](ValueId input) { return !input.isValid() || isConstant[input.position()]; });
        if (!isMadeOfThem || !node.captures.empty() || graph::traitsNamed(node.opType).isRandom)
            continue;
        for (const auto output : node.outputs)
            if (output.isValid())
                isConstant[output.position()] = true;
    }
    return isConstant;
}

/// What the bounds of a slice are worked out from.
struct BoundOrigin {
    bool isOfShape = false; ///< of the very value that is cut
    bool isDivided = false;
};

void lookBack(const Graph& graph, ValueId bound, ValueId cut, std::set<ValueId>& seen, BoundOrigin& origin)
{
    constexpr std::size_t kMost = 64; // a chunk's arithmetic is a handful of nodes
    const auto producer = bound.isValid() ? graph.value(bound).producer : graph::NodeId{};
    if (!producer.isValid() || seen.size() > kMost || !seen.insert(bound).second)
        return;
    const auto& node = graph.node(producer);
    if (node.opType == "Shape") {
        origin.isOfShape = origin.isOfShape || node.inputs.at(0) == cut;
        return;
    }
    origin.isDivided = origin.isDivided || graph::traitsNamed(node.opType).arithmetic == graph::Arithmetic::Divide;
    for (const auto input : node.inputs)
        lookBack(graph, input, cut, seen, origin);
}

bool isChunkPiece(const Graph& graph, const Node& node)
{
    if (node.opType != "Slice" || node.inputs.size() < 3 || !node.inputs[0].isValid())
        return false;
    BoundOrigin origin;
    std::set<ValueId> seen;
    for (const std::size_t bound : {1, 2})
        lookBack(graph, node.inputs[bound], node.inputs[0], seen, origin);
    return origin.isOfShape && origin.isDivided;
}

} // namespace

std::vector<const Node*> biasedLinears(const Graph& graph)
{
    constexpr std::size_t kFlat = 2;
    std::vector<const Node*> found;
    for (const auto& node : graph.nodes()) {
        const auto& traits = graph::traitsNamed(node.opType);
        const bool isBare = traits.product == graph::Product::Matrix && traits.biasSlot < 0;
        if (!isBare || node.inputs.size() != 2 || weightInputs(graph, node) != std::vector{node.inputs[1]})
            continue;
        const bool isDeep = knownRank(graph, node.inputs[0]).value_or(kFlat) > kFlat;
        if (isDeep && isBiasAdded(graph, node.outputs.at(0)))
            found.push_back(&node);
    }
    return found;
}

std::vector<const Node*> offlineConvolutions(const Graph& graph)
{
    const auto isConstant = constantValues(graph);
    std::vector<const Node*> found;
    for (const auto& node : graph.nodes()) {
        const auto product = graph::familyTraits(node.opType).product;
        const bool isConvolution =
            product == graph::Product::Convolution || product == graph::Product::TransposedConvolution;
        if (isConvolution && !node.inputs.empty() && node.inputs[0].isValid() && isConstant[node.inputs[0].position()])
            found.push_back(&node);
    }
    return found;
}

std::vector<SlicedChunk> slicedChunks(const Graph& graph)
{
    std::vector<SlicedChunk> chunks;
    for (const auto& node : graph.nodes()) {
        if (!isChunkPiece(graph, node))
            continue;
        const auto known = std::ranges::find(chunks, node.inputs[0], &SlicedChunk::cut);
        if (known == chunks.end())
            chunks.push_back({&node, node.inputs[0], 1});
        else
            ++known->pieces;
    }
    std::erase_if(chunks, [](const SlicedChunk& chunk) { return chunk.pieces < 2; });
    return chunks;
}

} // namespace ql::config
