// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/quantization/narrow_float.h"
#include "core/ops/strings/numeric_text.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/element_wise.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

namespace ql::ops::kernels::cast {

using graph::DataType;

namespace {

const double kTwoTo63 = std::ldexp(1.0, 63);
const double kTwoTo64 = std::ldexp(1.0, 64);
constexpr std::int64_t kFewElements = 1024;

void expectCastable(DataType type)
{
    if (type == DataType::Undefined)
        throw Error(ErrorCode::TypeMismatch, Message("casting from or to {} isn't supported", graph::name(type)));
}

DataType targetOf(const graph::Node& node)
{
    const auto number = node.attributes.requiredInt("to");
    const auto type = graph::dataTypeFromNumber(number);
    if (!type || *type == DataType::Undefined)
        throw Error(ErrorCode::InvalidNode, Message("attribute {} is {}, which is no element type", "to", number));
    return *type;
}

/// What a narrow float is made by.
struct Narrowing {
    bool saturates = true; ///< what is too large becomes the largest number
    graph::PowerRounding rounding = graph::PowerRounding::Up;
};

/// Since opset 24 round_mode is about float8e8m0.
Narrowing narrowingOf(const graph::Node& node)
{
    Narrowing how{node.attributes.intOr("saturate", 1) != 0};
    const auto mode = node.attributes.stringOr("round_mode", "up");
    if (mode == "down")
        how.rounding = graph::PowerRounding::Down;
    else if (mode == "nearest")
        how.rounding = graph::PowerRounding::Nearest;
    else if (mode != "up")
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute round_mode is \"{}\", expected up, down or nearest", mode));
    return how;
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

template <typename From, typename To>
at::Tensor convertedAs(const at::Tensor& x, at::ScalarType type)
{
    auto y = newTensor(x.sizes(), type);
    const auto* from = x.data_ptr<From>();
    std::transform(from, from + x.numel(), y.data_ptr<To>(), [](From each) { return static_cast<To>(each); });
    return y;
}

/// What shapes and their arithmetic are cast between, without LibTorch's dispatcher.
std::optional<at::Tensor> plainlyCasted(const at::Tensor& x, DataType to)
{
    if (!x.is_contiguous() || x.numel() > kFewElements || isDifferentiated(x))
        return {};
    const auto from = x.scalar_type();
    if (from == at::kLong && to == DataType::Float)
        return convertedAs<std::int64_t, float>(x, at::kFloat);
    if (from == at::kLong && to == DataType::Int32)
        return convertedAs<std::int64_t, std::int32_t>(x, at::kInt);
    if (from == at::kInt && to == DataType::Int64)
        return convertedAs<std::int32_t, std::int64_t>(x, at::kLong);
    if (from == at::kInt && to == DataType::Float)
        return convertedAs<std::int32_t, float>(x, at::kFloat);
    if (from == at::kBool && to == DataType::Float)
        return convertedAs<bool, float>(x, at::kFloat);
    return {};
}

Tensor casted(const Tensor& x, DataType to, const Narrowing& how)
{
    expectCastable(x.type);
    if (x.type == to)
        return x;
    if (x.holdsStrings())
        return casted(numbersOfStrings(*x.strings, to), to, how);
    if (graph::isNarrowFloat(x.type))
        return casted(Tensor{narrowFloatValues(x)}, to, how);
    if (to == DataType::String)
        return stringsOfNumbers(x);
    if (graph::isNarrowFloat(to))
        return asNarrowFloat(x.type == DataType::UInt64 ? doublesOfUnsigned64(x.data) : x.data, to, how.saturates,
                             how.rounding);
    if (to == DataType::Bool)
        return {x.data.ne(0), to};
    if (x.type == DataType::UInt64 && graph::isFloatingPoint(to))
        return storedAs(doublesOfUnsigned64(x.data), to);
    if (to == DataType::UInt64 && graph::isFloatingPoint(x.type))
        return {unsigned64OfFloats(x.data), to};
    if (auto plain = plainlyCasted(x.data, to))
        return {std::move(*plain), to};
    return storedAs(x.data, to);
}

Kernel bindCast(const graph::Node& node)
{
    const auto to = targetOf(node);
    expectCastable(to);
    return [to, how = narrowingOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        return {casted(call.tensor(0), to, how)};
    };
}

/// Opset 1 names the type: FLOAT, INT64.
Kernel bindNamedCast(const graph::Node& node)
{
    auto name = node.attributes.stringOr("to", "");
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    const auto to = graph::dataTypeFromName(name == "float" ? "float32" : name == "double" ? "float64" : name);
    if (!to)
        throw Error(ErrorCode::InvalidNode, Message("attribute to is \"{}\", which is no element type", name));
    expectCastable(*to);
    return [to = *to](const KernelCall& call) -> std::vector<Tensor> { return {casted(call.tensor(0), to, {})}; };
}

Kernel bindCastLike(const graph::Node& node)
{
    return [how = narrowingOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto to = call.tensor(1).type;
        expectCastable(to);
        return {casted(call.tensor(0), to, how)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Cast", 1, 5, bindNamedCast},
            {"", "Cast", 6, kLatestOpset, bindCast},
            {"", "CastLike", 15, kLatestOpset, bindCastLike}};
}

} // namespace ql::ops::kernels::cast
