// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/element_wise.h"

#include "core/ops/support/checks.h"

namespace ql::ops {

using graph::DataType;

namespace {

at::Tensor wrapped(at::Tensor integers, DataType type)
{
    switch (type) {
    case DataType::UInt2: return integers.bitwise_and(3);
    case DataType::Int2: return integers.bitwise_and(3).bitwise_xor(2).sub(2);
    case DataType::UInt4: return integers.bitwise_and(0xF);
    case DataType::Int4: return integers.bitwise_and(0xF).bitwise_xor(8).sub(8);
    case DataType::UInt16: return integers.bitwise_and(0xFFFF);
    case DataType::UInt32: return integers.bitwise_and(std::int64_t{0xFFFFFFFF});
    default: return integers;
    }
}

bool isNarrowerThanStorage(DataType type)
{
    return type == DataType::UInt2 || type == DataType::Int2 || type == DataType::UInt4 || type == DataType::Int4
           || type == DataType::UInt16 || type == DataType::UInt32;
}

void expectAlike(const KernelCall& call)
{
    expectSameType(call.required(1), "input 1", call.required(0));
    expectBroadcastable(call.input(0), call.input(1));
}

} // namespace

at::Tensor computable(const Tensor& tensor)
{
    const bool isHalf = tensor.type == DataType::Float16 || tensor.type == DataType::BFloat16;
    return isHalf ? tensor.data.to(at::kFloat) : tensor.data;
}

Tensor storedAs(at::Tensor result, DataType type)
{
    if (isNarrowerThanStorage(type))
        result = wrapped(at::isFloatingType(result.scalar_type()) ? result.to(at::kLong) : result, type);
    const auto storage = storageType(type);
    return {result.scalar_type() == storage ? std::move(result) : result.to(storage), type};
}

at::Tensor ordered(at::Tensor elements, DataType type)
{
    return type == DataType::UInt64 ? elements.bitwise_xor(std::numeric_limits<std::int64_t>::min()) : elements;
}

Kernel unaryKernel(UnaryFunction function)
{
    return [function = std::move(function)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        return {storedAs(function(computable(x)), x.type)};
    };
}

Kernel binaryKernel(BinaryFunction function)
{
    return [function = std::move(function)](const KernelCall& call) -> std::vector<Tensor> {
        expectAlike(call);
        return {storedAs(function(computable(call.input(0)), computable(call.input(1))), call.input(0).type)};
    };
}

Kernel binaryPredicateKernel(BinaryFunction function)
{
    return [function = std::move(function)](const KernelCall& call) -> std::vector<Tensor> {
        expectAlike(call);
        const auto type = call.input(0).type;
        return {{function(ordered(call.input(0).data, type), ordered(call.input(1).data, type)), DataType::Bool}};
    };
}

} // namespace ql::ops
