// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that choose, repeat or make elements: Gather, Slice, Expand, Pad, Resize, Shape, Range …
#include "core/graph/operators/shape_rules/shape_rules.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::graph::shapes {

namespace {

void gatherElements(ShapeContext& context)
{
    const auto from = context.elements(0);
    const auto places = context.ints(1);
    if (!from || !places || context.attributes().intOr("axis", 0) != 0)
        return;
    Elements chosen;
    for (const auto place : *places)
        chosen.push_back((*from)[axisOf(place, from->size())]);
    context.setElements(0, std::move(chosen));
}

/// How many of @p size elements lie from @p start to @p end by @p step, as numpy counts them.
std::int64_t sliced(std::int64_t size, std::int64_t start, std::int64_t end, std::int64_t step, std::int64_t& first)
{
    const auto clamped = [size, step](std::int64_t i) {
        if (i < 0)
            i = i < -size ? -1 : i + size;
        return step > 0 ? std::clamp<std::int64_t>(i, 0, size) : std::clamp<std::int64_t>(i, -1, size - 1);
    };
    first = clamped(start);
    const auto last = step < 0 && end < -size ? -1 : clamped(end);
    if (step > 0)
        return last <= first ? 0 : (last - first - 1) / step + 1;
    return last >= first ? 0 : (first - last - 1) / -std::max(step, -std::numeric_limits<std::int64_t>::max()) + 1;
}

DeclaredShape shapeFrom(const Elements& elements)
{
    DeclaredShape shape;
    for (const auto& element : elements)
        shape.push_back(dimensionOf(element));
    return shape;
}

} // namespace

void shapeOf(ShapeContext& context)
{
    context.setType(0, DataType::Int64);
    if (!context.shape(0))
        return;
    const auto& from = *context.shape(0);
    const auto rank = static_cast<std::int64_t>(from.size());
    const auto place = [rank](std::int64_t i) { return std::clamp<std::int64_t>(i < 0 ? i + rank : i, 0, rank); };
    const auto start = place(context.attributes().intOr("start", 0));
    const auto end = place(context.attributes().intOr("end", rank));
    Elements elements;
    for (auto i = start; i < end; ++i)
        elements.push_back(elementOf(from[static_cast<std::size_t>(i)]));
    context.setShape(0, {{static_cast<std::int64_t>(elements.size()), {}}});
    context.setElements(0, std::move(elements));
}

void sizeOf(ShapeContext& context)
{
    context.setType(0, DataType::Int64);
    context.setShape(0, {});
    if (context.shape(0))
        context.setElements(0, {elementOf(product(*context.shape(0), 0, context.shape(0)->size()))});
}

void gather(ShapeContext& context)
{
    context.setType(0, context.type(0));
    if (context.shape(0) && context.shape(1)) {
        const auto& from = *context.shape(0);
        const auto& indices = *context.shape(1);
        const auto axis = static_cast<std::ptrdiff_t>(axisOf(context.attributes().intOr("axis", 0), from.size()));
        DeclaredShape shape(from.begin(), from.begin() + axis);
        shape.insert(shape.end(), indices.begin(), indices.end());
        shape.insert(shape.end(), from.begin() + axis + 1, from.end());
        context.setShape(0, shape);
    }
    gatherElements(context);
}

/// Of bytes that hold several elements along the last axis.
void gatherBlocks(ShapeContext& context)
{
    context.setType(0, context.type(2));
    if (!context.shape(0) || !context.shape(1) || context.shape(0)->empty())
        return;
    auto from = *context.shape(0);
    const auto bits = context.attributes().intOr("bits", 4);
    if (context.type(0) == DataType::UInt8 && (bits == 2 || bits == 4) && from.back().size >= 0)
        from.back().size *= 8 / bits;
    const auto& indices = *context.shape(1);
    const auto axis = static_cast<std::ptrdiff_t>(axisOf(context.attributes().intOr("gather_axis", 0), from.size()));
    DeclaredShape shape(from.begin(), from.begin() + axis);
    shape.insert(shape.end(), indices.begin(), indices.end());
    shape.insert(shape.end(), from.begin() + axis + 1, from.end());
    context.setShape(0, shape);
}

