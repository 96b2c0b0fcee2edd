// SPDX-License-Identifier: GPL-3.0-or-later
// RotaryEmbedding of ai.onnx (opset 23) and of com.microsoft, which order their inputs differently.
// https://onnx.ai/onnx/operators/onnx__RotaryEmbedding.html
#include "core/base/error.h"
#include "core/ops/attention/attention.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/indices.h"

#include <array>

namespace ql::ops::kernels::rotary_embedding {

namespace {

struct Attributes {
    bool isInterleaved = false;
    std::int64_t heads = 0;
    std::int64_t width = 0; ///< of the rotated part of a head, 0 = all of it
    std::size_t positions = 0;
    std::size_t cosines = 0;
    std::size_t sines = 0;
};

/// [batch, length] or [1, length] from one offset for all or a position for each.
at::Tensor positionsOf(const Tensor& given, const Message& what, std::int64_t batch, std::int64_t length)
{
    expectType(given, what, {graph::DataType::Int64});
    if (given.data.numel() == 1 && given.data.dim() <= 1)
        return at::arange(length, at::kLong).add(given.data.reshape({1, 1}));
    expectShape(given, what, {batch, length});
    return given.data;
}

/// The angles' cosines or sines, [batch or 1, 1, length, angles], for elements [batch, heads, length, size].
at::Tensor anglesOf(const KernelCall& call, std::size_t input, const Attributes& attributes, const at::Tensor& elements)
{
    const auto table = computable(call.input(input));
    if (!call.has(attributes.positions))
        return table.unsqueeze(1);
    const Message what("input {} (position_ids)", attributes.positions);
    const auto given = positionsOf(call.input(attributes.positions), what, elements.size(0), elements.size(2));
    const auto positions = positiveIndices(Tensor{given}, table.size(0));
    return table.index_select(0, positions.reshape(-1)).view({positions.size(0), 1, positions.size(1), table.size(1)});
}

/// Without positions there is a row of angles for each token, else a table to look them up in.
void expectTables(const KernelCall& call, const Attributes& attributes, const at::Tensor& elements)
{
    const Message cosines("input {} (cos_cache)", attributes.cosines);
    const auto& table = call.required(attributes.cosines);
    if (call.has(attributes.positions))
        expectRank(table, cosines, 2);
    else
        expectShape(table, cosines,
                    {elements.size(0), elements.size(2), table.data.dim() == 3 ? table.data.size(2) : 0});
    expectShape(call.required(attributes.sines), Message("input {} (sin_cache)", attributes.sines), table.shape());
}

/// [batch, heads, length, size]; the number of heads follows from the tables where nobody says it.
at::Tensor headsOf(const Tensor& x, const Attributes& attributes, std::int64_t width)
{
    if (x.data.dim() == 4)
        return computable(x);
    expectRank(x, "input 0 (input)", 3);
    const auto heads = attributes.heads > 0 ? attributes.heads : x.data.size(2) / std::max<std::int64_t>(width, 1);
    return splitHeads(computable(x), std::max<std::int64_t>(heads, 1), "input 0 (input)");
}

std::vector<Tensor> evaluate(const KernelCall& call, const Attributes& attributes)
{
    const auto& x = call.required(0);
    expectFloat(x, "input 0 (input)");
    const auto half =
        call.required(attributes.cosines).data.dim() > 0 ? call.input(attributes.cosines).data.size(-1) : 0;
    const auto width = attributes.width > 0 ? attributes.width : 2 * half;
    if (width != 2 * half)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 0 of shape {} can't be rotated by {} angles", graph::toString(x.shape()), half));
    const auto elements = headsOf(x, attributes, width);
    if (elements.size(-1) < width)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("a head has {} elements, expected {} or more", elements.size(-1), width));
    expectTables(call, attributes, elements);
    const auto turned = rotated(elements.narrow(-1, 0, width), anglesOf(call, attributes.cosines, attributes, elements),
                                anglesOf(call, attributes.sines, attributes, elements), attributes.isInterleaved);
    const auto y = at::cat({turned, elements.narrow(-1, width, elements.size(-1) - width)}, -1);
    return {storedAs(x.data.dim() == 3 ? y.transpose(1, 2).flatten(2) : y, x.type)};
}

/// @p inputs where positions, cosines and sines stand.
Kernel bind(const graph::Node& node, std::array<std::size_t, 3> inputs)
{
    if (node.attributes.intOr("is_packed_batching", 0) != 0)
        throw Error(ErrorCode::InvalidNode, "attribute is_packed_batching is 1, which is not supported");
    const Attributes attributes{node.attributes.intOr("interleaved", 0) != 0,
                                node.attributes.intOr("num_heads", 0),
                                node.attributes.intOr("rotary_embedding_dim", 0),
                                inputs[0],
                                inputs[1],
                                inputs[2]};
    return [attributes](const KernelCall& call) { return evaluate(call, attributes); };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "RotaryEmbedding", 23, kLatestOpset,
             [](const graph::Node& node) {
                 return bind(node, {3, 1, 2});
             }},
            {"com.microsoft", "RotaryEmbedding", 1, kLatestOpset, [](const graph::Node& node) {
                 return bind(node, {1, 2, 3});
             }}};
}

} // namespace ql::ops::kernels::rotary_embedding
