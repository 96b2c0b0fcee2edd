// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that keep the elements and change how they lie: Reshape, Transpose, Concat, Split …
#include "core/graph/operators/shape_rules/shape_rules.h"

#include <algorithm>

namespace ql::graph::shapes {

namespace {

void keepElements(ShapeContext& context)
{
    context.setType(0, context.type(0));
    if (auto elements = context.elements(0))
        context.setElements(0, std::move(*elements));
}

/// Inputs @p first, first + step … one behind the other.
void concatInputs(ShapeContext& context, std::size_t first, std::size_t step)
{
    const auto* whole = context.shape(first);
    if (!whole)
        return;
    auto shape = *whole;
    const bool hasDefault = context.node().domain.empty() && context.node().opset < 4;
    const auto& attributes = context.attributes();
    const auto axis = axisOf(hasDefault ? attributes.intOr("axis", 1) : attributes.requiredInt("axis"), shape.size());
    for (auto i = first + step; i < context.inputCount(); i += step) {
        const auto* part = context.shape(i);
        if (!part || part->size() != shape.size())
            return;
        auto& sum = shape[axis].size;
        if (sum < 0 || (*part)[axis].size < 0 || __builtin_add_overflow(sum, (*part)[axis].size, &sum))
            shape[axis] = {};
        for (std::size_t other = 0; other < shape.size(); ++other)
            if (other != axis && shape[other].size < 0)
                shape[other] = (*part)[other];
    }
    context.setShape(0, shape);
}

/// Squares of channels become squares of pixels, or the other way round.
void moveBlocks(ShapeContext& context, bool toDepth)
{
    context.setType(0, context.type(0));
    const auto block = context.attributes().requiredInt("blocksize");
    if (!context.shape(0) || context.shape(0)->size() != 4 || block < 1 || block > 1 << 20)
        return;
    auto shape = *context.shape(0);
    const auto divided = [](const Dimension& size, std::int64_t by) {
        return size.size < 0 ? Dimension{} : Dimension{size.size / by, {}};
    };
    shape[1] = toDepth ? product(shape[1], {block * block, {}}) : divided(shape[1], block * block);
    for (const std::size_t axis : {2, 3})
        shape[axis] = toDepth ? divided(shape[axis], block) : product(shape[axis], {block, {}});
    context.setShape(0, shape);
}

} // namespace

void reshape(ShapeContext& context)
{
    keepElements(context);
    const auto target = context.has(1) ? context.elements(1) : std::nullopt;
    if (!target) {
        if (const auto* list = context.shape(1);
            list && list->size() == 1 && list->front().size >= 0 && list->front().size < 64)
            context.setShape(0, DeclaredShape(static_cast<std::size_t>(list->front().size)));
        return;
    }
    const auto* from = context.shape(0);
    const bool keepsZeros = context.attributes().intOr("allowzero", 0) != 0;
    DeclaredShape shape;
    std::optional<std::size_t> open;
    for (const auto& element : *target) {
        if (element.value == 0 && !keepsZeros)
            shape.push_back(from && shape.size() < from->size() ? (*from)[shape.size()] : Dimension{});
        else
            shape.push_back(dimensionOf(element));
        if (element.value == -1)
            open = shape.size() - 1;
    }
    if (open && from) {
        const auto all = product(*from, 0, from->size());
        shape[*open] = {1, {}};
        const auto others = product(shape, 0, shape.size());
        const bool isKnown = all.size >= 0 && others.size > 0;
        shape[*open] = isKnown ? Dimension{all.size / others.size, {}} : Dimension{};
    }
    context.setShape(0, shape);
}

void flatten(ShapeContext& context)
{
    context.setType(0, context.type(0));
    if (!context.shape(0))
        return;
    const auto& from = *context.shape(0);
    const auto axis = context.attributes().intOr("axis", 1);
    const auto split = axis == static_cast<std::int64_t>(from.size()) ? from.size() : axisOf(axis, from.size());
    context.setShape(0, {product(from, 0, split), product(from, split, from.size())});
}

void transpose(ShapeContext& context)
{
    context.setType(0, context.type(0));
    if (!context.shape(0))
        return;
    const auto& from = *context.shape(0);
    const auto order = context.attributes().intsOr("perm", {});
    DeclaredShape shape(from.rbegin(), from.rend());
    for (std::size_t i = 0; i < order.size() && i < shape.size(); ++i)
        shape[i] = from[axisOf(order[i], from.size())];
    context.setShape(0, shape);
}

void squeeze(ShapeContext& context)
{
    keepElements(context);
    const auto axes = context.axes(1);
    if (!context.shape(0) || !axes)
        return;
    const auto& from = *context.shape(0);
    const bool isAll = !context.has(1) && !context.attributes().has("axes");
    if (isAll && std::ranges::any_of(from, [](const Dimension& each) { return each.size < 0; }))
        return; // how many are 1 isn't known
    std::vector<bool> isGone(from.size(), false);
    for (const auto axis : *axes)
        isGone[axisOf(axis, from.size())] = true;
    DeclaredShape shape;
    for (std::size_t i = 0; i < from.size(); ++i)
        if (isAll ? from[i].size != 1 : !isGone[i])
            shape.push_back(from[i]);
    context.setShape(0, shape);
}

void unsqueeze(ShapeContext& context)
{
    keepElements(context);
    const auto axes = context.axes(1);
    if (!context.shape(0) || !axes)
        return;
    const auto& from = *context.shape(0);
    std::vector<bool> isNew(from.size() + axes->size(), false);
    for (const auto axis : *axes)
        isNew[axisOf(axis, isNew.size())] = true;
    DeclaredShape shape;
    auto next = from.begin();
    for (const bool each : isNew) {
        if (!each && next == from.end())
            return;
        shape.push_back(each ? Dimension{1, {}} : *next++);
    }
    context.setShape(0, shape);
}

void concat(ShapeContext& context)
{
    context.setType(0, context.type(0));
    concatInputs(context, 0, 1);
    Elements all;
    for (std::size_t i = 0; i < context.inputCount(); ++i) {
        const auto part = context.elements(i);
        if (part)
            all.insert(all.end(), part->begin(), part->end());
        else if (const auto* shape = context.shape(i);
                 shape && shape->size() == 1 && shape->front().size >= 0 && shape->front().size < 64)
            all.resize(all.size() + static_cast<std::size_t>(shape->front().size));
        else
            return;
    }
    context.setElements(0, std::move(all));
}

/// Scale and zero point of the output, then each input with its own.
void quantizedConcat(ShapeContext& context)
{
    context.setType(0, context.type(1));
    concatInputs(context, 2, 3);
}

void split(ShapeContext& context)
{
    for (std::size_t i = 0; i < context.outputCount(); ++i)
        context.setType(i, context.type(0));
    if (!context.shape(0))
        return;
    auto shape = *context.shape(0);
    const auto axis = axisOf(context.attributes().intOr("axis", 0), shape.size());
    const auto total = shape[axis].size;
    const auto parts = static_cast<std::int64_t>(context.outputCount());
    const auto lengths = context.has(1) ? context.ints(1) : context.attributes().intsOr("split", {});
    const bool isEven = lengths && lengths->empty() && total >= 0 && parts > 0;
    const auto even = isEven ? (total + parts - 1) / parts : 0;
    for (std::int64_t i = 0; i < parts; ++i) {
        const auto place = static_cast<std::size_t>(i);
        if (isEven)
            shape[axis] = {std::clamp<std::int64_t>(total - i * even, 0, even), {}};
        else if (lengths && place < lengths->size())
            shape[axis] = {(*lengths)[place], {}};
        else
            shape[axis] = {};
        context.setShape(place, shape);
    }
}

void spaceToDepth(ShapeContext& context)
{
    moveBlocks(context, true);
}

void depthToSpace(ShapeContext& context)
{
    moveBlocks(context, false);
}

/// The older Crop: attribute scale is what is left, or border what goes.
void crop(ShapeContext& context)
{
    context.setType(0, context.type(0));
    const auto border = context.attributes().intsOr("border", {});
    const auto size = context.attributes().intsOr("scale", {});
    if (!context.shape(0) || context.shape(0)->size() != 4 || border.size() != 4 || size.size() % 2 != 0)
        return;
    auto shape = *context.shape(0);
    for (std::size_t axis = 2; axis < 4; ++axis) {
        const auto before = border[3 - axis];
        const auto after = border[5 - axis];
        auto& dimension = shape[axis];
        const bool isKnown = dimension.size >= 0 && before >= 0 && after >= 0 && dimension.size - before >= after;
        if (!size.empty())
            dimension = {size[axis - 2], {}};
        else
            dimension = isKnown ? Dimension{dimension.size - before - after, {}} : Dimension{};
    }
    context.setShape(0, shape);
}

} // namespace ql::graph::shapes
