// SPDX-License-Identifier: GPL-3.0-or-later
// Operators whose output has the shape of an input, or the shape to which their inputs broadcast.
#include "core/graph/operators/operator_traits.h"
#include "core/graph/operators/shape_rules/shape_rules.h"

namespace ql::graph::shapes {

namespace {

void copyShape(ShapeContext& context, std::size_t input = 0)
{
    if (const auto* shape = context.shape(input))
        context.setShape(0, *shape);
}

/// The shape of inputs @p first, first + step … together. Before opset 7 only the others followed the first.
void broadcastInputs(ShapeContext& context, std::size_t first, std::size_t step, std::size_t count)
{
    constexpr int kFirstThatBroadcasts = 7;
    if (context.node().domain.empty() && context.node().opset < kFirstThatBroadcasts)
        return copyShape(context, first);
    DeclaredShape result;
    for (std::size_t i = 0; i < count; ++i) {
        const auto* shape = context.shape(first + i * step);
        if (!shape)
            return;
        result = broadcast(result, *shape);
    }
    context.setShape(0, result);
}

std::optional<std::int64_t> computed(Arithmetic arithmetic, std::int64_t a, std::int64_t b)
{
    std::int64_t result = 0;
    bool overflows = false;
    switch (arithmetic) {
    case Arithmetic::Add: overflows = __builtin_add_overflow(a, b, &result); break;
    case Arithmetic::Subtract: overflows = __builtin_sub_overflow(a, b, &result); break;
    case Arithmetic::Multiply: overflows = __builtin_mul_overflow(a, b, &result); break;
    case Arithmetic::Divide: return b > 0 ? std::optional(a / b) : std::nullopt;
    default: return std::nullopt;
    }
    return overflows ? std::nullopt : std::optional(result);
}

/// Sizes are computed with, too.
void computeElements(ShapeContext& context)
{
    const auto a = context.elements(0);
    const auto b = context.elements(1);
    if (!a || !b || a->empty() || b->empty() || (a->size() != b->size() && a->size() != 1 && b->size() != 1))
        return;
    Elements result(std::max(a->size(), b->size()));
    for (std::size_t i = 0; i < result.size(); ++i) {
        const auto& left = (*a)[a->size() == 1 ? 0 : i].value;
        const auto& right = (*b)[b->size() == 1 ? 0 : i].value;
        if (left && right)
            result[i].value = computed(traitsOf(context.node()).arithmetic, *left, *right);
    }
    context.setElements(0, std::move(result));
}

/// The type that an attribute names by its number; undefined where there is none such.
DataType numbered(std::int64_t number)
{
    return dataTypeFromNumber(number).value_or(DataType::Undefined);
}

} // namespace

void likeFirst(ShapeContext& context)
{
    context.setType(0, context.type(0));
    copyShape(context);
    if (auto elements = context.elements(0); elements && context.node().opType == "Identity")
        context.setElements(0, std::move(*elements));
}

void keptShape(ShapeContext& context)
{
    copyShape(context);
}

void truths(ShapeContext& context)
{
    context.setType(0, DataType::Bool);
    copyShape(context);
}

void arithmetic(ShapeContext& context)
{
    context.setType(0, context.type(0));
    broadcastInputs(context, 0, 1, context.inputCount());
    if (context.inputCount() == 2)
        computeElements(context);
}

void comparison(ShapeContext& context)
{
    context.setType(0, DataType::Bool);
    broadcastInputs(context, 0, 1, 2);
}

void where(ShapeContext& context)
{
    context.setType(0, context.type(1));
    broadcastInputs(context, 0, 1, 3);
}

void quantize(ShapeContext& context)
{
    const auto number = context.attributes().intOr("output_dtype", 0);
    context.setType(0, context.has(2) ? context.type(2) : number == 0 ? DataType::UInt8 : numbered(number));
    copyShape(context);
}

void dequantize(ShapeContext& context)
{
    const auto asked = context.attributes().intOr("output_dtype", 0);
    context.setType(0, asked == 0 ? context.type(1) : numbered(asked));
    copyShape(context);
}

void dynamicQuantize(ShapeContext& context)
{
    copyShape(context);
    context.setType(0, DataType::UInt8);
    context.setType(1, DataType::Float);
    context.setType(2, DataType::UInt8);
    context.setShape(1, {});
    context.setShape(2, {});
}

void cast(ShapeContext& context)
{
    context.setType(0, numbered(context.attributes().requiredInt("to")));
    copyShape(context);
    if (auto elements = context.elements(0))
        context.setElements(0, std::move(*elements));
}

void castLike(ShapeContext& context)
{
    context.setType(0, context.type(1));
    copyShape(context);
}

void normalization(ShapeContext& context)
{
    likeFirst(context);
    if (context.node().opType != "Dropout")
        return;
    constexpr int kMaskOfTruths = 10; // the opset
    context.setType(1, context.node().opset < kMaskOfTruths ? context.type(0) : DataType::Bool);
    if (context.shape(0))
        context.setShape(1, *context.shape(0));
}

void floats(ShapeContext& context)
{
    context.setType(0, DataType::Float);
    copyShape(context);
}

/// a, its scale and zero point, b …: QLinearAdd, QLinearMul.
void quantizedArithmetic(ShapeContext& context)
{
    context.setType(0, context.type(0));
    broadcastInputs(context, 0, 3, 2);
}

void quantizedWhere(ShapeContext& context)
{
    context.setType(0, context.type(1));
    if (context.shape(0) && context.shape(1) && context.shape(4))
        context.setShape(0, broadcast(broadcast(*context.shape(0), *context.shape(1)), *context.shape(4)));
}

} // namespace ql::graph::shapes
