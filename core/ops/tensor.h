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
/// (uint64 as its bit pattern), int2 and int4 → kChar, uint2 and uint4 → kByte, float8 and float4 → kByte (bit
/// pattern). An undefined tensor stands for an omitted optional input or output, and for an optional without an
/// element. A tensor of strings is undefined, too, but for its strings. ONNX's other kinds of value are an undefined
/// tensor with items: those of a sequence, or a map's keys and values. TorchScript's numbers, lists and tuples are
/// undefined tensors with an object.
struct Tensor {
    at::Tensor data;
    graph::DataType type = graph::DataType::Undefined;
    bool hasKeys = false;                             ///< items are a map's: keys and values, two lists of one length
    std::shared_ptr<const std::vector<Tensor>> items; ///< of a sequence or map, else null
    std::shared_ptr<const graph::TensorData> strings; ///< of a tensor of strings, else null
    std::shared_ptr<const Object> object;             ///< TorchScript's own value, where a tensor can't say it all

    Tensor() = default;
    Tensor(at::Tensor tensor, graph::DataType dataType)
        : data(std::move(tensor))
        , type(dataType)
    {
    }
    /// The ONNX type is the one that equals the ATen type.
    explicit Tensor(at::Tensor tensor);

    /// Whether it is a tensor of numbers.
    bool isDefined() const { return data.defined(); }
    bool isSequence() const { return items != nullptr && !hasKeys; }
    bool isMap() const { return items != nullptr && hasKeys; }
    bool holdsStrings() const { return strings != nullptr; }
    /// Whether there is anything at all: a tensor, a sequence, a map or an object.
    bool isPresent() const { return isDefined() || items != nullptr || holdsStrings() || object != nullptr; }
    graph::Shape shape() const { return holdsStrings() ? strings->shape() : data.sizes().vec(); }
};

/// Whether two values that are no tensors are known to be equal.
bool holdSame(const Tensor& a, const Tensor& b);

/// A sequence of tensors as a value.
Tensor sequenceOf(std::vector<Tensor> items);
/// A map as a value: @p values, a list, by @p keys, a list of strings or int64.
Tensor mapOf(Tensor keys, Tensor values);
/// A tensor of strings. @throws Error (FileCorrupt) when the shape has room for more or fewer
Tensor stringTensor(graph::Shape shape, std::vector<std::string> strings);

/// The ATen type in which elements of @p type are stored. @throws Error (TypeMismatch) for strings and undefined.
at::ScalarType storageType(graph::DataType type);
/// The ONNX type that equals @p type. @throws Error (TypeMismatch) when there is none.
graph::DataType dataTypeOf(at::ScalarType type);

/// Shares the bytes where the layout allows it (every type that ATen stores as the file does), otherwise converts.
Tensor toTensor(const graph::TensorData& data);
/// The inverse: C-contiguous bytes in the file's own packing. Shares memory when @p tensor is contiguous and stored
/// alike.
/// @throws Error (TypeMismatch) for sequences, maps and undefined tensors.
graph::TensorData toTensorData(const Tensor& tensor);

} // namespace ql::ops
