// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/slice_parts.h"

#include "core/graph/operators/channel_axis.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <utility>

namespace ql::analysis {

namespace {

using graph::DeclaredShape;
using graph::Node;
using graph::OpKind;
using graph::ValueId;
using Axis = std::optional<std::int64_t>;

constexpr std::size_t kMostParts = 64; ///< of one value; more are no parts but channels

Axis placeOf(std::int64_t axis, const std::optional<DeclaredShape>& shape)
{
    if (axis < 0 && !shape)
        return std::nullopt;
    const auto place = axis < 0 ? axis + std::int64_t(shape->size()) : axis;
    const bool isInside = place >= 0 && (!shape || place < std::int64_t(shape->size()));
    return isInside ? Axis(place) : std::nullopt;
}

bool changesEachElementAlone(const graph::Graph& graph, const Node& node)
{
    const auto& family = graph::familyTraits(node.opType);
    const auto form = family.integerForm;
    const bool isAlone = family.clamp != graph::Clamp::None || family.arithmetic != graph::Arithmetic::None
                         || form == graph::IntegerForm::Unary || family.isFakeQuantizer;
    const auto data = std::ranges::count_if(
        node.inputs, [&graph](ValueId input) { return input.isValid() && !graph.constantOf(input); });
    return isAlone && data == 1;
}

/// Whether the parts of its data are parts of what it gives.
bool keepsParts(const graph::Graph& graph, const Node& node)
{
    const auto kind = graph::opKind(node);
    return kind == OpKind::Cast || kind == OpKind::Quantize || kind == OpKind::Dequantize || graph::movesAxes(node)
           || changesEachElementAlone(graph, node);
}

std::int64_t sizeAlong(const graph::Graph& graph, ValueId value, std::int64_t axis)
{
    const auto& shape = graph.value(value).shape;
    const auto place = placeOf(axis, shape);
    return shape && place ? (*shape)[std::size_t(*place)].size : -1;
}

/// Where each of @p sizes lies along the whole; nothing for those behind one unknown size and before another.
std::vector<std::optional<std::pair<std::int64_t, std::int64_t>>> placesOf(const std::vector<std::int64_t>& sizes)
{
    std::vector<std::optional<std::pair<std::int64_t, std::int64_t>>> places(sizes.size());
    std::int64_t begin = 0;
    for (std::size_t i = 0; i < sizes.size() && sizes[i] >= 0; begin += sizes[i], ++i)
        places[i] = {begin, begin + sizes[i]};
    std::int64_t end = 0;
    for (std::size_t i = sizes.size(); i-- > 0 && sizes[i] >= 0 && !places[i]; end += sizes[i])
        places[i] = {-end - sizes[i], end == 0 ? SlicePart::kEnd : -end};
    return places;
}

std::vector<std::int64_t> wholeNumbers(const graph::TensorData* constant)
{
    using enum graph::DataType;
    const bool isWhole = constant && (constant->type() == Int64 || constant->type() == Int32);
    return isWhole ? constant->toInts() : std::vector<std::int64_t>{};
}

std::vector<std::int64_t> numbersOf(const graph::Graph& graph, const Node& node, std::size_t slot,
                                    const char* attribute)
{
    if (node.inputs.size() > slot && node.inputs[slot].isValid())
        return wholeNumbers(graph.constantOf(node.inputs[slot]));
    return node.attributes.intsOr(attribute, {});
}

/// What a Slice leaves, where it cuts one axis and skips nothing.
std::optional<SlicePart> cutOf(const graph::Graph& graph, const Node& node)
{
    for (std::size_t slot = 1; slot < node.inputs.size(); ++slot)
        if (node.inputs[slot].isValid() && !graph.constantOf(node.inputs[slot]))
            return std::nullopt; // known only when it runs
    const auto starts = numbersOf(graph, node, 1, "starts");
    const auto ends = numbersOf(graph, node, 2, "ends");
    auto axes = numbersOf(graph, node, 3, "axes");
    const auto steps = numbersOf(graph, node, 4, "steps");
    for (std::size_t i = axes.size(); i < starts.size(); ++i)
        axes.push_back(std::int64_t(i));
    std::optional<SlicePart> part;
    for (std::size_t i = 0; i < starts.size() && i < ends.size(); ++i) {
        const auto size = sizeAlong(graph, node.inputs[0], axes[i]);
        const bool isWhole = starts[i] == 0 && (size >= 0 ? ends[i] >= size : ends[i] > (std::int64_t{1} << 30));
        if (isWhole)
            continue;
        if (part || (i < steps.size() && steps[i] != 1))
            return std::nullopt;
        part = {.axis = axes[i], .begin = starts[i], .end = ends[i], .name = graph.value(node.outputs[0]).name};
    }
    return part;
}

} // namespace

Axis keptAxis(const graph::Graph& graph, const Node& node, ValueStep step, std::int64_t axis)
{
    const auto& from = graph.value(step.from).shape;
    const auto& to = graph.value(step.to).shape;
    const auto& family = graph::familyTraits(node.opType);
    if (family.product != graph::Product::None || family.isRecurrent || !from || !to)
        return std::nullopt;
    const auto place = placeOf(axis, from);
    if (!place)
        return std::nullopt;
    if (graph::movesAxes(node))
        return node.inputs[0] == step.from ? graph::axisBehind(graph, node, *place)
               : node.inputs[0] == step.to ? graph::axisBefore(graph, node, *place)
                                           : std::nullopt;
    if (from->size() != to->size())
        return std::nullopt;
    const bool keeps =
        graph::movesDataOnly(node) || (*from)[std::size_t(*place)].size == (*to)[std::size_t(*place)].size;
    return keeps ? place : std::nullopt;
}

SlicePartsWalk::SlicePartsWalk(const graph::Graph& graph)
    : m_graph(graph)
    , m_parts(graph.valueCount())
{
}

void SlicePartsWalk::add(ValueId value, SlicePart part)
{
    auto& parts = m_parts[value.position()];
    const bool isKnown = std::ranges::any_of(parts, [&part](const SlicePart& other) {
        return other.axis == part.axis && other.begin == part.begin && other.end == part.end;
    });
    if (!isKnown && parts.size() < kMostParts)
        parts.push_back(std::move(part));
}

void SlicePartsWalk::addJoined(const Node& node)
{
    const auto axis = node.attributes.intOr("axis", 1);
    std::vector<std::int64_t> sizes;
    for (const auto input : node.inputs)
        sizes.push_back(input.isValid() ? sizeAlong(m_graph, input, axis) : 0);
    if (sizes.size() < 2 || sizes.size() > kMostParts)
        return;
    const auto places = placesOf(sizes);
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i] && node.inputs[i].isValid())
            add(node.outputs[0], {axis, places[i]->first, places[i]->second, m_graph.value(node.inputs[i]).name});
    addCommon(node, axis);
}

