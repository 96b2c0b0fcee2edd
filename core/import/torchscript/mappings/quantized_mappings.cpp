// SPDX-License-Identifier: GPL-3.0-or-later
// Quantized operators in the form that ONNX and ONNX Runtime give them: integers, each with its scale and zero point.
#include "core/import/torchscript/mappings/onnx_mappings.h"
#include "core/import/torchscript/values/packed_parameters.h"
#include "core/ops/tensor.h"
#include "core/ops/torch/torch_expression.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <unordered_map>

namespace ql::importers::torchscript {

using c10::IValue;
using graph::ValueId;

namespace {

constexpr auto kMicrosoft = "com.microsoft";
constexpr auto kOwn = "quantized"; ///< the same layout, of operators that no standard has

std::string number(double value)
{
    return ops::spellLiteral(value);
}

/// The argument of a call that gives LibTorch the tensor with these integers.
std::string spellQuantized(std::size_t input, const QuantizationParameters& parameters)
{
    return fmt::format("ql::quantized(${}, {}, {})", input, number(parameters.scale), parameters.zeroPoint);
}

/// Appends integers, scale and zero point.
void addOperand(std::vector<ValueId>& inputs, MappingArguments& arguments, ValueId integers, std::string_view name,
                const QuantizationParameters& parameters)
{
    inputs.push_back(integers);
    inputs.push_back(arguments.constant(fmt::format("{}_scale", name), float(parameters.scale)));
    inputs.push_back(arguments.zeroPoint(fmt::format("{}_zero_point", name), parameters.zeroPoint, parameters.type));
}

void addResult(std::vector<ValueId>& inputs, MappingArguments& arguments, const QuantizationParameters& parameters)
{
    inputs.push_back(arguments.constant("scale", float(parameters.scale)));
    inputs.push_back(arguments.zeroPoint("zero_point", parameters.zeroPoint, parameters.type));
}

/// A number, or the only element of a tensor: graphs that PyTorch's FX quantized keep scales and zero points as
/// buffers.
std::optional<double> toldNumber(const MappingArguments& arguments, std::string_view name)
{
    const auto known = arguments.known(name);
    if (!known || !known->isTensor() || !known->toTensor().defined())
        return arguments.number(name);
    const auto& tensor = known->toTensor();
    const bool isReal = c10::isFloatingType(tensor.scalar_type()) || c10::isIntegralType(tensor.scalar_type(), false);
    return isReal && tensor.numel() == 1 ? std::optional(tensor.item<double>()) : std::nullopt;
}

bool isInt32(double number)
{
    return number >= std::numeric_limits<std::int32_t>::min() && number <= std::numeric_limits<std::int32_t>::max();
}

/// Scale and zero point that the operator is told, whatever it calls them.
std::optional<QuantizationParameters> toldParameters(const MappingArguments& arguments)
{
    constexpr std::pair<const char*, const char*> kNames[] = {
        {"output_scale", "output_zero_point"}, {"scale", "zero_point"}, {"Y_scale_i", "Y_zero_point_i"}};
    for (const auto& [scaleName, zeroPointName] : kNames) {
        const auto scale = toldNumber(arguments, scaleName);
        const auto zeroPoint = toldNumber(arguments, zeroPointName);
        if (scale && zeroPoint && isInt32(*zeroPoint))
            return QuantizationParameters{*scale, std::int64_t(*zeroPoint), at::kQUInt8};
    }
    return std::nullopt;
}

std::int64_t lowestOf(at::ScalarType type)
{
    return type == at::kQUInt8 ? 0 : type == at::kQInt8 ? -128 : std::numeric_limits<std::int32_t>::min();
}

/// A bias in steps of the product of the scales, as the integer accumulator counts.
ValueId integerBias(MappingArguments& arguments, const PackedParameters& packed, double inputScale)
{
    if (!packed.biasTensor.defined() || !packed.weightTensor.is_quantized())
        return {};
    const auto scales = packed.isPerChannel ? packed.weightTensor.q_per_channel_scales().to(at::kDouble)
                                            : at::scalar_tensor(packed.weightTensor.q_scale(), at::kDouble);
    const auto counts = packed.biasTensor.detach().to(at::kDouble).div(scales * inputScale).round();
    return arguments.constant("bias_quantized",
                              ops::toTensorData(ops::Tensor(counts.clamp(-2147483648.0, 2147483647.0).to(at::kInt))));
}

std::string spellPacking(const PackedParameters& packed, std::size_t weight, std::size_t scale, const std::string& bias)
{
    return fmt::format("{}(ql::quantized(${}, ${}, ${}{}), {}{})", packed.packing, weight, scale, weight + 2,
                       packed.isPerChannel ? ", 0" : "", bias, packed.settings);
}

void setConvolution(graph::Attributes& attributes, const PackedParameters& packed)
{
    attributes.set("strides", packed.strides);
    attributes.set("pads", bothSides(packed.padding));
    attributes.set("dilations", packed.dilations);
    attributes.set("group", packed.groups);
}

std::string fullName(const MappingArguments& arguments)
{
    return arguments.overload().empty() ? arguments.name() : arguments.name() + "." + arguments.overload();
}

/// The packed weights as LibTorch computes with them: with the float bias and the exact scales, which become @p inputs.
std::string spellWeights(std::vector<ValueId>& inputs, MappingArguments& arguments, const PackedParameters& packed)
{
    std::string bias = "none";
    if (packed.bias.id.isValid()) {
        bias = fmt::format("${}", inputs.size());
        inputs.push_back(arguments.value(packed.bias));
    }
    std::size_t scale = 4;
    if (packed.exactScale.id.isValid()) {
        scale = inputs.size();
        inputs.push_back(arguments.value(packed.exactScale));
    }
    return spellPacking(packed, 3, scale, bias);
}

/// Convolutions and products with packed weights.
std::optional<OnnxMapping> weightedMapping(MappingArguments& arguments)
{
    const bool isLinear = arguments.stem() == "linear" || arguments.stem() == "linear_relu";
    const auto inputName = isLinear ? "X" : "qx";
    const auto* packed = arguments.packed(isLinear ? "W_prepack" : "packed_weight");
    const auto input = arguments.quantization(inputName);
    auto result = toldParameters(arguments);
    if (!packed || !input || !result || !packed->scale.id.isValid())
        return std::nullopt;
    result->type = input->type;
    const bool hasRelu = arguments.stem().ends_with("relu");
    OnnxMapping mapping{.domain = hasRelu && result->zeroPoint != lowestOf(result->type) ? kOwn
                                  : isLinear                                             ? kMicrosoft
                                                                                         : "",
                        .opType = isLinear               ? "QGemm"
                                  : packed->isTransposed ? "QLinearConvTranspose"
                                                         : "QLinearConv",
                        .isQuantized = true,
                        .quantization = result};
    addOperand(mapping.inputs, arguments, arguments.value(inputName), "input", *input);
    mapping.inputs.insert(mapping.inputs.end(), {arguments.value(packed->weight), arguments.value(packed->scale),
                                                 arguments.value(packed->zeroPoint)});
    const auto bias = integerBias(arguments, *packed, input->scale);
    if (isLinear)
        mapping.inputs.push_back(bias);
    addResult(mapping.inputs, arguments, *result);
    if (!isLinear)
        mapping.inputs.push_back(bias);
    const auto packing = spellWeights(mapping.inputs, arguments, *packed);
    if (isLinear)
        mapping.attributes.set("transB", std::int64_t(1));
    else
        setConvolution(mapping.attributes, *packed);
    mapping.call = fmt::format("{}({}, {}, {}, {})", fullName(arguments), spellQuantized(0, *input), packing,
                               number(result->scale), result->zeroPoint);
    return mapping;
}

std::optional<OnnxMapping> integerBinaryMapping(MappingArguments& arguments)
{
    const auto& stem = arguments.stem();
    const bool isSum = stem == "add" || stem == "add_relu";
    const auto first = arguments.quantization("qa");
    const auto second = arguments.quantization("qb");
    auto result = toldParameters(arguments);
    if ((!isSum && stem != "mul" && stem != "mul_relu") || !first || !second || !result)
        return std::nullopt;
    result->type = first->type;
    OnnxMapping mapping{.domain =
                            stem.ends_with("relu") && result->zeroPoint != lowestOf(result->type) ? kOwn : kMicrosoft,
                        .opType = isSum ? "QLinearAdd" : "QLinearMul",
                        .isQuantized = true,
                        .quantization = result};
    addOperand(mapping.inputs, arguments, arguments.value("qa"), "a", *first);
    addOperand(mapping.inputs, arguments, arguments.value("qb"), "b", *second);
    addResult(mapping.inputs, arguments, *result);
    mapping.call = fmt::format("{}({}, {}, {}, {})", fullName(arguments), spellQuantized(0, *first),
                               spellQuantized(3, *second), number(result->scale), result->zeroPoint);
    return mapping;
}

std::optional<OnnxMapping> concatMapping(MappingArguments& arguments)
{
    auto result = toldParameters(arguments);
    const auto parts = arguments.values("qx");
    const auto quantizations = arguments.quantizations("qx");
    const auto axis = arguments.integer("dim");
    if (!arguments.stem().starts_with("cat") || !parts || !axis || !result || quantizations.empty())
        return std::nullopt;
    OnnxMapping mapping{.domain = kMicrosoft, .opType = "QLinearConcat", .inputs = {{}, {}}, .isQuantized = true};
    std::string spelled;
    for (std::size_t i = 0; i < parts->size(); ++i) {
        if (!quantizations[i])
            return std::nullopt;
        spelled += (i == 0 ? "" : ", ") + spellQuantized(mapping.inputs.size(), *quantizations[i]);
        addOperand(mapping.inputs, arguments, (*parts)[i], fmt::format("input_{}", i), *quantizations[i]);
    }
    result->type = quantizations[0]->type;
    mapping.inputs[0] = arguments.constant("scale", float(result->scale));
    mapping.inputs[1] = arguments.zeroPoint("zero_point", result->zeroPoint, result->type);
    mapping.quantization = result;
    mapping.attributes.set("axis", *axis);
    mapping.call = fmt::format("{}([{}], {}, {}, {})", fullName(arguments), spelled, *axis, number(result->scale),
                               result->zeroPoint);
    return mapping;
}

struct Unary {
    const char* opType;
    const char* domain;
};

std::optional<Unary> unaryOf(const std::string& stem)
{
    static const std::unordered_map<std::string, Unary> kUnary{
        {"adaptive_avg_pool1d", {"QLinearAveragePool", kOwn}},
        {"adaptive_avg_pool2d", {"QLinearAveragePool", kOwn}},
        {"avg_pool2d", {"QLinearAveragePool", kOwn}},
        {"batch_norm", {"QLinearBatchNormalization", kOwn}},
        {"batch_norm2d", {"QLinearBatchNormalization", kOwn}},
        {"batch_norm2d_relu", {"QLinearBatchNormalization", kOwn}},
        {"clamp", {"QLinearClip", kOwn}},
        {"elu", {"QLinearElu", kOwn}},
        {"hardsigmoid", {"QLinearHardSigmoid", kOwn}},
        {"hardswish", {"QLinearHardSwish", kOwn}},
        {"hardtanh", {"QLinearClip", kOwn}},
        {"instance_norm", {"QLinearInstanceNormalization", kOwn}},
        {"layer_norm", {"QLinearLayerNormalization", kOwn}},
        {"leaky_relu", {"QLinearLeakyRelu", kMicrosoft}},
        {"mean", {"QLinearReduceMean", kOwn}},
        {"relu", {"QLinearRelu", kOwn}},
        {"relu6", {"QLinearClip", kOwn}},
        {"sigmoid", {"QLinearSigmoid", kMicrosoft}},
        {"tanh", {"QLinearTanh", kOwn}}};
    const auto found = kUnary.find(stem);
    return found == kUnary.end() ? std::nullopt : std::optional(found->second);
}

/// What LibTorch gives the results of operators that aren't told.
QuantizationParameters impliedParameters(const std::string& stem, const QuantizationParameters& input)
{
    const bool isSigned = input.type == at::kQInt8;
    if (stem == "sigmoid" || stem == "hardsigmoid")
        return {1.0 / 256.0, isSigned ? -128 : 0, input.type};
    if (stem == "tanh")
        return {2.0 / 256.0, isSigned ? 0 : 128, input.type};
    return input;
}

std::optional<OnnxMapping> unaryMapping(MappingArguments& arguments)
{
    const auto unary = unaryOf(arguments.stem());
    if (!unary)
        return std::nullopt;
    for (const auto* name : {"self", "input", "qx", "Xq"}) {
        const auto input = arguments.quantization(name);
        if (!input)
            continue;
        auto result = toldParameters(arguments).value_or(impliedParameters(arguments.stem(), *input));
        result.type = input->type;
        OnnxMapping mapping;
        const auto size = arguments.integers("output_size");
        const bool isGlobal = size && std::ranges::all_of(*size, [](auto each) { return each == 1; });
        mapping.opType = isGlobal ? "QLinearGlobalAveragePool" : unary->opType;
        mapping.domain = isGlobal ? kMicrosoft : unary->domain;
        mapping.isQuantized = true;
        mapping.quantization = result;
        addOperand(mapping.inputs, arguments, arguments.value(name), "input", *input);
        addResult(mapping.inputs, arguments, result);
        return mapping;
    }
    return std::nullopt;
}

/// Operators that only move integers: the form they have for floats, if any.
std::optional<OnnxMapping> movingMapping(MappingArguments& arguments)
{
    for (const auto* name : {"self", "input", "tensors"}) {
        auto input = arguments.quantization(name);
        if (const auto all = arguments.quantizations(name); !input && !all.empty())
            input = all.front();
        if (!input)
            continue;
        OnnxMapping mapping;
        if (auto pooled = poolingOrReductionMapping(arguments))
            mapping = std::move(*pooled);
        else if (auto moved = movementMapping(arguments))
            mapping = std::move(*moved);
        mapping.isQuantized = true;
        if (arguments.name() != "aten::int_repr")
            mapping.quantization = input;
        return mapping;
    }
    return std::nullopt;
}

std::optional<OnnxMapping> boundaryMapping(MappingArguments& arguments)
{
    OnnxMapping mapping;
    if (arguments.name() == "aten::quantize_per_tensor" && arguments.overload() != "tensors") {
        auto result = toldParameters(arguments);
        const auto type = arguments.integer("dtype");
        if (!result || !type)
            return std::nullopt;
        result->type = static_cast<at::ScalarType>(*type);
        mapping.opType = "QuantizeLinear";
        mapping.inputs = {arguments.value("self")};
        addResult(mapping.inputs, arguments, *result);
        mapping.call =
            fmt::format("aten::quantize_per_tensor($0, {}, {}, {})", number(result->scale), result->zeroPoint, *type);
        mapping.quantization = result;
        return mapping;
    }
    const auto input = arguments.quantization("self");
    if (arguments.name() != "aten::dequantize" || !input)
        return std::nullopt;
    mapping.opType = "DequantizeLinear";
    addOperand(mapping.inputs, arguments, arguments.value("self"), "input", *input);
    return mapping;
}

} // namespace

std::optional<OnnxMapping> quantizedMapping(MappingArguments& arguments)
{
    for (const auto& family :
         {boundaryMapping, weightedMapping, integerBinaryMapping, concatMapping, unaryMapping, movingMapping})
        if (auto mapping = family(arguments))
            return mapping;
    return std::nullopt;
}

} // namespace ql::importers::torchscript
