// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions and matrix products. Weights of convolutions lie as output × height × width × input channels, those of
// depthwise ones as 1 × height × width × output channels, and of spatial ones as depth × height × width × input ×
// output channels.
#include "core/import/tflite/mappings/mappings.h"

#include <array>

namespace ql::importers::tflite {

namespace {

struct ConvolutionFields {
    int activation;
    int dilationWidth;
};
constexpr ConvolutionFields kPlain{3, 4};
constexpr ConvolutionFields kDepthwise{4, 5};

std::string paddingOf(const FlatTable& options)
{
    return options.number<std::int8_t>(0) == 0 ? "SAME_UPPER" : "VALID";
}

std::vector<std::int64_t> heightAndWidth(const FlatTable& options, int widthField, int fallback)
{
    return {options.number<std::int32_t>(widthField + 1, fallback), options.number<std::int32_t>(widthField, fallback)};
}

graph::Attributes attributesOfConvolution(const FlatTable& options, const ConvolutionFields& fields,
                                          std::int64_t groups)
{
    return attributesOf({{"auto_pad", paddingOf(options)},
                         {"strides", heightAndWidth(options, 1, 1)},
                         {"dilations", heightAndWidth(options, fields.dilationWidth, 1)},
                         {"group", groups}});
}

Activation activationOf(const FlatTable& options, int field)
{
    return Activation(options.number<std::int8_t>(field));
}

/// An integer operator's name of it, which clamps by itself.
graph::Attributes clamped(graph::Attributes attributes, Activation activation)
{
    attributes.set("activation", std::int64_t(activation));
    return attributes;
}

/// Operands, result's scale and bias as QLinearConv orders them.
Inputs integerInputs(Operation& operation, Operation::ValueId weight, std::size_t weightInput)
{
    Inputs inputs;
    operation.addQuantized(inputs, 0);
    operation.addQuantized(inputs, weightInput);
    inputs[3] = weight;
    inputs.insert(inputs.end(), {operation.outScale(), operation.outZeroPoint(), operation.in(2)});
    return inputs;
}

/// Input 0, rounded as a hybrid operator does it while it runs: floats that are multiplied with integer weights.
Operation::ValueId seenByWeights(Operation& operation, Operation::ValueId x, std::size_t weightInput, bool isAsymmetric,
                                 std::int64_t axes = 1)
{
    if (operation.input(weightInput).type != DataType::Int8 || !operation.input(weightInput).isQuantized())
        return x;
    return operation.between("seen_by_weights", "RowFakeQuantize", {x},
                             attributesOf({{"rows", std::int64_t(isAsymmetric ? 2 : 1)}, {"axes", axes}}), kTflite);
}

bool isConvolvable(const Operation& operation)
{
    return operation.has(0) && operation.has(1) && operation.input(0).shape.size() == kImageRank
           && operation.input(1).shape.size() == kImageRank;
}

bool mapConvolution(Operation& operation, const ConvolutionFields& fields, std::int64_t groups, bool isDepthwise)
{
    const auto activation = activationOf(operation.options(), fields.activation);
    const auto attributes = attributesOfConvolution(operation.options(), fields, groups);
    const auto turned = [&](Operation::ValueId weight) {
        const std::vector<std::int64_t> kOutputFirst{3, 1, 2, 0};
        return isDepthwise ? operation.between("weights", "Transpose", {weight}, attributesOf({{"perm", kOutputFirst}}))
                           : weight;
    };
    if (operation.isInteger(2)) {
        operation.give("NhwcQLinearConv", integerInputs(operation, turned(operation.in(1)), 1),
                       clamped(attributes, activation), kTflite);
        return true;
    }
    if (!operation.isFloat())
        return false;
    const bool isAsymmetric = isDepthwise || operation.input(1).quantization.scales.size() > 1;
    const auto x = seenByWeights(operation, operation.in(0), 1, isAsymmetric);
    const auto weight = turned(operation.asFloats(1));
    operation.giveActivated(activation, "NhwcConv", {x, weight, operation.asFloats(2)}, attributes, kMicrosoft);
    return true;
}

bool mapConv2d(Operation& operation, std::string_view)
{
    if (!isConvolvable(operation) || operation.input(1).shape[3] == 0)
        return false;
    const auto groups = operation.input(0).shape[3] / operation.input(1).shape[3];
    return groups > 0 && mapConvolution(operation, kPlain, groups, false);
}

bool mapDepthwiseConv2d(Operation& operation, std::string_view)
{
    return isConvolvable(operation) && mapConvolution(operation, kDepthwise, operation.input(0).shape[3], true);
}

/// On floats only, as the format has it: batch × depth × height × width × channels.
bool mapConv3d(Operation& operation, std::string_view standard)
{
    enum Field { kPadding, kStrideDepth, kStrideWidth, kStrideHeight, kActivation, kDilations };
    constexpr std::size_t kRank = 5;
    const auto& options = operation.options();
    if (!operation.has(1) || !operation.isFloat() || operation.input(1).type != DataType::Float
        || operation.input(0).shape.size() != kRank || operation.input(1).shape.size() != kRank)
        return false;
    const auto triple = [&](int first) { // the format has them as depth, width, height
        return Integers{options.number<std::int32_t>(first, 1), options.number<std::int32_t>(first + 2, 1),
                        options.number<std::int32_t>(first + 1, 1)};
    };
    const auto turned = [&](std::string_view what, Operation::ValueId value, const Integers& order) {
        return operation.between(what, "Transpose", {value}, attributesOf({{"perm", order}}));
    };
    Inputs inputs{turned("channels_first", operation.in(0), {0, 4, 1, 2, 3}),
                  turned("weights", operation.in(1), {4, 3, 0, 1, 2})};
    if (operation.has(2))
        inputs.push_back(operation.in(2));
    const auto convolved = operation.between(
        "convolved", standard, inputs,
        attributesOf(
            {{"auto_pad", paddingOf(options)}, {"strides", triple(kStrideDepth)}, {"dilations", triple(kDilations)}}));
    operation.giveActivated(activationOf(options, kActivation), "Transpose", {convolved},
                            attributesOf({{"perm", Integers{0, 2, 3, 4, 1}}}));
    return true;
}

/// Inputs are the output's shape, weights, what is convolved and perhaps a bias.
bool mapTransposeConv(Operation& operation, std::string_view)
{
    constexpr int kActivation = 3;
    const auto shape = operation.known(0).value_or(operation.output().shape);
    if (shape.size() != kImageRank || !operation.has(2))
        return false;
    auto attributes = attributesOf({{"auto_pad", paddingOf(operation.options())},
                                    {"strides", heightAndWidth(operation.options(), 1, 1)},
                                    {"output_shape", std::vector<std::int64_t>{shape[1], shape[2]}}});
    const auto activation = activationOf(operation.options(), kActivation);
    if (operation.input(2).isQuantized() && operation.input(1).isQuantized() && operation.output().isQuantized()) {
        Inputs inputs;
        operation.addQuantized(inputs, 2);
        operation.addQuantized(inputs, 1);
        inputs.insert(inputs.end(), {operation.outScale(), operation.outZeroPoint(), operation.in(3)});
        operation.give("NhwcQLinearConvTranspose", inputs, clamped(attributes, activation), kTflite);
        return true;
    }
    if (operation.output().type != graph::DataType::Float)
        return false;
    operation.giveActivated(activation, "NhwcConvTranspose",
                            {operation.in(2), operation.asFloats(1), operation.asFloats(3)}, attributes, kTflite);
    return true;
}

constexpr int kAsymmetric = 3;

/// Rows times turned weights; all but the last axis count rows.
void giveMatrixProduct(Operation& operation, Activation activation, const graph::Attributes& attributes)
{
    const auto& shape = operation.output().shape;
    auto x = operation.in(0);
    if (operation.input(0).shape.size() != 2)
        x = operation.between("rows", "Reshape",
                              {x, operation.constantInts("row_shape", {-1, operation.input(1).shape[1]})});
    x = seenByWeights(operation, x, 1, operation.options().truth(kAsymmetric));
    Inputs inputs{x, operation.asFloats(1)};
    if (operation.has(2))
        inputs.push_back(operation.asFloats(2));
    if (shape.size() == 2)
        return operation.giveActivated(activation, "Gemm", inputs, attributes);
    auto target = Integers(shape);
    if (!target.empty())
        target.front() = -1;
    const auto product = operation.between("product", "Gemm", inputs, attributes);
    operation.giveActivated(activation, "Reshape", {product, operation.constantInts("shape", target)});
}

/// All but the last axis count rows.
bool mapFullyConnected(Operation& operation, std::string_view)
{
    constexpr int kFormat = 1;
    constexpr int kKeepsAxes = 2;
    if (!operation.has(1) || operation.options().number<std::int8_t>(kFormat) != 0
        || operation.input(1).shape.size() != 2)
        return false;
    const auto activation = activationOf(operation.options(), 0);
    auto attributes = attributesOf({{"transB", std::int64_t{1}}});
    if (operation.isInteger(2)) {
        auto inputs = integerInputs(operation, operation.in(1), 1);
        attributes.set("keep_num_dims", std::int64_t(operation.options().truth(kKeepsAxes)));
        operation.give(
            "QGemm",
            {inputs[0], inputs[1], inputs[2], inputs[3], inputs[4], inputs[5], inputs[8], inputs[6], inputs[7]},
            clamped(attributes, activation), kTflite);
        return true;
    }
    if (!operation.isFloat())
        return false;
    giveMatrixProduct(operation, activation, attributes);
    return true;
}

bool mapBatchMatMul(Operation& operation, std::string_view)
{
    if (!operation.isFloat() || !operation.has(1))
        return false;
    constexpr int kAsymmetricRows = 2;
    Inputs inputs;
    for (int i = 0; i < 2; ++i) {
        auto value = operation.asFloats(std::size_t(i));
        const auto rank = operation.input(std::size_t(i)).shape.size();
        if (operation.options().truth(i) && rank >= 2) {
            std::vector<std::int64_t> order;
            for (std::size_t axis = 0; axis < rank; ++axis)
                order.push_back(std::int64_t(axis));
            std::swap(order[rank - 1], order[rank - 2]);
            value =
                operation.between("turned_" + std::to_string(i), "Transpose", {value}, attributesOf({{"perm", order}}));
        }
        inputs.push_back(value);
    }
    if (const auto rank = std::int64_t(operation.input(0).shape.size()); rank >= 2)
        inputs[0] = seenByWeights(operation, inputs[0], 1, operation.options().truth(kAsymmetricRows), rank - 1);
    operation.give("MatMul", inputs);
    return true;
}

constexpr std::array kProductMappings{
    Mapping{"BATCH_MATMUL", mapBatchMatMul},       Mapping{"CONV_2D", mapConv2d},
    Mapping{"CONV_3D", mapConv3d, "Conv", true},   Mapping{"DEPTHWISE_CONV_2D", mapDepthwiseConv2d},
    Mapping{"FULLY_CONNECTED", mapFullyConnected}, Mapping{"TRANSPOSE_CONV", mapTransposeConv},
};

} // namespace

std::span<const Mapping> productMappings()
{
    return kProductMappings;
}

} // namespace ql::importers::tflite