void likeIndices(ShapeContext& context)
{
    context.setType(0, context.type(0));
    if (context.shape(1))
        context.setShape(0, *context.shape(1));
}

void slice(ShapeContext& context)
{
    context.setType(0, context.type(0));
    if (!context.shape(0))
        return;
    const auto& attributes = context.attributes();
    const bool hasInputs = context.inputCount() > 1;
    const auto list = [&](std::size_t input, const char* name) {
        return hasInputs ? (context.has(input) ? context.ints(input) : std::vector<std::int64_t>())
                         : std::optional(attributes.intsOr(name, {}));
    };
    const auto starts = list(1, "starts");
    const auto ends = list(2, "ends");
    auto axes = list(3, "axes");
    auto steps = list(4, "steps");
    auto shape = *context.shape(0);
    if (!axes) // which axes get shorter isn't known
        return context.setShape(0, DeclaredShape(shape.size()));
    const auto count = starts ? starts->size() : axes->size();
    for (auto i = axes->size(); i < count; ++i)
        axes->push_back(static_cast<std::int64_t>(i));
    if (steps)
        steps->resize(count, 1);
    for (std::size_t i = 0; i < axes->size(); ++i) {
        auto& size = shape[axisOf((*axes)[i], shape.size())];
        std::int64_t first = 0;
        const bool isKnown =
            size.size >= 0 && starts && ends && steps && i < starts->size() && i < ends->size() && (*steps)[i] != 0;
        const auto from = context.elements(0);
        if (!isKnown) {
            size = {};
            continue;
        }
        size = {sliced(size.size, (*starts)[i], (*ends)[i], (*steps)[i], first), {}};
        if (from && shape.size() == 1 && (*steps)[i] == 1 && first + size.size <= std::ssize(*from))
            context.setElements(0, Elements(from->begin() + first, from->begin() + first + size.size));
    }
    context.setShape(0, shape);
}

void expand(ShapeContext& context)
{
    context.setType(0, context.type(0));
    if (const auto target = context.elements(1); target && context.shape(0))
        context.setShape(0, broadcast(*context.shape(0), shapeFrom(*target)));
}

void constantOfShape(ShapeContext& context)
{
    const auto* value = context.attributes().find("value");
    const auto* data = value ? std::get_if<TensorData>(value) : nullptr;
    context.setType(0, data ? data->type() : DataType::Float);
    if (const auto target = context.elements(0))
        context.setShape(0, shapeFrom(*target));
}

void tile(ShapeContext& context)
{
    context.setType(0, context.type(0));
    const auto repeats = context.elements(1);
    if (!context.shape(0) || !repeats || repeats->size() != context.shape(0)->size())
        return;
    auto shape = *context.shape(0);
    for (std::size_t i = 0; i < shape.size(); ++i)
        shape[i] = product(shape[i], dimensionOf((*repeats)[i]));
    context.setShape(0, shape);
}

void pad(ShapeContext& context)
{
    context.setType(0, context.type(0));
    if (!context.shape(0))
        return;
    auto shape = *context.shape(0);
    const char* name = context.node().domain.empty() && context.node().opset == 1 ? "paddings" : "pads";
    const auto pads = context.inputCount() > 1 ? context.ints(1) : context.attributes().intsOr(name, {});
    const auto axes = context.has(3) ? context.ints(3) : std::vector<std::int64_t>();
    if (!pads || !axes || pads->size() % 2 != 0)
        return context.setShape(0, DeclaredShape(shape.size()));
    const auto count = pads->size() / 2;
    for (std::size_t i = 0; i < count; ++i) {
        auto& size = shape[axisOf(i < axes->size() ? (*axes)[i] : static_cast<std::int64_t>(i), shape.size())].size;
        if (size < 0 || __builtin_add_overflow(size, (*pads)[i], &size)
            || __builtin_add_overflow(size, (*pads)[count + i], &size) || size < 0)
            size = -1;
    }
    context.setShape(0, shape);
}

