// SPDX-License-Identifier: GPL-3.0-or-later
// What ONNX Runtime's optimizer makes of transformers: com.microsoft SkipLayerNormalization,
// SkipSimplifiedLayerNormalization, EmbedLayerNormalization and QEmbedLayerNormalization, and
// SimplifiedLayerNormalization, which it writes into the standard's domain, where opset 23 calls it RMSNormalization.
#include "core/base/error.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/registry.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/indices.h"

namespace ql::ops::kernels::skip_layer_normalization {

namespace {

/// Sums of word, position and segment embeddings, normalized: what EmbedLayerNormalization and its quantized relative
/// share. All in float32; undefined segments are left out.
struct EmbeddingTables {
    at::Tensor words;
    at::Tensor positions;
    at::Tensor segments;
    at::Tensor scale;
    at::Tensor shift;
};

/// The rows of @p table that @p indices [batch, length] name.
at::Tensor rowsOf(const at::Tensor& table, const Tensor& indices, const Message& what)
{
    if (!table.defined() || table.dim() != 2)
        throw Error(ErrorCode::ShapeMismatch, Message("the table of {} embeddings is no matrix", what));
    const auto places = positiveIndices(indices, table.size(0));
    auto shape = places.sizes().vec();
    shape.push_back(table.size(1));
    return table.index_select(0, places.reshape(-1)).view(shape);
}

at::Tensor positionRows(const KernelCall& call, const at::Tensor& table, std::size_t positions, std::int64_t length)
{
    if (call.has(positions))
        return rowsOf(table, call.input(positions), "position");
    return rowsOf(table, Tensor{at::arange(length, at::kLong)}, "position");
}

/// Inputs 0 and 1 of @p call are word and segment indices [batch, length]; @p mask and @p positions are the places of
/// the optional inputs. Gives the normalized sum, how many ones each mask has, and the sum itself.
/// @throws Error (ShapeMismatch, InvalidNode, TypeMismatch)
std::vector<Tensor> embedded(const KernelCall& call, const EmbeddingTables& tables, std::size_t mask,
                             std::size_t positions, double epsilon)
{
    const auto& ids = call.required(0);
    expectRank(ids, "input 0 (input_ids)", 2);
    auto sum = rowsOf(tables.words, ids, "word");
    sum = sum.add(positionRows(call, tables.positions, positions, ids.data.size(1)));
    if (call.has(1) && tables.segments.defined()) {
        expectShape(call.input(1), "input 1 (segment_ids)", ids.shape());
        sum = sum.add(rowsOf(tables.segments, call.input(1), "segment"));
    }
    const auto counts =
        call.has(mask) ? call.input(mask).data.ne(0).sum({1}) : at::zeros({ids.data.size(0)}, at::kLong);
    auto normalized = at::layer_norm(sum, {sum.size(2)}, tables.scale, tables.shift, epsilon);
    return {Tensor{std::move(normalized)}, {counts.to(at::kInt), graph::DataType::Int32}, Tensor{std::move(sum)}};
}

at::Tensor optionalInput(const KernelCall& call, std::size_t i)
{
    return call.has(i) ? computable(call.input(i)) : at::Tensor{};
}

/// x / √(mean(x²) + epsilon) · scale over the last axes, and the inverse of the root.
std::pair<at::Tensor, at::Tensor> rootMeanSquareNormalized(const at::Tensor& x, const at::Tensor& scale,
                                                           const graph::Shape& axes, double epsilon)
{
    const auto inverse = x.square().mean(axes, true).add_(epsilon).rsqrt_();
    return {x.mul(inverse).mul(scale), inverse};
}

/// input + skip + bias.
at::Tensor skipSum(const KernelCall& call, std::size_t bias)
{
    const auto& x = call.required(0);
    expectFloat(x, "input 0 (input)");
    expectSameType(call.required(1), "input 1 (skip)", x);
    expectBroadcastable(x, call.input(1));
    const auto sum = computable(x).add(computable(call.input(1)));
    return call.has(bias) ? sum.add(computable(call.input(bias))) : sum;
}

void expectLastAxis(const at::Tensor& x, const Tensor& numbers, const Message& what)
{
    expectRank(numbers, what, 1);
    if (x.dim() < 1 || numbers.data.size(0) != x.size(-1))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("{} has {} elements, expected the size of the last axis", what, numbers.data.size(0)));
}

Kernel bindSkip(const graph::Node& node)
{
    return [epsilon = node.attributes.floatOr("epsilon", 1e-12)](const KernelCall& call) -> std::vector<Tensor> {
        const auto sum = skipSum(call, 4);
        expectLastAxis(sum, call.required(2), "input 2 (gamma)");
        if (call.has(3))
            expectLastAxis(sum, call.input(3), "input 3 (beta)");
        const auto [y, mean, inverse] = at::native_layer_norm(
            sum.contiguous(), {sum.size(-1)}, computable(call.input(2)), optionalInput(call, 3), epsilon);
        const auto type = call.input(0).type;
        return {storedAs(y, type), Tensor{mean}, Tensor{inverse}, storedAs(sum, type)};
    };
}

Kernel bindSimplifiedSkip(const graph::Node& node)
{
    return [epsilon = node.attributes.floatOr("epsilon", 1e-12)](const KernelCall& call) -> std::vector<Tensor> {
        const auto sum = skipSum(call, 3);
        expectLastAxis(sum, call.required(2), "input 2 (gamma)");
        const auto [y, inverse] = rootMeanSquareNormalized(sum, computable(call.input(2)), {-1}, epsilon);
        const auto type = call.input(0).type;
        return {storedAs(y, type), {}, Tensor{inverse}, storedAs(sum, type)};
    };
}

Kernel bindSimplified(const graph::Node& node)
{
    const auto axis = node.attributes.intOr("axis", -1);
    return [axis, epsilon = node.attributes.floatOr("epsilon", 1e-5)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0 (X)");
        graph::Shape axes;
        for (auto i = normalizedAxis(axis, x.data.dim()); i < x.data.dim(); ++i)
            axes.push_back(i);
        expectBroadcastable(x, call.required(1));
        const auto [y, inverse] = rootMeanSquareNormalized(computable(x), computable(call.input(1)), axes, epsilon);
        return {storedAs(y, x.type), Tensor{inverse}};
    };
}

Kernel bindEmbed(const graph::Node& node)
{
    return [epsilon = node.attributes.floatOr("epsilon", 1e-12)](const KernelCall& call) {
        for (std::size_t i : {2, 3, 5, 6})
            expectFloat(call.required(i), Message("input {}", i));
        const EmbeddingTables tables{computable(call.input(2)), computable(call.input(3)), optionalInput(call, 4),
                                     computable(call.input(5)), computable(call.input(6))};
        const auto type = call.input(2).type;
        auto results = embedded(call, tables, 7, 8, epsilon);
        results[0] = storedAs(results[0].data, type);
        results[2] = storedAs(results[2].data, type);
        return results;
    };
}

/// Inputs 2 to 6 are 8-bit tables, their scales follow from input 8 and their zero points from input 13 on.
Kernel bindQuantizedEmbed(const graph::Node& node)
{
    return [epsilon = node.attributes.floatOr("epsilon", 1e-12)](const KernelCall& call) {
        const auto table = [&call](std::size_t i) -> at::Tensor {
            if (!call.has(2 + i) && i == 2)
                return {};
            const auto& integers = call.required(2 + i);
            const Message what("input {}", 2 + i);
            expectEightBit(integers, what);
            return dequantize(integers.data,
                              readPerTensor(call.required(8 + i), call.input(13 + i), what, integers.type));
        };
        return embedded(call, {table(0), table(1), table(2), table(3), table(4)}, 7, 18, epsilon);
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "EmbedLayerNormalization", 1, kLatestOpset, bindEmbed},
            {"com.microsoft", "QEmbedLayerNormalization", 1, kLatestOpset, bindQuantizedEmbed},
            {"com.microsoft", "SkipLayerNormalization", 1, kLatestOpset, bindSkip},
            {"com.microsoft", "SkipSimplifiedLayerNormalization", 1, kLatestOpset, bindSimplifiedSkip},
            {"", "SimplifiedLayerNormalization", 1, kLatestOpset, bindSimplified},
            {"", "RMSNormalization", 23, kLatestOpset, bindSimplified}};
}

} // namespace ql::ops::kernels::skip_layer_normalization
