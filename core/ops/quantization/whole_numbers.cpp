// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/whole_numbers.h"

#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <cmath>

namespace ql::ops {

using graph::DataType;

namespace {

std::optional<double> numberOf(const graph::AttributeValue& value)
{
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*integer);
    if (const auto* real = std::get_if<double>(&value))
        return *real;
    const auto* tensor = std::get_if<graph::TensorData>(&value);
    if (!tensor || tensor->size() != 1 || tensor->type() == DataType::String)
        return std::nullopt;
    return tensor->toDoubles().front();
}

} // namespace

std::int64_t wholeAttribute(const graph::Node& node, const char* name)
{
    const auto* value = node.attributes.find(name);
    if (!value)
        throw Error(ErrorCode::InvalidNode, Message("attribute {} is missing", name));
    const auto number = numberOf(*value);
    if (!number || *number != std::floor(*number) || std::abs(*number) > 0x1p32)
        throw Error(ErrorCode::InvalidNode, Message("attribute {} is no integer of 32 bits", name));
    return static_cast<std::int64_t>(*number);
}

at::Tensor wholeNumbers(const Tensor& tensor, const Message& what)
{
    expectType(tensor, what,
               {DataType::Int8, DataType::UInt8, DataType::Int16, DataType::UInt16, DataType::Int32, DataType::Int64,
                DataType::Float16, DataType::Float, DataType::Double});
    if (!graph::isFloatingPoint(tensor.type))
        return tensor.data.to(at::kLong);
    const auto numbers = computable(tensor);
    if (!numbers.eq(numbers.floor()).logical_and_(numbers.abs().le(0x1p31)).all().item<bool>())
        throw Error(ErrorCode::InvalidNode, Message("{} holds numbers that are no integers of 32 bits", what));
    return numbers.to(at::kLong);
}

Tensor keptAs(const at::Tensor& numbers, const Tensor& x, DataType type)
{
    return storedAs(numbers, graph::isFloatingPoint(x.type) ? x.type : type);
}

void expectGrown(const Tensor& x, const at::Tensor& numbers, const Message& what)
{
    const auto& shape = x.data.sizes();
    bool fits = numbers.dim() <= x.data.dim();
    for (std::int64_t axis = 1; fits && axis <= numbers.dim(); ++axis)
        fits = numbers.size(-axis) == 1 || numbers.size(-axis) == x.data.size(-axis);
    if (!fits)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("{} of shape {} doesn't broadcast to {}", what, graph::toString(numbers.sizes().vec()),
                            graph::toString(shape.vec())));
}

} // namespace ql::ops
