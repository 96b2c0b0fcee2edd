// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/checks.h"
#include "core/ops/element_wise.h"

#include <cmath>
#include <fmt/format.h>

namespace ql::ops::rooms {

using graph::DataType;

namespace {

const double kTwoTo63 = std::ldexp(1.0, 63);
const double kTwoTo64 = std::ldexp(1.0, 64);

void expectCastable(DataType type)
{
    switch (type) {
    case DataType::Undefined:
    case DataType::String:
    case DataType::Float8E4M3FN:
    case DataType::Float8E4M3FNUZ:
    case DataType::Float8E5M2:
    case DataType::Float8E5M2FNUZ:
        throw Error(ErrorCode::TypeMismatch, fmt::format("casting from or to {} isn't supported", graph::name(type)));
    default: break;
    }
}

DataType dataTypeFromNumber(std::int64_t number)
{
    if (number < 1 || number > static_cast<std::int64_t>(DataType::Int4))
        throw Error(ErrorCode::InvalidNode, fmt::format("attribute to is {}, which is no element type", number));
    return static_cast<DataType>(number);
}

/// uint64 is stored as its bit pattern: a negative one stands for the number 2^64 above.
at::Tensor doublesOfUnsigned64(const at::Tensor& bits)
{
    const auto doubles = bits.to(at::kDouble);
    return at::where(bits.lt(0), doubles.add(kTwoTo64), doubles);
}

at::Tensor unsigned64OfFloats(const at::Tensor& x)
{
    const auto doubles = x.to(at::kDouble);
    return at::where(doubles.ge(kTwoTo63), doubles.sub(kTwoTo64), doubles).to(at::kLong);
}

Tensor casted(const Tensor& x, DataType to)
{
    expectCastable(x.type);
    if (x.type == to)
        return x;
    if (to == DataType::Bool)
        return {x.data.ne(0), to};
    if (x.type == DataType::UInt64 && graph::isFloatingPoint(to))
        return storedAs(doublesOfUnsigned64(x.data), to);
    if (to == DataType::UInt64 && graph::isFloatingPoint(x.type))
        return {unsigned64OfFloats(x.data), to};
    return storedAs(x.data, to);
}

Kernel bindCast(const graph::Node& node)
{
    const auto to = dataTypeFromNumber(node.attributes.requiredInt("to"));
    expectCastable(to);
    return [to](const KernelCall& call) -> std::vector<Tensor> { return {casted(call.required(0), to)}; };
}

Kernel bindCastLike(const graph::Node&)
{
    return [](const KernelCall& call) -> std::vector<Tensor> {
        const auto to = call.required(1).type;
        expectCastable(to);
        return {casted(call.required(0), to)};
    };
}

} // namespace

OperatorDefinitions cast()
{
    return {{"", "Cast", 6, kLatestOpset, bindCast}, {"", "CastLike", 15, kLatestOpset, bindCastLike}};
}

} // namespace ql::ops::rooms