void resize(ShapeContext& context)
{
    context.setType(0, context.type(0));
    if (!context.shape(0))
        return;
    auto shape = *context.shape(0);
    const bool isNew = context.node().opType == "Resize" && context.node().opset >= 11;
    auto axes = context.attributes().intsOr("axes", {});
    for (auto i = axes.size(); axes.size() < shape.size() && !context.attributes().has("axes"); ++i)
        axes.push_back(static_cast<std::int64_t>(i));
    const auto sizes = isNew && context.has(3) ? context.elements(3) : std::nullopt;
    const auto* scales = context.constant(isNew ? 2 : 1);
    const auto factors =
        scales && scales->size() > 0 ? scales->toDoubles() : context.attributes().floatsOr("scales", {});
    const bool keepsRatio = context.attributes().stringOr("keep_aspect_ratio_policy", "stretch") != "stretch";
    for (std::size_t i = 0; i < axes.size(); ++i) {
        auto& size = shape[axisOf(axes[i], shape.size())];
        const bool isScaled = i < factors.size() && size.size >= 0 && factors[i] > 0 && factors[i] < 1e6;
        if (sizes && i < sizes->size() && !keepsRatio)
            size = dimensionOf((*sizes)[i]);
        else if (!sizes && isScaled)
            size = {static_cast<std::int64_t>(std::floor(static_cast<double>(size.size) * factors[i])), {}};
        else
            size = {};
    }
    context.setShape(0, shape);
}

void topK(ShapeContext& context)
{
    context.setType(0, context.type(0));
    context.setType(1, DataType::Int64);
    if (!context.shape(0))
        return;
    auto shape = *context.shape(0);
    const auto k = context.inputCount() > 1 ? context.elements(1) : std::nullopt;
    const auto axis = axisOf(context.attributes().intOr("axis", -1), shape.size());
    shape[axis] = k && k->size() == 1 ? dimensionOf(k->front()) : Dimension{context.attributes().intOr("k", -1), {}};
    context.setShape(0, shape);
    context.setShape(1, shape);
}

void nonZero(ShapeContext& context)
{
    context.setType(0, DataType::Int64);
    if (context.shape(0))
        context.setShape(0, {{static_cast<std::int64_t>(context.shape(0)->size()), {}}, {}});
}

void oneHot(ShapeContext& context)
{
    context.setType(0, context.type(2));
    if (!context.shape(0))
        return;
    auto shape = *context.shape(0);
    const auto axis = axisOf(context.attributes().intOr("axis", -1), shape.size() + 1);
    const auto depth = context.elements(1);
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis),
                 depth && depth->size() == 1 ? dimensionOf(depth->front()) : Dimension{});
    context.setShape(0, shape);
}

void range(ShapeContext& context)
{
    context.setType(0, context.type(0));
    const auto start = context.ints(0);
    const auto limit = context.ints(1);
    const auto delta = context.ints(2);
    constexpr std::int64_t kLargest = std::int64_t{1} << 40;
    const auto isSmall = [](const auto& list) {
        return list && list->size() == 1 && std::abs(list->front() / 2) < kLargest;
    };
    if (!isSmall(start) || !isSmall(limit) || !isSmall(delta) || delta->front() == 0)
        return context.setShape(0, {{}});
    const auto way = limit->front() - start->front();
    const auto step = delta->front();
    const auto count = way / step + (way % step != 0 && (way < 0) == (step < 0) ? 1 : 0);
    context.setShape(0, {{std::max<std::int64_t>(count, 0), {}}});
}

} // namespace ql::graph::shapes
