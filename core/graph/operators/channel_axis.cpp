// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/channel_axis.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::graph {

namespace {

constexpr int kWeight = 1;
constexpr int kRecurrence = 2;

bool isDynamicLstm(const Node& node)
{
    return node.opType == "DynamicQuantizeLSTM";
}

std::int64_t matrixAxis(const Node& node, int floatSlot, std::int64_t rank)
{
    if (rank < 2)
        return 0;
    const bool isLeft = floatSlot == 0;
    const bool isFlipped = isLeft ? node.attributes.intOr("transA", 0) != 0 : isStoredTransposed(node, floatSlot);
    return isLeft != isFlipped ? rank - 2 : rank - 1;
}

bool isTransposition(const Node& node)
{
    return node.opType == "Transpose";
}

/// @p axis counted from 0; nothing where it lies outside of @p shape, as far as that is known.
std::optional<std::int64_t> placeOf(std::int64_t axis, const std::optional<DeclaredShape>& shape)
{
    const auto place = axis < 0 && shape ? axis + std::int64_t(shape->size()) : axis;
    const bool isOutside = place < 0 || (shape && place >= std::int64_t(shape->size()));
    return isOutside ? std::nullopt : std::optional(place);
}

/// The axis of @p to that has as many elements as @p axis of @p from, and as many before it.
std::optional<std::int64_t> reshapedAxis(const std::optional<DeclaredShape>& from,
                                         const std::optional<DeclaredShape>& to, std::size_t axis)
{
    if (!from || !to)
        return std::nullopt;
    std::int64_t before = 1;
    for (std::size_t i = 0; i < axis; ++i)
        before *= (*from)[i].size;
    std::int64_t passed = 1;
    for (std::size_t i = 0; i < to->size(); passed *= (*to)[i].size, ++i)
        if (passed == before && (*to)[i].size == (*from)[axis].size)
            return std::int64_t(i);
    return std::nullopt;
}

} // namespace

std::optional<std::int64_t> channelAxis(const Node& node, int floatSlot, std::int64_t rank)
{
    const auto& family = familyTraits(node.opType);
    if (rank < 1)
        return std::nullopt;
    if (family.product == Product::Matrix && floatSlot <= kWeight)
        return matrixAxis(node, floatSlot, rank);
    if (family.isRecurrent && rank == 3 && (floatSlot == kWeight || floatSlot == kRecurrence))
        return isStoredTransposed(node, floatSlot) ? 2 : 1;
    if (floatSlot != kWeight)
        return std::nullopt;
    if (family.product == Product::Convolution)
        return 0;
    if (family.product == Product::TransposedConvolution && rank > 1)
        return traitsOf(node).hasFiltersChannelsLast ? 0 : 1;
    return std::nullopt;
}

std::int64_t weightChannelAxis(const Graph& graph, const Node& node)
{
    const bool isThere = node.inputs.size() > kWeight && node.inputs[kWeight].isValid();
    if (const auto* weight = isThere ? graph.constantOf(node.inputs[kWeight]) : nullptr)
        return channelAxis(node, kWeight, std::int64_t(weight->shape().size())).value_or(0);
    constexpr std::int64_t kUsualRank = 4;
    const bool isMatrix = familyTraits(node.opType).product == Product::Matrix;
    return isMatrix ? 0 : channelAxis(node, kWeight, kUsualRank).value_or(0);
}

bool isStoredTransposed(const Node& node, int floatSlot)
{
    if (traitsNamed(node.opType).hasTransB)
        return floatSlot == kWeight && node.attributes.intOr("transB", 0) != 0;
    return isDynamicLstm(node) && (floatSlot == kWeight || floatSlot == kRecurrence);
}

std::optional<std::int64_t> axisBehind(const Graph& graph, const Node& node, std::int64_t axis)
{
    const auto& from = graph.value(node.inputs.at(0)).shape;
    const auto place = placeOf(axis, from);
    if (!place || !movesDataOnly(node))
        return place;
    if (familyTraits(node.opType).changesShapeOnly)
        return reshapedAxis(from, graph.value(node.outputs.at(0)).shape, std::size_t(*place));
    const auto order = node.attributes.intsOr("perm", {});
    if (!isTransposition(node) || (order.empty() && !from))
        return std::nullopt;
    if (order.empty())
        return std::int64_t(from->size()) - 1 - *place;
    const auto found = std::ranges::find(order, *place);
    return found == order.end() ? std::nullopt : std::optional<std::int64_t>(found - order.begin());
}

std::optional<std::int64_t> axisBefore(const Graph& graph, const Node& node, std::int64_t axis)
{
    const auto& to = graph.value(node.outputs.at(0)).shape;
    const auto place = placeOf(axis, to);
    if (!place || !movesDataOnly(node))
        return place;
    if (familyTraits(node.opType).changesShapeOnly)
        return reshapedAxis(to, graph.value(node.inputs.at(0)).shape, std::size_t(*place));
    const auto order = node.attributes.intsOr("perm", {});
    if (!isTransposition(node) || (order.empty() && !to))
        return std::nullopt;
    if (order.empty())
        return std::int64_t(to->size()) - 1 - *place;
    return *place < std::int64_t(order.size()) ? std::optional(order[std::size_t(*place)]) : std::nullopt;
}

bool movesAxes(const Node& node)
{
    return familyTraits(node.opType).changesShapeOnly || isTransposition(node);
}

} // namespace ql::graph
