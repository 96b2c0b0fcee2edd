// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/embedding_norm.h"

#include "core/base/error.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/indices.h"

namespace ql::ops {

namespace {

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

} // namespace

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

} // namespace ql::ops
