// SPDX-License-Identifier: GPL-3.0-or-later
// Activations, functions of one tensor element by element, and changes of the element type.
#include "core/import/tflite/mappings/mappings.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace ql::importers::tflite {

namespace {

Inputs integerInputs(Operation& operation)
{
    Inputs inputs;
    operation.addQuantized(inputs, 0);
    inputs.insert(inputs.end(), {operation.outScale(), operation.outZeroPoint()});
    return inputs;
}

/// What has no form on integers.
bool mapFloats(Operation& operation, std::string_view standard)
{
    if (!operation.has(0) || operation.input(0).isQuantized())
        return false;
    operation.give(standard, {operation.in(0)});
    return true;
}

/// What is called QLinear… on integers, of the types that the reference kernels know.
bool mapUnary(Operation& operation, std::string_view standard, const graph::Attributes& attributes,
              std::initializer_list<DataType> types = {DataType::Int8, DataType::UInt8, DataType::Int16})
{
    if (operation.isInteger() && std::ranges::find(types, operation.input(0).type) == types.end())
        return false;
    if (operation.isInteger())
        operation.give("QLinear" + std::string(standard), integerInputs(operation), attributes, kTflite);
    else if (operation.isFloat())
        operation.give(standard, {operation.in(0)}, attributes);
    else
        return false;
    return true;
}

bool mapSigmoid(Operation& operation, std::string_view standard)
{
    return mapUnary(operation, standard, {}, {DataType::Int8, DataType::Int16});
}

bool mapHardSwish(Operation& operation, std::string_view standard)
{
    return mapUnary(operation, standard, {}, {DataType::Int8, DataType::UInt8});
}

bool mapLeakyRelu(Operation& operation, std::string_view standard)
{
    return mapUnary(operation, standard, attributesOf({{"alpha", double(operation.options().number<float>(0))}}));
}

bool mapGelu(Operation& operation, std::string_view standard)
{
    const bool isApproximate = operation.options().truth(0);
    if (!operation.isFloat())
        return false;
    operation.give(standard, {operation.in(0)},
                   attributesOf({{"approximate", std::string(isApproximate ? "tanh" : "none")}}));
    return true;
}

/// Clamps; on integers in the scale of the result.
bool mapClamp(Operation& operation, Activation activation)
{
    if (operation.isInteger())
        operation.give("QLinearIdentity", integerInputs(operation),
                       attributesOf({{"activation", std::int64_t(activation)}}), kTflite);
    else if (operation.isFloat())
        operation.activate(activation, operation.in(0));
    else
        return false;
    return true;
}

bool mapRelu0To1(Operation& operation, std::string_view)
{
    if (!operation.isFloat())
        return false;
    operation.give("Clip",
                   {operation.in(0), operation.constantFloat("lowest", 0), operation.constantFloat("highest", 1)});
    return true;
}

bool mapRelu(Operation& operation, std::string_view)
{
    return mapClamp(operation, Activation::Relu);
}

bool mapRelu6(Operation& operation, std::string_view)
{
    return mapClamp(operation, Activation::Relu6);
}

bool mapReluN1To1(Operation& operation, std::string_view)
{
    return mapClamp(operation, Activation::ReluN1To1);
}

bool mapSoftmax(Operation& operation, std::string_view standard)
{
    const auto beta = operation.options().number<float>(0);
    if (operation.isInteger() && operation.input(0).type == DataType::Int8) {
        operation.give("QLinearSoftmax", integerInputs(operation), attributesOf({{"beta", double(beta)}}), kTflite);
        return true;
    }
    if (!operation.isFloat())
        return false;
    auto x = operation.in(0);
    if (beta != 1.0F)
        x = operation.between("scaled", "Mul", {x, operation.constantFloat("beta", beta)});
    operation.give(standard, {x}, attributesOf({{"axis", std::int64_t{-1}}}));
    return true;
}

bool mapLogSoftmax(Operation& operation, std::string_view standard)
{
    if (!operation.isFloat())
        return false;
    operation.give(standard, {operation.in(0)}, attributesOf({{"axis", std::int64_t{-1}}}));
    return true;
}

bool mapL2Normalization(Operation& operation, std::string_view standard)
{
    if (!operation.isFloat())
        return false;
    operation.give(standard, {operation.in(0)}, attributesOf({{"axis", std::int64_t{-1}}, {"p", std::int64_t{2}}}));
    return true;
}

bool mapPRelu(Operation& operation, std::string_view standard)
{
    if (!operation.isFloat())
        return false;
    operation.give(standard, {operation.in(0), operation.asFloats(1)});
    return true;
}

bool mapRsqrt(Operation& operation, std::string_view)
{
    if (!operation.isFloat())
        return false;
    operation.give("Reciprocal", {operation.between("root", "Sqrt", {operation.in(0)})});
    return true;
}

bool mapSquare(Operation& operation, std::string_view standard)
{
    if (!operation.isFloat())
        return false;
    operation.give(standard, {operation.in(0), operation.in(0)});
    return true;
}

bool mapCast(Operation& operation, std::string_view standard)
{
    if (!operation.has(0) || operation.input(0).type == DataType::Undefined
        || operation.output().type == DataType::Undefined)
        return false;
    operation.give(standard, {operation.in(0)}, attributesOf({{"to", std::int64_t(operation.output().type)}}));
    return true;
}

/// From floats, or from integers in one scale to others.
bool mapQuantize(Operation& operation, std::string_view)
{
    const auto isScaled = [](const TensorTable& tensor) {
        return tensor.isQuantized() || (tensor.type == DataType::Int32 && !tensor.quantization.scales.empty());
    };
    if (!operation.has(0) || !isScaled(operation.output()))
        return false;
    if (isScaled(operation.input(0)))
        operation.give("QLinearIdentity", integerInputs(operation), {}, kTflite);
    else if (operation.input(0).type == DataType::Float)
        operation.give("QuantizeLinear", {operation.in(0), operation.outScale(), operation.outZeroPoint()},
                       attributesOf({{"axis", operation.output().quantization.axis}}), kTflite);
    else
        return false;
    return true;
}

bool mapDequantize(Operation& operation, std::string_view)
{
    if (!operation.has(0) || operation.output().type != DataType::Float)
        return false;
    Inputs inputs;
    if (operation.input(0).type == DataType::Float16)
        operation.give("Cast", {operation.in(0)}, attributesOf({{"to", std::int64_t(DataType::Float)}}));
    else if (operation.input(0).isQuantized()) {
        operation.addQuantized(inputs, 0);
        operation.give("DequantizeLinear", inputs, attributesOf({{"axis", operation.input(0).quantization.axis}}));
    } else
        return false;
    return true;
}

constexpr std::array kElementMappings{
    Mapping{"ABS", mapFloats, "Abs"},
    Mapping{"CAST", mapCast, "Cast"},
    Mapping{"CEIL", mapFloats, "Ceil"},
    Mapping{"COS", mapFloats, "Cos"},
    Mapping{"DEQUANTIZE", mapDequantize},
    Mapping{"ELU", mapFloats, "Elu"},
    Mapping{"EXP", mapFloats, "Exp"},
    Mapping{"FLOOR", mapFloats, "Floor"},
    Mapping{"GELU", mapGelu, "Gelu"},
    Mapping{"HARD_SWISH", mapHardSwish, "HardSwish"},
    Mapping{"L2_NORMALIZATION", mapL2Normalization, "LpNormalization"},
    Mapping{"LEAKY_RELU", mapLeakyRelu, "LeakyRelu"},
    Mapping{"LOG", mapFloats, "Log"},
    Mapping{"LOGICAL_NOT", mapFloats, "Not"},
    Mapping{"LOGISTIC", mapSigmoid, "Sigmoid"},
    Mapping{"LOG_SOFTMAX", mapLogSoftmax, "LogSoftmax"},
    Mapping{"NEG", mapFloats, "Neg"},
    Mapping{"PRELU", mapPRelu, "PRelu"},
    Mapping{"QUANTIZE", mapQuantize},
    Mapping{"RELU", mapRelu},
    Mapping{"RELU6", mapRelu6},
    Mapping{"RELU_0_TO_1", mapRelu0To1},
    Mapping{"RELU_N1_TO_1", mapReluN1To1},
    Mapping{"ROUND", mapFloats, "Round"},
    Mapping{"RSQRT", mapRsqrt},
    Mapping{"SIGN", mapFloats, "Sign"},
    Mapping{"SIN", mapFloats, "Sin"},
    Mapping{"SOFTMAX", mapSoftmax, "Softmax"},
    Mapping{"SQRT", mapFloats, "Sqrt"},
    Mapping{"SQUARE", mapSquare, "Mul"},
    Mapping{"TANH", mapSigmoid, "Tanh"},
};

} // namespace

std::span<const Mapping> elementMappings()
{
    return kElementMappings;
}

} // namespace ql::importers::tflite
