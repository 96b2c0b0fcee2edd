// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling, normalization and the movement of data in the standard's form.
#include "core/import/torchscript/mappings/onnx_mappings.h"

#include <algorithm>

namespace ql::importers::torchscript {

using graph::ValueId;
using Integers = std::vector<std::int64_t>;

namespace {

std::optional<OnnxMapping> windowMapping(MappingArguments& arguments, bool isMaximum)
{
    const auto kernel = arguments.integers("kernel_size");
    auto strides = arguments.integers("stride");
    const auto padding = arguments.integers("padding");
    const auto ceils = arguments.known("ceil_mode");
    const auto digit = arguments.stem().at(8);
    if (!kernel || !strides || !padding || !ceils || digit < '1' || digit > '3')
        return std::nullopt;
    const auto rank = std::size_t(digit - '0');
    if (strides->empty())
        strides = kernel;
    auto mapping = standard(isMaximum ? "MaxPool" : "AveragePool", {arguments.value("self")});
    mapping.attributes.set("kernel_shape", spread(*kernel, rank));
    mapping.attributes.set("strides", spread(*strides, rank));
    mapping.attributes.set("pads", bothSides(spread(*padding, rank)));
    mapping.attributes.set("ceil_mode", std::int64_t(ceils->toBool()));
    if (isMaximum) {
        const auto dilations = arguments.integers("dilation");
        if (!dilations)
            return std::nullopt;
        mapping.attributes.set("dilations", spread(*dilations, rank));
        return mapping;
    }
    if (arguments.has("divisor_override") && !arguments.isNone("divisor_override"))
        return std::nullopt;
    mapping.attributes.set("count_include_pad", std::int64_t(arguments.isFlag("count_include_pad", true)));
    return mapping;
}

std::optional<OnnxMapping> reductionMapping(MappingArguments& arguments)
{
    const bool isMean = arguments.stem() == "mean";
    const auto axes = arguments.integers("dim");
    const auto keeps = arguments.known("keepdim");
    if ((!isMean && arguments.stem() != "sum") || !axes || axes->empty() || !keeps || !arguments.isNone("dtype"))
        return std::nullopt;
    auto mapping = standard(isMean ? "ReduceMean" : "ReduceSum", {arguments.value("self")});
    mapping.attributes.set("keepdims", std::int64_t(keeps->toBool()));
    if (isMean)
        mapping.attributes.set("axes", *axes);
    else
        mapping.inputs.push_back(arguments.constant("axes", *axes));
    return mapping;
}

} // namespace

std::optional<OnnxMapping> poolingOrReductionMapping(MappingArguments& arguments)
{
    const auto& stem = arguments.stem();
    if (stem.starts_with("max_pool") || stem.starts_with("avg_pool"))
        return windowMapping(arguments, stem.starts_with("max"));
    if (stem.starts_with("adaptive_avg_pool")) {
        const auto size = arguments.integers("output_size");
        if (size && std::ranges::all_of(*size, [](auto each) { return each == 1; }))
            return standard("GlobalAveragePool", {arguments.value("self")});
        return std::nullopt;
    }
    return reductionMapping(arguments);
}

std::optional<OnnxMapping> normalizationMapping(MappingArguments& arguments)
{
    const auto& stem = arguments.stem();
    const auto epsilon = arguments.number("eps");
    if (!epsilon || !arguments.isTensor("weight") || !arguments.isTensor("bias"))
        return std::nullopt;
    if (stem == "batch_norm" && arguments.isFlag("training", false) && arguments.isTensor("running_mean")
        && arguments.isTensor("running_var")) {
        return standard("BatchNormalization",
                        {arguments.value("input"), arguments.value("weight"), arguments.value("bias"),
                         arguments.value("running_mean"), arguments.value("running_var")},
                        {{"epsilon", *epsilon}});
    }
    if (stem == "layer_norm") {
        const auto shape = arguments.integers("normalized_shape");
        if (!shape)
            return std::nullopt;
        return standard("LayerNormalization",
                        {arguments.value("input"), arguments.value("weight"), arguments.value("bias")},
                        {{"axis", -std::int64_t(shape->size())}, {"epsilon", *epsilon}});
    }
    if (stem == "instance_norm" && arguments.isFlag("use_input_stats", true)) {
        return standard("InstanceNormalization",
                        {arguments.value("input"), arguments.value("weight"), arguments.value("bias")},
                        {{"epsilon", *epsilon}});
    }
    return std::nullopt;
}

namespace {

std::optional<OnnxMapping> shapeMapping(MappingArguments& arguments)
{
    const auto& stem = arguments.stem();
    if (stem == "flatten" && arguments.integer("start_dim") == 1 && arguments.integer("end_dim") == -1) {
        return standard("Flatten", {arguments.value("self")}, {{"axis", std::int64_t(1)}});
    }
    if (stem == "view" || stem == "reshape") {
        const auto shape = arguments.integers(stem == "view" ? "size" : "shape");
        if (shape)
            return standard("Reshape", {arguments.value("self"), arguments.constant("shape", *shape)});
        return std::nullopt;
    }
    const auto axis = arguments.integer("dim");
    if ((stem == "unsqueeze" || stem == "squeeze") && axis)
        return standard(stem == "squeeze" ? "Squeeze" : "Unsqueeze",
                        {arguments.value("self"), arguments.constant("axes", Integers{*axis})});
    return std::nullopt;
}

} // namespace

std::optional<OnnxMapping> movementMapping(MappingArguments& arguments)
{
    const auto& stem = arguments.stem();
    if (!arguments.name().starts_with("aten::"))
        return std::nullopt;
    if (stem == "permute" || stem == "t") {
        const auto order = stem == "t" ? std::optional(Integers{1, 0}) : arguments.integers("dims");
        if (!order || std::ranges::any_of(*order, [](auto each) { return each < 0; }))
            return std::nullopt;
        return standard("Transpose", {arguments.value("self")}, {{"perm", *order}});
    }
    if (stem == "cat") {
        auto parts = arguments.values("tensors");
        const auto axis = arguments.integer("dim");
        if (!parts || !axis)
            return std::nullopt;
        return standard("Concat", std::move(*parts), {{"axis", *axis}});
    }
    if (stem == "embedding") {
        return standard("Gather", {arguments.value("weight"), arguments.value("indices")}, {{"axis", std::int64_t(0)}});
    }
    return shapeMapping(arguments);
}

} // namespace ql::importers::torchscript
