// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling, and what changes height and width.
#include "core/import/tflite/mappings/mappings.h"

#include <array>

namespace ql::importers::tflite {

namespace {

struct Pool {
    graph::Attributes attributes;
    Activation activation;
};

Pool poolOf(const FlatTable& options)
{
    enum Field { kPadding, kStrideWidth, kStrideHeight, kWidth, kHeight, kActivation };
    const auto pair = [&](int height, int width) {
        return std::vector<std::int64_t>{options.number<std::int32_t>(height), options.number<std::int32_t>(width)};
    };
    return {
        attributesOf({{"auto_pad", std::string(options.number<std::int8_t>(kPadding) == 0 ? "SAME_UPPER" : "VALID")},
                      {"strides", pair(kStrideHeight, kStrideWidth)},
                      {"kernel_shape", pair(kHeight, kWidth)}}),
        Activation(options.number<std::int8_t>(kActivation))};
}

bool mapMaxPool(Operation& operation, std::string_view)
{
    if (!operation.has(0) || operation.input(0).shape.size() != kImageRank)
        return false;
    const auto pool = poolOf(operation.options());
    if (operation.isFloat())
        operation.giveActivated(pool.activation, "NhwcMaxPool", {operation.in(0)}, pool.attributes, kMicrosoft);
    else if (operation.isInteger() && pool.activation == Activation::None)
        operation.give("NhwcMaxPool", {operation.in(0)}, pool.attributes, kTflite);
    else
        return false;
    return true;
}

bool mapAveragePool(Operation& operation, std::string_view)
{
    if (!operation.has(0) || operation.input(0).shape.size() != kImageRank)
        return false;
    auto pool = poolOf(operation.options());
    if (operation.isInteger()) {
        Inputs inputs;
        operation.addQuantized(inputs, 0);
        inputs.insert(inputs.end(), {operation.outScale(), operation.outZeroPoint()});
        pool.attributes.set("activation", std::int64_t(pool.activation));
        operation.give("QLinearAveragePool", inputs, pool.attributes, kTflite);
    } else if (operation.isFloat()) {
        operation.giveActivated(pool.activation, "NhwcAveragePool", {operation.in(0)}, pool.attributes, kTflite);
    } else
        return false;
    return true;
}

/// Corners aligned, or half pixels, or neither; the nearest one is rounded as the kernels of the format do.
bool mapResize(Operation& operation, std::string_view mode)
{
    const bool isLinear = mode == "linear";
    const int first = isLinear ? 2 : 0; // the schema has two older fields of one
    const auto size = operation.known(1);
    if (!size || size->size() != 2 || operation.input(0).shape.size() != kImageRank)
        return false;
    if (isLinear ? !operation.isFloat() : !operation.isFloat() && !operation.isInteger())
        return false;
    const bool alignsCorners = operation.options().truth(first);
    const bool hasHalfPixels = operation.options().truth(first + 1);
    const auto sizes = operation.constantInts(
        "sizes", {operation.input(0).shape[0], (*size)[0], (*size)[1], operation.input(0).shape[3]});
    const char* how = alignsCorners ? "align_corners" : hasHalfPixels ? "half_pixel" : "asymmetric";
    operation.give(
        "Resize", {operation.in(0), {}, {}, sizes},
        attributesOf({{"mode", std::string(mode)},
                      {"coordinate_transformation_mode", std::string(how)},
                      {"nearest_mode", std::string(alignsCorners || hasHalfPixels ? "round_prefer_ceil" : "floor")}}));
    return true;
}

constexpr std::array kWindowMappings{
    Mapping{"AVERAGE_POOL_2D", mapAveragePool},
    Mapping{"MAX_POOL_2D", mapMaxPool},
    Mapping{"RESIZE_BILINEAR", mapResize, "linear"},
    Mapping{"RESIZE_NEAREST_NEIGHBOR", mapResize, "nearest"},
};

} // namespace

std::span<const Mapping> windowMappings()
{
    return kWindowMappings;
}

} // namespace ql::importers::tflite
