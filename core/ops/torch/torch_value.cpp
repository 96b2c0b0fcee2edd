// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/torch/torch_value.h"

#include "core/base/error.h"

namespace ql::ops {

namespace {

at::ScalarType integerType(at::ScalarType type)
{
    switch (type) {
    case at::kQInt8: return at::kChar;
    case at::kQUInt8: return at::kByte;
    case at::kQInt32: return at::kInt;
    default: throw Error(ErrorCode::TypeMismatch, Message("quantized tensors of type {}", at::toString(type)));
    }
}

at::Tensor integersOf(const at::Tensor& quantized)
{
    const auto options = at::TensorOptions().dtype(integerType(quantized.scalar_type()));
    return at::from_blob(
        quantized.data_ptr(), quantized.sizes(), quantized.strides(), [quantized](void*) {}, options);
}

} // namespace

Tensor fromValue(c10::IValue value)
{
    Tensor result;
    if (value.isTensor() && value.toTensor().defined()) {
        const auto& tensor = value.toTensor();
        if (!tensor.is_quantized())
            return Tensor(tensor);
        result = Tensor(integersOf(tensor));
    }
    if (value.isTensorList()) {
        std::vector<Tensor> items;
        for (const auto& tensor : value.toTensorVector())
            items.push_back(fromValue(tensor));
        result = sequenceOf(std::move(items));
    }
    result.object = std::make_shared<const Object>(Object{std::move(value)});
    return result;
}

c10::IValue toValue(const Tensor& tensor)
{
    if (tensor.object)
        return tensor.object->value;
    if (tensor.isDefined())
        return tensor.data;
    if (!tensor.isSequence())
        return {};
    c10::List<at::Tensor> list;
    for (const auto& item : *tensor.items)
        list.push_back(item.data);
    return list;
}

at::Tensor stridedCopy(const at::Tensor& tensor)
{
    if (tensor.is_quantized() || tensor.is_non_overlapping_and_dense())
        return tensor.clone();
    auto copy = at::empty_strided(tensor.sizes(), tensor.strides(), tensor.options());
    return copy.copy_(tensor);
}

bool holdSame(const Tensor& a, const Tensor& b)
{
    if (a.object == b.object)
        return true;
    if (!a.object || !b.object || a.isDefined() || b.isDefined())
        return false;
    const auto& left = a.object->value;
    const auto& right = b.object->value;
    const bool isPlain = left.isScalar() || left.isBool() || left.isIntList() || left.isString() || left.isNone();
    return isPlain && left.tagKind() == right.tagKind() && left == right;
}

} // namespace ql::ops
