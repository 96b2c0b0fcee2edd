// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/image/interpolation.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <cmath>
#include <numeric>

namespace ql::ops::kernels::resize {

namespace {

template <typename Choice>
using Words = std::initializer_list<std::pair<std::string_view, Choice>>;

template <typename Choice>
Choice chosen(const graph::Node& node, const char* attribute, const char* fallback, Words<Choice> words)
{
    const auto given = node.attributes.stringOr(attribute, fallback);
    for (const auto& [word, choice] : words)
        if (word == given)
            return choice;
    throw Error(ErrorCode::InvalidNode, Message("attribute {} is \"{}\", which is unknown", attribute, given));
}

Interpolation interpolationOf(const graph::Node& node)
{
    return chosen<Interpolation>(
        node, "mode", "nearest",
        {{"nearest", Interpolation::Nearest}, {"linear", Interpolation::Linear}, {"cubic", Interpolation::Cubic}});
}

InterpolationMethod methodOf(const graph::Node& node)
{
    InterpolationMethod method;
    method.interpolation = interpolationOf(node);
    method.nearest = chosen<NearestMode>(node, "nearest_mode", "round_prefer_floor",
                                         {{"round_prefer_floor", NearestMode::RoundPreferFloor},
                                          {"round_prefer_ceil", NearestMode::RoundPreferCeil},
                                          {"floor", NearestMode::Floor},
                                          {"ceil", NearestMode::Ceil}});
    method.coordinates = chosen<CoordinateMode>(node, "coordinate_transformation_mode", "half_pixel",
                                                {{"half_pixel", CoordinateMode::HalfPixel},
                                                 {"half_pixel_symmetric", CoordinateMode::HalfPixelSymmetric},
                                                 {"pytorch_half_pixel", CoordinateMode::PytorchHalfPixel},
                                                 {"align_corners", CoordinateMode::AlignCorners},
                                                 {"asymmetric", CoordinateMode::Asymmetric},
                                                 {"tf_crop_and_resize", CoordinateMode::TfCropAndResize},
                                                 {"tf_half_pixel_for_nn", CoordinateMode::TfHalfPixelForNearest}});
    method.cubicCoefficient = node.attributes.floatOr("cubic_coeff_a", -0.75);
    method.excludesOutside = node.attributes.intOr("exclude_outside", 0) != 0;
    method.smooths = node.attributes.intOr("antialias", 0) != 0;
    method.extrapolation = node.attributes.floatOr("extrapolation_value", 0.0);
    return method;
}

/// Upsample and Resize of opset 10 count from the first element's corner and round down.
InterpolationMethod oldMethodOf(const graph::Node& node)
{
    InterpolationMethod method;
    method.interpolation = interpolationOf(node);
    method.nearest = NearestMode::Floor;
    method.coordinates = CoordinateMode::Asymmetric;
    return method;
}

std::vector<double> floatsOf(const Tensor& tensor, const Message& what)
{
    expectFloat(tensor, what);
    expectRank(tensor, what, 1);
    const auto doubles = tensor.data.to(at::kDouble).contiguous();
    return {doubles.data_ptr<double>(), doubles.data_ptr<double>() + doubles.numel()};
}

void expectOnePerAxis(std::size_t count, std::size_t axes, const Message& what)
{
    if (count != axes)
        throw Error(ErrorCode::ShapeMismatch, Message("{} has {} elements, expected {}", what, count, axes));
}

void applyScales(std::vector<AxisResize>& axes, const std::vector<double>& scales, const Tensor& x)
{
    expectOnePerAxis(scales.size(), axes.size(), "scales");
    for (std::size_t i = 0; i < axes.size(); ++i) {
        axes[i].scale = scales[i];
        const auto crop = axes[i].cropEnd - axes[i].cropStart;
        const auto size = std::floor(static_cast<double>(x.data.size(axes[i].axis)) * crop * scales[i]);
        if (!(scales[i] > 0) || !(size < 1e9))
            throw Error(ErrorCode::InvalidNode, Message("scales has an entry of {}", scales[i]));
        axes[i].size = static_cast<std::int64_t>(size);
    }
}

enum class AspectRatio { Stretch, NotLarger, NotSmaller };

void applySizes(std::vector<AxisResize>& axes, const graph::Shape& sizes, const Tensor& x, AspectRatio policy)
{
    expectOnePerAxis(sizes.size(), axes.size(), "sizes");
    double common = policy == AspectRatio::NotLarger ? std::numeric_limits<double>::infinity() : 0.0;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        if (sizes[i] < 0 || sizes[i] > 1'000'000'000)
            throw Error(ErrorCode::InvalidNode, Message("sizes has an entry of {}", sizes[i]));
        axes[i].size = sizes[i];
        axes[i].scale = static_cast<double>(sizes[i]) / static_cast<double>(x.data.size(axes[i].axis));
        common = policy == AspectRatio::NotLarger ? std::min(common, axes[i].scale) : std::max(common, axes[i].scale);
    }
    if (policy == AspectRatio::Stretch)
        return;
    for (auto& axis : axes) {
        axis.scale = common;
        axis.size = static_cast<std::int64_t>(std::floor(common * static_cast<double>(x.data.size(axis.axis)) + 0.5));
    }
}

/// Before tables of places and weights are made for absurd sizes.
void expectAffordableResult(const Tensor& x, const std::vector<AxisResize>& axes)
{
    constexpr std::int64_t kNumbersPerPlace = 16; // of a cubic's table
    auto shape = x.shape();
    for (const auto& axis : axes) {
        shape[static_cast<std::size_t>(axis.axis)] = axis.size;
        expectAffordable({axis.size, kNumbersPerPlace}, graph::DataType::Double);
    }
    expectAffordable(shape, x.type);
}

Tensor evaluate(const Tensor& x, const std::vector<AxisResize>& axes, const InterpolationMethod& method)
{
    expectAffordableResult(x, axes);
    const bool copies = method.interpolation == Interpolation::Nearest;
    auto result = copies || at::isFloatingType(x.data.scalar_type()) ? computable(x) : x.data.to(at::kFloat);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        // What copies starts at the last axis: whole lines are copied then, not their elements.
        const auto& axis = axes[copies ? axes.size() - 1 - i : i];
        const bool isSame = axis.size == result.size(axis.axis) && axis.scale == 1.0;
        if (isSame && method.coordinates != CoordinateMode::TfCropAndResize)
            continue;
        if (result.size(axis.axis) == 0 && axis.size > 0)
            throw Error(ErrorCode::ShapeMismatch, Message("axis {} is empty, it can't be resized", axis.axis));
        result = resized(result, axis, method);
    }
    return storedAs(result, x.type);
}

std::vector<AxisResize> axesOf(const graph::Shape& given, std::int64_t rank)
{
    auto chosenAxes = given;
    if (chosenAxes.empty()) {
        chosenAxes.resize(static_cast<std::size_t>(rank));
        std::iota(chosenAxes.begin(), chosenAxes.end(), 0);
    }
    std::vector<AxisResize> axes(chosenAxes.size());
    for (std::size_t i = 0; i < axes.size(); ++i)
        axes[i].axis = normalizedAxis(chosenAxes[i], rank);
    return axes;
}

void applyCrop(std::vector<AxisResize>& axes, const KernelCall& call)
{
    const auto crop = floatsOf(call.required(1), "input 1 (roi)");
    expectOnePerAxis(crop.size(), 2 * axes.size(), "input 1 (roi)");
    for (std::size_t i = 0; i < axes.size(); ++i) {
        axes[i].cropStart = crop[i];
        axes[i].cropEnd = crop[i + axes.size()];
    }
}

Kernel bind(const graph::Node& node)
{
    const auto policy = chosen<AspectRatio>(node, "keep_aspect_ratio_policy", "stretch",
                                            {{"stretch", AspectRatio::Stretch},
                                             {"not_larger", AspectRatio::NotLarger},
                                             {"not_smaller", AspectRatio::NotSmaller}});
    const auto method = methodOf(node);
    return [policy, method, given = node.attributes.intsOr("axes", {})](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        auto axes = axesOf(given, x.data.dim());
        if (method.coordinates == CoordinateMode::TfCropAndResize)
            applyCrop(axes, call);
        if (call.has(3) && call.input(3).data.numel() > 0)
            applySizes(axes, toInts(call.input(3), "input 3 (sizes)"), x, policy);
        else
            applyScales(axes, floatsOf(call.required(2), "input 2 (scales)"), x);
        return {evaluate(x, axes, method)};
    };
}

/// Opset 9 and 10: scales are input 1.
Kernel bindOld(const graph::Node& node)
{
    return [method = oldMethodOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        auto axes = axesOf({}, call.required(0).data.dim());
        applyScales(axes, floatsOf(call.required(1), "input 1 (scales)"), call.input(0));
        return {evaluate(call.input(0), axes, method)};
    };
}

/// Before opset 9 scales are attributes: one for each axis, and before opset 7 those of height and width.
Kernel bindOldest(const graph::Node& node)
{
    const auto& attributes = node.attributes;
    const auto scales = node.opset >= 7 ? attributes.floatsOr("scales", {})
                                        : std::vector<double>{1.0, 1.0, attributes.floatOr("height_scale", 1.0),
                                                              attributes.floatOr("width_scale", 1.0)};
    return [scales, method = oldMethodOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        auto axes = axesOf({}, call.required(0).data.dim());
        applyScales(axes, scales, call.input(0));
        return {evaluate(call.input(0), axes, method)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Resize", 10, 10, bindOld},
            {"", "Resize", 11, kLatestOpset, bind},
            {"", "Upsample", 1, 8, bindOldest},
            {"", "Upsample", 9, 9, bindOld}};
}

} // namespace ql::ops::kernels::resize
