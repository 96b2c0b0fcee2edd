// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/torch/torch_functions.h"

#include "core/base/error.h"
#include "core/ops/torch/decomposed_functions.h"
#include "core/ops/torch/torch_value.h"
#include "core/ops/torch/vision_functions.h"

#include <map>
#include <torch/csrc/jit/mobile/type_parser.h>

namespace ql::ops {

namespace {

using c10::IValue;
using Values = std::vector<IValue>;

Values device(Values arguments)
{
    return {c10::Device(arguments.at(0).toStringRef())};
}

/// The elements of a list or tuple, one by one.
Values unpack(Values arguments)
{
    const auto& packed = arguments.at(0);
    if (packed.isTuple()) {
        const auto& elements = packed.toTupleRef().elements();
        return Values(elements.begin(), elements.end()); // in braces they would be taken for two bools
    }
    return packed.toListRef().vec();
}

Values tupleItem(Values arguments)
{
    const auto elements = unpack({arguments.at(0)});
    auto index = arguments.at(1).toInt();
    index = index < 0 ? index + std::int64_t(elements.size()) : index;
    if (index < 0 || index >= std::int64_t(elements.size()))
        throw Error(ErrorCode::InvalidNode, "the tuple has no element of this number",
                    "the model asks for it: correct it there and save it again");
    return {elements[std::size_t(index)]};
}

Values same(Values arguments)
{
    return arguments;
}

/// The first argument spells the type of the elements, the others are they.
Values list(Values arguments)
{
    auto items = c10::impl::GenericList(c10::parseType(arguments.at(0).toStringRef()));
    for (std::size_t i = 1; i < arguments.size(); ++i)
        items.push_back(arguments[i]);
    return {items};
}

/// Types of key and value, then keys and values in turn.
Values dictionary(Values arguments)
{
    auto items = c10::impl::GenericDict(c10::parseType(arguments.at(0).toStringRef()),
                                        c10::parseType(arguments.at(1).toStringRef()));
    for (std::size_t i = 2; i + 1 < arguments.size(); i += 2)
        items.insert_or_assign(arguments[i], arguments[i + 1]);
    return {items};
}

Values raise(Values arguments)
{
    throw Error(ErrorCode::Engine, Message("the model raises an exception: {}", arguments.at(0).toStringRef()),
                "it takes other inputs than these: see what it asserts");
}

/// A condition that the program asserts, what it must be, and what to say otherwise.
Values expect(Values arguments)
{
    const auto& condition = arguments.at(0);
    const bool holds = condition.isTensor() ? condition.toTensor().is_nonzero() : condition.toBool();
    if (holds != arguments.at(1).toBool())
        raise({arguments.at(2)});
    return {};
}

/// A tensor given as an input where the model takes a number.
Values number(Values arguments)
{
    if (!arguments.at(0).isTensor())
        return arguments;
    const auto& tensor = arguments[0].toTensor();
    if (tensor.numel() != 1)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("the model takes one number here, a tensor of {} elements is given", tensor.numel()));
    const auto& kind = arguments.at(1).toStringRef();
    if (kind == "bool")
        return {tensor.item().toBool()};
    if (kind == "int")
        return {tensor.item().toLong()};
    return {tensor.item().toDouble()};
}

/// A weight in C order laid out as the model keeps it.
Values strided(Values arguments)
{
    const auto& tensor = arguments.at(0).toTensor();
    const auto strides = arguments.at(1).toIntVector();
    return {at::empty_strided(tensor.sizes(), strides, tensor.options()).copy_(tensor)};
}

/// A number that the model gives.
Values asTensor(Values arguments)
{
    const auto& number = arguments.at(0);
    return {number.isTensor() ? number.toTensor() : at::scalar_tensor(number.toScalar(), number.toScalar().type())};
}

at::ScalarType quantizedType(at::ScalarType integers)
{
    switch (integers) {
    case at::kChar: return at::kQInt8;
    case at::kByte: return at::kQUInt8;
    case at::kInt: return at::kQInt32;
    default: throw Error(ErrorCode::TypeMismatch, Message("integers of type {}", at::toString(integers)));
    }
}

at::Tensor numbersOf(const IValue& value, at::ScalarType type)
{
    return (value.isTensor() ? value.toTensor() : at::scalar_tensor(value.toScalar())).to(type);
}

/// Integers, scale and zero point, and the axis where there are several: LibTorch's quantized tensor. One that is there
/// already stays itself.
Values quantized(Values arguments)
{
    const auto& integers = arguments.at(0).toTensor();
    if (integers.is_quantized())
        return {integers};
    quantizedType(integers.scalar_type());
    if (arguments.size() > 3)
        return {at::_make_per_channel_quantized_tensor(integers, numbersOf(arguments[1], at::kDouble),
                                                       numbersOf(arguments[2], at::kLong), arguments[3].toInt())};
    return {at::_make_per_tensor_quantized_tensor(integers, numbersOf(arguments.at(1), at::kDouble).item<double>(),
                                                  numbersOf(arguments.at(2), at::kLong).item<std::int64_t>())};
}

at::Tensor alongAxis(const at::Tensor& parameters, const at::Tensor& data, std::int64_t axis)
{
    std::vector<std::int64_t> shape(std::size_t(data.dim()), 1);
    if (parameters.numel() > 1)
        shape.at(std::size_t(axis)) = parameters.numel();
    return parameters.reshape(shape);
}

/// What fake quantization rounds to: data, scale, zero point, lowest and highest integer, axis, type of the result.
Values fakeQuantizedIntegers(Values arguments)
{
    const auto& data = arguments.at(0).toTensor();
    const auto axis = arguments.at(5).toInt();
    const auto inverse = numbersOf(arguments.at(1), at::kFloat).reciprocal();
    const auto zeroPoint = numbersOf(arguments.at(2), at::kFloat);
    auto integers = data.mul(alongAxis(inverse, data, axis)).round_().add_(alongAxis(zeroPoint, data, axis));
    integers.clamp_(arguments.at(3).toScalar(), arguments.at(4).toScalar());
    return {integers.to(static_cast<at::ScalarType>(arguments.at(6).toInt()))};
}

/// Integers, scale, zero point and axis back to floats, as fake quantization does.
Values fakeDequantized(Values arguments)
{
    const auto data = arguments.at(0).toTensor().to(at::kFloat);
    const auto axis = arguments.at(3).toInt();
    const auto scale = numbersOf(arguments.at(1), at::kFloat);
    const auto zeroPoint = numbersOf(arguments.at(2), at::kFloat);
    return {data.sub(alongAxis(zeroPoint, data, axis)).mul_(alongAxis(scale, data, axis))};
}

} // namespace

const TorchFunction* findTorchFunction(std::string_view name)
{
    static const auto kDecomposed = [] {
        std::map<std::string_view, TorchFunction> functions;
        for (const auto& each : decomposedOperators())
            functions.emplace(each.name, each.function);
        return functions;
    }();
    if (const auto found = kDecomposed.find(name); found != kDecomposed.end())
        return &found->second;
    static const std::map<std::string_view, TorchFunction> kFunctions{
        {"ql::device", device},
        {"ql::dictionary", dictionary},
        {"ql::expect", expect},
        {"ql::fake_dequantized", fakeDequantized},
        {"ql::fake_quantized_integers", fakeQuantizedIntegers},
        {"ql::list", list},
        {"ql::number", number},
        {"ql::quantized", quantized},
        {"ql::raise", raise},
        {"ql::same", same},
        {"ql::strided", strided},
        {"ql::tensor", asTensor},
        {"ql::tuple_item", tupleItem},
        {"ql::unpack", unpack},
        {"torchvision::nms", visionNms},
        {"torchvision::roi_align", visionRoiAlign},
    };
    const auto found = kFunctions.find(name);
    return found == kFunctions.end() ? nullptr : &found->second;
}

} // namespace ql::ops
