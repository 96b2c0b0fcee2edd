// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/indices.h"

#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"

#include <algorithm>
#include <utility>

namespace ql::ops {

namespace {

std::pair<std::int64_t, std::int64_t> extremesOf(const at::Tensor& indices)
{
    const auto plain = indices.contiguous();
    const auto* first = plain.data_ptr<std::int64_t>();
    const auto [lowest, highest] = std::minmax_element(first, first + plain.numel());
    return {*lowest, *highest};
}

at::Tensor wrappedIndices(const at::Tensor& indices, std::int64_t size)
{
    if (indices.numel() == 0)
        return indices;
    const auto [lowest, highest] = extremesOf(indices);
    if (lowest < -size || highest >= size)
        throw Error(ErrorCode::InvalidNode,
                    Message("index {} is out of range for an axis of {}", highest >= size ? highest : lowest, size));
    if (lowest >= 0)
        return indices;
    const auto plain = indices.contiguous();
    auto wrapped = newTensor(indices.sizes(), at::kLong);
    std::transform(plain.data_ptr<std::int64_t>(), plain.data_ptr<std::int64_t>() + plain.numel(),
                   wrapped.data_ptr<std::int64_t>(),
                   [size](std::int64_t index) { return index < 0 ? index + size : index; });
    return wrapped;
}

at::Tensor wideIndices(const Tensor& indices)
{
    expectType(indices, "input 1 (indices)", {graph::DataType::Int32, graph::DataType::Int64});
    return indices.data.scalar_type() == at::kLong ? indices.data : indices.data.to(at::kLong);
}

void expectTuples(const Tensor& indices, const graph::Shape& shape, std::int64_t batchAxes)
{
    const auto rank = static_cast<std::int64_t>(shape.size());
    const auto indexRank = indices.data.dim();
    if (indexRank < 1 || batchAxes < 0 || batchAxes >= indexRank || batchAxes > rank)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 1 (indices) has rank {}, expected more than {}", indexRank, batchAxes));
    const auto length = indices.data.size(-1);
    if (length < 1 || batchAxes + length > rank)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 1 (indices) holds tuples of {}, expected 1 to {}", length, rank - batchAxes));
    for (std::int64_t i = 0; i < batchAxes; ++i)
        if (indices.data.size(i) != shape[static_cast<std::size_t>(i)])
            throw Error(ErrorCode::ShapeMismatch, Message("input 1 (indices) has shape {}, which differs from {} "
                                                          "on batch axis {}",
                                                          graph::toString(indices.shape()), graph::toString(shape), i));
}

} // namespace

at::Tensor positiveIndices(const Tensor& indices, std::int64_t size)
{
    return wrappedIndices(wideIndices(indices), size);
}

at::Tensor rowsOfTuples(const Tensor& indices, const graph::Shape& shape, std::int64_t batchAxes)
{
    expectTuples(indices, shape, batchAxes);
    const auto tuples = wideIndices(indices);
    std::int64_t batches = 1;
    for (std::int64_t i = 0; i < batchAxes; ++i)
        batches *= shape[static_cast<std::size_t>(i)];
    const auto length = tuples.size(-1);
    const auto table = tuples.numel() == 0 ? tuples.reshape({0, length}) : tuples.reshape({-1, length});
    const auto perBatch = batches == 0 ? 0 : table.size(0) / batches;
    auto rows = at::arange(batches, at::kLong).repeat_interleave(perBatch);
    for (std::int64_t i = 0; i < length; ++i) {
        const auto size = shape[static_cast<std::size_t>(batchAxes + i)];
        rows = rows.mul(size).add(wrappedIndices(table.select(1, i), size));
    }
    return rows;
}

} // namespace ql::ops
