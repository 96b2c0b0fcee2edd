// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products and what is built of them: Gemm, attention, recurrent operators.
#include "core/graph/operators/shape_rules/shape_rules.h"

#include <algorithm>

namespace ql::graph::shapes {

namespace {

/// The product of inputs @p a and @p b as numpy's matmul has it.
void multiply(ShapeContext& context, std::size_t a, std::size_t b, bool flipsA = false, bool flipsB = false)
{
    if (!context.shape(a) || !context.shape(b) || context.shape(a)->empty() || context.shape(b)->empty())
        return;
    auto left = *context.shape(a);
    auto right = *context.shape(b);
    const bool isRow = left.size() == 1;
    const bool isColumn = right.size() == 1;
    if (isRow)
        left.insert(left.begin(), Dimension{1, {}});
    if (isColumn)
        right.push_back({1, {}});
    const auto rows = flipsA ? left.back() : left[left.size() - 2];
    const auto columns = flipsB ? right[right.size() - 2] : right.back();
    auto shape = broadcast(DeclaredShape(left.begin(), left.end() - 2), DeclaredShape(right.begin(), right.end() - 2));
    if (!isRow)
        shape.push_back(rows);
    if (!isColumn)
        shape.push_back(columns);
    context.setShape(0, shape);
}

void productOfMatrices(ShapeContext& context, std::size_t b)
{
    if (!context.shape(0) || !context.shape(b) || context.shape(0)->size() != 2 || context.shape(b)->size() != 2)
        return;
    const bool flipsA = context.attributes().intOr("transA", 0) != 0;
    const bool flipsB = context.attributes().intOr("transB", 0) != 0;
    context.setShape(0, {(*context.shape(0))[flipsA ? 1 : 0], (*context.shape(b))[flipsB ? 0 : 1]});
}

} // namespace

void matMul(ShapeContext& context)
{
    context.setType(0, context.type(0));
    multiply(context, 0, 1);
}

void fusedMatMul(ShapeContext& context)
{
    context.setType(0, context.type(0));
    const auto& attributes = context.attributes();
    if (attributes.intOr("transBatchA", 0) == 0 && attributes.intOr("transBatchB", 0) == 0)
        multiply(context, 0, 1, attributes.intOr("transA", 0) != 0, attributes.intOr("transB", 0) != 0);
}

void matMulInteger(ShapeContext& context)
{
    context.setType(0, DataType::Int32);
    multiply(context, 0, 1);
}

void wideMatMul(ShapeContext& context)
{
    context.setType(0, DataType::Int64);
    multiply(context, 0, 1);
}

void matMulIntegerToFloat(ShapeContext& context)
{
    context.setType(0, DataType::Float);
    multiply(context, 0, 1);
}

void quantizedMatMul(ShapeContext& context)
{
    context.setType(0, context.type(7));
    multiply(context, 0, 3);
}

/// B is packed; how many columns it has is an attribute.
void matMulNBits(ShapeContext& context)
{
    context.setType(0, context.type(0));
    if (!context.shape(0) || context.shape(0)->empty())
        return;
    auto shape = *context.shape(0);
    shape.back() = {context.attributes().requiredInt("N"), {}};
    context.setShape(0, shape);
}

/// Query, key and value, and what they were made of.
void packedProjections(ShapeContext& context)
{
    constexpr std::size_t kSum = 3;
    for (std::size_t output = 0; output < context.outputCount(); ++output) {
        context.setType(output, context.type(0));
        if (!context.shape(0) || context.shape(0)->empty())
            continue;
        auto shape = *context.shape(0);
        if (output < kSum)
            shape.back() = {context.attributes().requiredInt(output == 0 ? "Nq" : "Nkv"), {}};
        context.setShape(output, shape);
    }
}

void gemm(ShapeContext& context)
{
    context.setType(0, context.type(0));
    productOfMatrices(context, 1);
}

/// Without a scale for its output it gives floats.
void quantizedGemm(ShapeContext& context)
{
    context.setType(0, context.has(7) ? (context.has(8) ? context.type(8) : context.type(0)) : DataType::Float);
    productOfMatrices(context, 3);
}

/// The weight holds query, key and value side by side.
void attention(ShapeContext& context)
{
    context.setType(0, context.node().opType == "QAttention" ? context.type(3) : context.type(0));
    if (!context.shape(0) || !context.shape(1) || context.shape(0)->size() != 3 || context.shape(1)->size() != 2)
        return;
    const auto sizes = context.attributes().intsOr("qkv_hidden_sizes", {});
    const auto all = (*context.shape(1))[1].size;
    const auto hidden = sizes.size() == 3 ? sizes[2] : all < 0 ? -1 : all / 3;
    context.setShape(0, {(*context.shape(0))[0], (*context.shape(0))[1], {hidden, {}}});
}

void multiHeadAttention(ShapeContext& context)
{
    context.setType(0, context.type(0));
    if (!context.shape(0) || context.shape(0)->size() != 3)
        return;
    auto shape = *context.shape(0);
    if (context.shape(2) && context.shape(2)->size() == 3)
        shape[2] = (*context.shape(2))[2];
    context.setShape(0, shape);
}

/// As the query, with the width of the value's heads.
void standardAttention(ShapeContext& context)
{
    for (std::size_t i = 0; i < 4; ++i)
        context.setType(i, context.type(0));
    const auto* query = context.shape(0);
    const auto* value = context.shape(2);
    if (!query || !value || query->size() != value->size() || query->size() < 3)
        return;
    auto shape = *query;
    const auto heads = context.attributes().intOr("q_num_heads", 0);
    const auto sharedHeads = context.attributes().intOr("kv_num_heads", 0);
    const auto width = value->back().size;
    if (shape.size() == 4)
        shape.back() = value->back();
    else
        shape.back() = {width > 0 && sharedHeads > 0 ? width / sharedHeads * heads : -1, {}};
    context.setShape(0, shape);
}

/// Without a key, the query holds all three.
void groupQueryAttention(ShapeContext& context)
{
    for (std::size_t i = 0; i < 3; ++i)
        context.setType(i, context.type(0));
    if (!context.shape(0) || context.shape(0)->size() != 3)
        return;
    auto shape = *context.shape(0);
    const auto heads = context.attributes().intOr("num_heads", 0);
    const auto all = heads + 2 * context.attributes().intOr("kv_num_heads", 0);
    if (!context.has(1))
        shape[2] = {shape[2].size > 0 && all > 0 ? shape[2].size / all * heads : -1, {}};
    context.setShape(0, shape);
}

void embedding(ShapeContext& context)
{
    context.setType(0, context.type(2));
    context.setType(1, DataType::Int32);
    if (!context.shape(0) || context.shape(0)->size() != 2 || !context.shape(2) || context.shape(2)->size() != 2)
        return;
    context.setShape(0, {(*context.shape(0))[0], (*context.shape(0))[1], (*context.shape(2))[1]});
    context.setShape(1, {(*context.shape(0))[0]});
}

/// Y, Y_h and Y_c of RNN, GRU and LSTM.
void recurrent(ShapeContext& context)
{
    for (std::size_t i = 0; i < context.outputCount(); ++i)
        context.setType(i, context.type(0));
    const auto& attributes = context.attributes();
    if (!context.shape(0) || context.shape(0)->size() != 3)
        return;
    const bool isBatchFirst = attributes.intOr("layout", 0) != 0;
    const auto& x = *context.shape(0);
    const Dimension steps = x[isBatchFirst ? 1 : 0];
    const Dimension batch = x[isBatchFirst ? 0 : 1];
    const Dimension directions{attributes.stringOr("direction", "forward") == "bidirectional" ? 2 : 1, {}};
    Dimension hidden{attributes.intOr("hidden_size", -1), {}};
    if (hidden.size < 0 && context.shape(2) && context.shape(2)->size() == 3)
        hidden = (*context.shape(2))[2];
    const DeclaredShape last =
        isBatchFirst ? DeclaredShape{batch, directions, hidden} : DeclaredShape{directions, batch, hidden};
    context.setShape(0, isBatchFirst ? DeclaredShape{batch, steps, directions, hidden}
                                     : DeclaredShape{steps, directions, batch, hidden});
    context.setShape(1, last);
    context.setShape(2, last);
}

} // namespace ql::graph::shapes
