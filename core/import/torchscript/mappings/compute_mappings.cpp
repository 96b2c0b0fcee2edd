// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions, products and element-wise operators in the standard's form.
#include "core/import/torchscript/mappings/onnx_mappings.h"

#include <limits>
#include <map>
#include <unordered_map>

namespace ql::importers::torchscript {

using graph::ValueId;
using Integers = std::vector<std::int64_t>;

namespace {

std::size_t spatialRank(const MappingArguments& arguments, const Integers& strides)
{
    const auto last = arguments.stem().back();
    const auto digit = arguments.stem().size() > 1 ? arguments.stem()[arguments.stem().size() - 2] : ' ';
    return last == 'd' && digit >= '1' && digit <= '3' ? std::size_t(digit - '0') : strides.size();
}

void dropLastOmitted(std::vector<ValueId>& inputs)
{
    while (!inputs.empty() && !inputs.back().isValid())
        inputs.pop_back();
}

std::optional<bool> isTransposedConvolution(const MappingArguments& arguments)
{
    const auto& stem = arguments.stem();
    if (stem.starts_with("conv_transpose"))
        return true;
    if (stem == "conv1d" || stem == "conv2d" || stem == "conv3d")
        return false;
    if (stem != "convolution")
        return std::nullopt;
    const auto transposed = arguments.known("transposed");
    return transposed ? std::optional(transposed->toBool()) : std::nullopt;
}

} // namespace

std::optional<OnnxMapping> convolutionMapping(MappingArguments& arguments)
{
    const auto isTransposed = isTransposedConvolution(arguments);
    const auto strides = arguments.integers("stride");
    const auto padding = arguments.integers("padding");
    const auto dilations = arguments.integers("dilation");
    const auto groups = arguments.integer("groups");
    if (!isTransposed || !strides || !padding || !dilations || !groups || arguments.quantization("input"))
        return std::nullopt;
    const auto rank = spatialRank(arguments, *strides);
    auto mapping = standard(*isTransposed ? "ConvTranspose" : "Conv",
                            {arguments.value("input"), arguments.value("weight"), arguments.value("bias")});
    dropLastOmitted(mapping.inputs);
    mapping.attributes.set("strides", spread(*strides, rank));
    mapping.attributes.set("pads", bothSides(spread(*padding, rank)));
    mapping.attributes.set("dilations", spread(*dilations, rank));
    mapping.attributes.set("group", *groups);
    if (const auto extra = arguments.integers("output_padding"); extra && *isTransposed)
        mapping.attributes.set("output_padding", spread(*extra, rank));
    return mapping;
}

std::optional<OnnxMapping> productMapping(MappingArguments& arguments)
{
    const auto& name = arguments.name();
    if (name == "aten::linear") {
        auto mapping = standard("Gemm", {arguments.value("input"), arguments.value("weight"), arguments.value("bias")});
        dropLastOmitted(mapping.inputs);
        mapping.attributes.set("transB", std::int64_t(1));
        return mapping;
    }
    if (name == "aten::addmm" && arguments.number("alpha") == 1.0 && arguments.number("beta") == 1.0)
        return standard("Gemm", {arguments.value("mat1"), arguments.value("mat2"), arguments.value("self")});
    if (name == "aten::matmul")
        return standard("MatMul", {arguments.value("self"), arguments.value("other")});
    if (name == "aten::mm" || name == "aten::bmm")
        return standard("MatMul", {arguments.value("self"), arguments.value("mat2")});
    return std::nullopt;
}

namespace {

/// Operators of one tensor that need no attribute.
std::optional<std::string> unaryName(const std::string& stem)
{
    static const std::unordered_map<std::string, std::string> kNames{{"abs", "Abs"},
                                                                     {"acos", "Acos"},
                                                                     {"asin", "Asin"},
                                                                     {"atan", "Atan"},
                                                                     {"ceil", "Ceil"},
                                                                     {"cos", "Cos"},
                                                                     {"cosh", "Cosh"},
                                                                     {"erf", "Erf"},
                                                                     {"exp", "Exp"},
                                                                     {"floor", "Floor"},
                                                                     {"hardswish", "HardSwish"},
                                                                     {"log", "Log"},
                                                                     {"logical_not", "Not"},
                                                                     {"neg", "Neg"},
                                                                     {"reciprocal", "Reciprocal"},
                                                                     {"relu", "Relu"},
                                                                     {"round", "Round"},
                                                                     {"sigmoid", "Sigmoid"},
                                                                     {"sign", "Sign"},
                                                                     {"sin", "Sin"},
                                                                     {"sinh", "Sinh"},
                                                                     {"sqrt", "Sqrt"},
                                                                     {"tan", "Tan"},
                                                                     {"tanh", "Tanh"}};
    const auto found = kNames.find(stem);
    return found == kNames.end() ? std::nullopt : std::optional(found->second);
}

std::optional<OnnxMapping> clipMapping(MappingArguments& arguments)
{
    const auto& stem = arguments.stem();
    std::optional<double> low;
    std::optional<double> high;
    if (stem == "relu6") {
        low = 0.0;
        high = 6.0;
    } else if (stem == "hardtanh") {
        low = arguments.number("min_val");
        high = arguments.number("max_val");
    } else if (stem == "clamp" && arguments.overload().empty()) {
        low = arguments.number("min");
        high = arguments.number("max");
        if ((!low && !arguments.isNone("min")) || (!high && !arguments.isNone("max")))
            return std::nullopt;
    } else {
        return std::nullopt;
    }
    auto mapping = standard("Clip", {arguments.value("self"), low ? arguments.constant("min", float(*low)) : ValueId{},
                                     high ? arguments.constant("max", float(*high)) : ValueId{}});
    dropLastOmitted(mapping.inputs);
    return mapping;
}

std::optional<OnnxMapping> binaryMapping(MappingArguments& arguments)
{
    static const std::unordered_map<std::string, std::string> kNames{
        {"add", "Add"},           {"div", "Div"},        {"mul", "Mul"},         {"pow", "Pow"},      {"sub", "Sub"},
        {"maximum", "Max"},       {"minimum", "Min"},    {"eq", "Equal"},        {"gt", "Greater"},   {"lt", "Less"},
        {"ge", "GreaterOrEqual"}, {"le", "LessOrEqual"}, {"logical_and", "And"}, {"logical_or", "Or"}};
    const auto found = kNames.find(arguments.stem());
    const auto& first = arguments.has("self") ? "self" : "input";
    const auto& second = arguments.has("other") ? "other" : "exponent";
    if (found == kNames.end() || !arguments.isTensor(first) || arguments.has("rounding_mode"))
        return std::nullopt;
    if (arguments.has("alpha") && arguments.number("alpha") != 1.0)
        return std::nullopt;
    if (arguments.isTensor(second))
        return standard(found->second, {arguments.value(first), arguments.value(second)});
    const auto number = arguments.number(second);
    if (!number)
        return std::nullopt;
    return standard(found->second, {arguments.value(first), arguments.constant(second, float(*number))});
}

std::optional<OnnxMapping> softmaxMapping(MappingArguments& arguments)
{
    const auto& stem = arguments.stem();
    const auto axis = arguments.integer("dim");
    if ((stem != "softmax" && stem != "log_softmax") || !axis)
        return std::nullopt;
    return standard(stem == "softmax" ? "Softmax" : "LogSoftmax", {arguments.value("self")}, {{"axis", *axis}});
}

std::optional<OnnxMapping> parametricMapping(MappingArguments& arguments)
{
    const auto& stem = arguments.stem();
    if (stem == "leaky_relu" || stem == "elu") {
        const auto slope = arguments.number(stem == "elu" ? "alpha" : "negative_slope");
        if (!slope || (stem == "elu" && (arguments.number("scale") != 1.0 || arguments.number("input_scale") != 1.0)))
            return std::nullopt;
        return standard(stem == "elu" ? "Elu" : "LeakyRelu", {arguments.value("self")}, {{"alpha", *slope}});
    }
    if (stem == "gelu") {
        const auto approximation = arguments.known("approximate");
        if (!approximation || !approximation->isString() || approximation->toStringRef() != "none")
            return std::nullopt;
        auto mapping = standard("Gelu", {arguments.value("self")});
        mapping.domain = "com.microsoft";
        return mapping;
    }
    if (stem != "hardsigmoid")
        return std::nullopt;
    return standard("HardSigmoid", {arguments.value("self")}, {{"alpha", double(float(1.0 / 6.0))}, {"beta", 0.5}});
}

} // namespace

std::optional<OnnxMapping> elementWiseMapping(MappingArguments& arguments)
{
    if (!arguments.name().starts_with("aten::"))
        return std::nullopt;
    const auto unary = unaryName(arguments.stem());
    if (unary && arguments.isTensor("self") && !arguments.has("decimals"))
        return standard(*unary, {arguments.value("self")});
    for (const auto& family : {clipMapping, binaryMapping, softmaxMapping, parametricMapping})
        if (auto mapping = family(arguments))
            return mapping;
    return std::nullopt;
}

} // namespace ql::importers::torchscript