void SlicePartsWalk::addCommon(const Node& node, std::int64_t axis)
{
    const auto place = placeOf(axis, m_graph.value(node.outputs[0]).shape);
    if (!place || !node.inputs[0].isValid())
        return;
    for (const auto& part : m_parts[node.inputs[0].position()]) {
        const bool isCommon = std::ranges::all_of(node.inputs, [&](ValueId input) {
            return input.isValid() && std::ranges::any_of(m_parts[input.position()], [&part](const SlicePart& other) {
                       return other.axis == part.axis && other.begin == part.begin && other.end == part.end;
                   });
        });
        if (isCommon && placeOf(part.axis, m_graph.value(node.inputs[0]).shape) != place)
            add(node.outputs[0], part);
    }
}

void SlicePartsWalk::goForward(const Node& node)
{
    if (node.outputs.empty() || !node.outputs[0].isValid())
        return;
    if (graph::traitsOf(node).joins && !node.inputs.empty())
        return addJoined(node);
    if (!keepsParts(m_graph, node))
        return;
    for (const auto input : node.inputs) {
        if (!input.isValid())
            continue;
        for (const auto& part : m_parts[input.position()])
            if (const auto axis = keptAxis(m_graph, node, {input, node.outputs[0]}, part.axis))
                add(node.outputs[0], {*axis, part.begin, part.end, part.name});
    }
}

void SlicePartsWalk::addCut(const Node& node)
{
    const auto value = node.inputs[0];
    if (node.opType == "Slice") {
        if (auto part = cutOf(m_graph, node))
            add(value, std::move(*part));
    } else if (node.opType == "Split" && node.outputs.size() <= kMostParts) {
        const auto axis = node.attributes.intOr("axis", 0);
        auto sizes = numbersOf(m_graph, node, 1, "split");
        if (sizes.size() != node.outputs.size()) {
            sizes.clear();
            for (const auto output : node.outputs)
                sizes.push_back(output.isValid() ? sizeAlong(m_graph, output, axis) : -1);
        }
        const auto places = placesOf(sizes);
        for (std::size_t i = 0; i < places.size(); ++i)
            if (places[i] && node.outputs[i].isValid())
                add(value, {axis, places[i]->first, places[i]->second, m_graph.value(node.outputs[i]).name});
    } else if (node.opType == "Gather" && node.inputs.size() > 1 && node.inputs[1].isValid()) {
        const auto* indices = m_graph.constantOf(node.inputs[1]);
        if (!indices || indices->size() > kMostParts)
            return;
        for (const auto index : wholeNumbers(indices))
            add(value, {node.attributes.intOr("axis", 0), index, index == -1 ? SlicePart::kEnd : index + 1,
                        m_graph.value(node.outputs[0]).name});
    }
}

void SlicePartsWalk::goBack(const Node& node)
{
    if (node.inputs.empty() || !node.inputs[0].isValid() || m_graph.constantOf(node.inputs[0]) || node.outputs.empty()
        || !node.outputs[0].isValid())
        return;
    addCut(node);
    if (!keepsParts(m_graph, node))
        return;
    for (const auto input : node.inputs) {
        if (!input.isValid() || m_graph.constantOf(input))
            continue;
        for (const auto& part : m_parts[node.outputs[0].position()])
            if (const auto axis = keptAxis(m_graph, node, {node.outputs[0], input}, part.axis))
                add(input, {*axis, part.begin, part.end, part.name});
    }
}

} // namespace ql::analysis
