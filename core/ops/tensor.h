// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/data_type.h"
#include "core/graph/ir/tensor_data.h"
#include "core/ops/aten.h"

#include <memory>
#include <vector>

namespace ql::ops {

struct Object;

/// A tensor at run time: an ATen tensor and the ONNX element type it stands for. Types that ATen 1.13 lacks are
/// stored in the next wider or same-sized type that holds every value: uint16 → kInt, uint32 and uint64 → kLong
/// (uint64 as its bit pattern), int4 → kChar, uint4 → kByte, float8 and float4 → kByte (bit pattern).
/// An undefined tensor stands for an omitted optional input or output, and for an optional without an element.
/// ONNX's other kind of value, a sequence of tensors, is an undefined tensor with items; TorchScript's numbers, lists
/// and tuples are undefined tensors with an object.
struct Tensor {
    at::Tensor data;
    graph::DataType type = graph::DataType::Undefined;
    std::shared_ptr<const std::vector<Tensor>> items; ///< of a sequence, else null
    std::shared_ptr<const Object> object;             ///< TorchScript's own value, where a tensor can't say it all

    Tensor() = default;
    Tensor(at::Tensor tensor, graph::DataType dataType)
        : data(std::move(tensor))
        , type(dataType)
    {
    }
    /// The ONNX type is the one that equals the ATen type.
    explicit Tensor(at::Tensor tensor);

    bool isDefined() const { return data.defined(); }
    bool isSequence() const { return items != nullptr; }
    /// Whether there is anything at all: a tensor, a sequence or an object.
    bool isPresent() const { return isDefined() || isSequence() || object != nullptr; }
    graph::Shape shape() const { return data.sizes().vec(); }
};

/// Whether two values that are no tensors are known to be equal.
bool holdSame(const Tensor& a, const Tensor& b);

/// A sequence of tensors as a value.
Tensor sequenceOf(std::vector<Tensor> items);

/// The ATen type in which elements of @p type are stored. @throws Error (TypeMismatch) for strings and undefined.
at::ScalarType storageType(graph::DataType type);
/// The ONNX type that equals @p type. @throws Error (TypeMismatch) when there is none.
graph::DataType dataTypeOf(at::ScalarType type);

/// Shares the bytes where the layout allows it (every type that ATen stores as the file does), otherwise converts.
/// @throws Error (TypeMismatch) for strings.
Tensor toTensor(const graph::TensorData& data);
/// The inverse: C-contiguous bytes in the file's own packing. Shares memory when @p tensor is contiguous and stored
/// alike.
/// @throws Error (TypeMismatch) for sequences and undefined tensors.
graph::TensorData toTensorData(const Tensor& tensor);

} // namespace ql::ops
