// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/import/onnx/onnx_tensor.h"

#include <cstring>

namespace ql::import {

namespace {

using graph::Shape;

/// Flat positions of the values, from indices that are either flat or one row of coordinates per value.
std::vector<std::int64_t> flatPositions(const graph::TensorData& indices, const Shape& dense, std::size_t valueCount)
{
    const auto rank = dense.size();
    const bool isFlat = indices.shape().size() == 1;
    const bool isRows = indices.shape().size() == 2 && std::size_t(indices.shape()[1]) == rank;
    const auto numbers = indices.toInts();
    if ((!isFlat && !isRows) || numbers.size() != valueCount * (isFlat ? 1 : rank))
        throw Error(ErrorCode::FileCorrupt,
                    Message("sparse tensor of shape {} has {} values and indices of shape {}", graph::toString(dense),
                            valueCount, graph::toString(indices.shape())));
    if (isFlat)
        return numbers;
    std::vector<std::int64_t> flat;
    for (std::size_t value = 0; value < valueCount; ++value) {
        std::int64_t position = 0;
        for (std::size_t axis = 0; axis < rank; ++axis) {
            const auto coordinate = numbers[value * rank + axis];
            if (coordinate < 0 || coordinate >= dense[axis])
                throw Error(ErrorCode::FileCorrupt,
                            Message("sparse index {} lies outside shape {}", coordinate, graph::toString(dense)));
            position = position * dense[axis] + coordinate;
        }
        flat.push_back(position);
    }
    return flat;
}

} // namespace

graph::TensorData readSparseTensor(onnx::SparseTensorProto& proto, ExternalData& external)
{
    constexpr std::size_t kMostBytes = std::size_t{1} << 30;
    const auto values = readTensor(*proto.mutable_values(), external);
    const auto indices = readTensor(*proto.mutable_indices(), external);
    const auto width = graph::bitsPerElement(values.type()) / 8;
    if (width == 0)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("sparse tensors of {} are not read", graph::name(values.type())));
    const Shape shape(proto.dims().begin(), proto.dims().end());
    const auto count = graph::elementCount(shape);
    if (count > kMostBytes / width)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("sparse tensor of shape {} would take {} elements", graph::toString(shape), count));
    std::vector<std::byte> dense(count * width);
    const auto positions = flatPositions(indices, shape, values.size());
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (positions[i] < 0 || std::size_t(positions[i]) >= count)
            throw Error(ErrorCode::FileCorrupt,
                        Message("sparse index {} lies outside shape {}", positions[i], graph::toString(shape)));
        std::memcpy(dense.data() + std::size_t(positions[i]) * width, values.bytes().data() + i * width, width);
    }
    return graph::TensorData::copyOf(values.type(), shape, dense);
}

} // namespace ql::import
