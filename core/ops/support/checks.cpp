// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/checks.h"

#include "core/base/error.h"
#include "core/ops/memory/memory_limit.h"

#include <algorithm>

namespace ql::ops {

namespace {

/// "float16, float32 or float64"
Message listOf(std::initializer_list<graph::DataType> types)
{
    std::vector<Message> names;
    for (const auto type : types)
        names.push_back(Message("{}", graph::name(type)));
    if (names.size() < 2)
        return Message::list(std::move(names));
    const Message last = std::move(names.back());
    names.pop_back();
    return Message("{} or {}", Message::list(std::move(names)), last);
}

bool isIntegerList(const Tensor& tensor)
{
    const bool isInteger = tensor.type == graph::DataType::Int64 || tensor.type == graph::DataType::Int32;
    return isInteger && tensor.data.dim() <= 1;
}

std::vector<std::int64_t> integersOf(const at::Tensor& list)
{
    const bool isPlain = list.scalar_type() == at::kLong && list.is_contiguous();
    const auto wide = isPlain ? list : list.to(at::kLong).contiguous();
    const auto* first = wide.data_ptr<std::int64_t>();
    return {first, first + wide.numel()};
}

} // namespace

void expectRank(const Tensor& tensor, const Message& what, std::int64_t rank)
{
    if (tensor.data.dim() != rank)
        throw Error(ErrorCode::ShapeMismatch, Message("{} has rank {}, expected {}", what, tensor.data.dim(), rank));
}

void expectType(const Tensor& tensor, const Message& what, std::initializer_list<graph::DataType> allowed)
{
    if (std::find(allowed.begin(), allowed.end(), tensor.type) == allowed.end())
        throw Error(ErrorCode::TypeMismatch,
                    Message("{} has type {}, expected {}", what, graph::name(tensor.type), listOf(allowed)));
}

void expectSameType(const Tensor& tensor, const Message& what, const Tensor& first)
{
    if (tensor.type != first.type)
        throw Error(ErrorCode::TypeMismatch, Message("{} has type {}, expected {} as input 0", what,
                                                     graph::name(tensor.type), graph::name(first.type)));
}

void expectBroadcastable(const Tensor& a, const Tensor& b)
{
    const auto left = a.data.sizes();
    const auto right = b.data.sizes();
    const auto common = std::min(left.size(), right.size());
    for (std::size_t i = 1; i <= common; ++i) {
        const auto l = left[left.size() - i];
        const auto r = right[right.size() - i];
        if (l != r && l != 1 && r != 1)
            throw Error(ErrorCode::ShapeMismatch, Message("input shapes {} and {} can't be broadcast to one shape",
                                                          graph::toString(a.shape()), graph::toString(b.shape())));
    }
}

void expectFloat(const Tensor& tensor, const Message& what)
{
    using graph::DataType;
    expectType(tensor, what, {DataType::Float16, DataType::BFloat16, DataType::Float, DataType::Double});
}

void expectAffordable(const graph::Shape& shape, graph::DataType type)
{
    auto bytes =
        static_cast<double>(type == graph::DataType::String ? sizeof(std::string) : at::elementSize(storageType(type)));
    for (const auto size : shape) {
        if (size < 0)
            throw Error(ErrorCode::ShapeMismatch, Message("shape {} has a negative size", graph::toString(shape)));
        bytes *= static_cast<double>(size);
    }
    if (!isAffordable(bytes))
        throw Error(ErrorCode::ShapeMismatch, Message("a {} tensor of shape {} doesn't fit in memory",
                                                      graph::name(type), graph::toString(shape)));
}

std::int64_t normalizedAxis(std::int64_t axis, std::int64_t rank)
{
    if (axis < -rank || axis >= rank)
        throw Error(ErrorCode::InvalidNode, Message("axis {} is out of range for rank {}", axis, rank));
    return axis < 0 ? axis + rank : axis;
}

std::vector<std::int64_t> toInts(const Tensor& tensor, const Message& what)
{
    expectType(tensor, what, {graph::DataType::Int32, graph::DataType::Int64});
    if (tensor.data.dim() > 1)
        throw Error(ErrorCode::ShapeMismatch, Message("{} has rank {}, expected a list", what, tensor.data.dim()));
    return integersOf(tensor.data);
}

std::optional<std::vector<std::int64_t>> axesOf(const KernelCall& call, std::size_t input,
                                                const std::vector<std::int64_t>& attribute, bool hasAttribute)
{
    if (call.has(input))
        return isIntegerList(call.input(input)) ? integersOf(call.input(input).data)
                                                : toInts(call.input(input), Message("input {} (axes)", input));
    if (hasAttribute)
        return attribute;
    return std::nullopt;
}

graph::DataType elementTypeOf(const graph::Node& node, std::string_view attribute, graph::DataType fallback)
{
    const auto number = node.attributes.intOr(attribute, std::int64_t(fallback));
    const auto type = graph::dataTypeFromNumber(number);
    if (!type)
        throw Error(ErrorCode::InvalidNode, Message("attribute {} is {}, which is no element type", attribute, number));
    if (*type != graph::DataType::Undefined)
        storageType(*type);
    return *type;
}

} // namespace ql::ops
