// SPDX-License-Identifier: GPL-3.0-or-later
// RoiAlign and MaxRoiPool: regions of feature maps brought to one size.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ql::ops::kernels::region_pool {

namespace {

/// Where a region lies in a map, in elements.
struct Region {
    std::int64_t sample = 0;
    double top = 0, left = 0, height = 0, width = 0;
};

struct AlignAttributes {
    bool isHalfPixel = true;
    bool takesMaximum = false;
    std::int64_t height = 1, width = 1;
    std::int64_t samples = 0; ///< per axis and cell, 0 = as many as the cell has elements
    double scale = 1.0;
};

/// A plane of one channel.
struct Plane {
    const float* elements;
    std::int64_t height, width;
};

/// The four weighted neighbours of a point; zeros outside the plane.
std::array<double, 4> neighbours(const Plane& plane, double y, double x)
{
    if (!(y >= -1.0) || y > double(plane.height) || !(x >= -1.0) || x > double(plane.width))
        return {};
    const auto split = [](double position, std::int64_t size) {
        const double clamped = std::clamp(position, 0.0, double(size - 1));
        const auto low = static_cast<std::int64_t>(clamped);
        return std::array<double, 3>{double(low), double(std::min(low + 1, size - 1)), clamped - double(low)};
    };
    const auto rows = split(y, plane.height);
    const auto columns = split(x, plane.width);
    const auto at = [&plane](double row, double column) {
        return double(plane.elements[static_cast<std::int64_t>(row) * plane.width + static_cast<std::int64_t>(column)]);
    };
    return {(1 - rows[2]) * (1 - columns[2]) * at(rows[0], columns[0]),
            (1 - rows[2]) * columns[2] * at(rows[0], columns[1]), rows[2] * (1 - columns[2]) * at(rows[1], columns[0]),
            rows[2] * columns[2] * at(rows[1], columns[1])};
}

std::int64_t sampleCount(const AlignAttributes& attributes, double extent, std::int64_t cells)
{
    constexpr double kMost = 4096;
    const double count = attributes.samples > 0 ? double(attributes.samples) : std::ceil(extent / double(cells));
    if (!(count <= kMost))
        throw Error(ErrorCode::InvalidNode, Message("a region asks for {} samples per cell", count));
    return static_cast<std::int64_t>(count);
}

/// One channel of one region. The maximum is taken over the weighted neighbours, as the standard's data show.
void alignPlane(const Plane& plane, const Region& region, const AlignAttributes& attributes, float* target)
{
    const auto rows = sampleCount(attributes, region.height, attributes.height);
    const auto columns = sampleCount(attributes, region.width, attributes.width);
    const double cellHeight = region.height / double(attributes.height);
    const double cellWidth = region.width / double(attributes.width);
    for (std::int64_t cell = 0; cell < attributes.height * attributes.width; ++cell) {
        const double top = region.top + double(cell / attributes.width) * cellHeight;
        const double left = region.left + double(cell % attributes.width) * cellWidth;
        double sum = 0;
        double highest = rows * columns > 0 ? -std::numeric_limits<double>::infinity() : 0;
        for (std::int64_t i = 0; i < rows * columns; ++i) {
            const double y = top + (double(i / columns) + 0.5) * cellHeight / double(rows);
            const double x = left + (double(i % columns) + 0.5) * cellWidth / double(columns);
            for (const double part : neighbours(plane, y, x)) {
                sum += part;
                highest = std::max(highest, part);
            }
        }
        target[cell] = static_cast<float>(
            attributes.takesMaximum ? highest : sum / double(std::max<std::int64_t>(rows * columns, 1)));
    }
}

Region regionOf(const float* corners, std::int64_t sample, const AlignAttributes& attributes)
{
    const double shift = attributes.isHalfPixel ? 0.5 : 0.0;
    Region region{sample, corners[1] * attributes.scale - shift, corners[0] * attributes.scale - shift,
                  (double(corners[3]) - double(corners[1])) * attributes.scale,
                  (double(corners[2]) - double(corners[0])) * attributes.scale};
    if (!attributes.isHalfPixel) {
        region.height = std::max(region.height, 1.0);
        region.width = std::max(region.width, 1.0);
    }
    return region;
}

void expectSample(std::int64_t sample, const at::Tensor& x)
{
    if (sample < 0 || sample >= x.size(0))
        throw Error(ErrorCode::InvalidNode, Message("a region lies in sample {}, but there are {}", sample, x.size(0)));
}

std::vector<Tensor> align(const KernelCall& call, const AlignAttributes& attributes)
{
    expectFloat(call.required(0), "input 0 (X)");
    expectRank(call.input(0), "input 0 (X)", 4);
    expectRank(call.required(1), "input 1 (rois)", 2);
    const auto samples = toInts(call.required(2), "input 2 (batch_indices)");
    const auto x = call.input(0).data.to(at::kFloat).contiguous();
    const auto corners = call.input(1).data.to(at::kFloat).contiguous();
    if (corners.size(1) != 4 || static_cast<std::size_t>(corners.size(0)) != samples.size())
        throw Error(ErrorCode::ShapeMismatch, Message("input 1 (rois) has shape {}, expected {}x4",
                                                      graph::toString(call.input(1).shape()), samples.size()));
    const graph::Shape shape{corners.size(0), x.size(1), attributes.height, attributes.width};
    expectAffordable(shape, graph::DataType::Float);
    auto y = at::zeros(shape, at::kFloat);
    const auto plane = x.size(2) * x.size(3);
    for (std::int64_t i = 0; i < corners.size(0) && plane > 0; ++i) {
        const auto sample = samples[static_cast<std::size_t>(i)];
        expectSample(sample, x);
        const auto region = regionOf(corners.data_ptr<float>() + 4 * i, sample, attributes);
        for (std::int64_t channel = 0; channel < x.size(1); ++channel)
            alignPlane({x.data_ptr<float>() + (sample * x.size(1) + channel) * plane, x.size(2), x.size(3)}, region,
                       attributes,
                       y.data_ptr<float>() + (i * x.size(1) + channel) * attributes.height * attributes.width);
    }
    return {storedAs(y, call.input(0).type)};
}

std::int64_t positive(const graph::Node& node, const char* name, std::int64_t fallback)
{
    const auto value = node.attributes.intOr(name, fallback);
    if (value < fallback || value > 1'000'000)
        throw Error(ErrorCode::InvalidNode, Message("attribute {} is {}, expected {} or more", name, value, fallback));
    return value;
}

Kernel bindAlign(const graph::Node& node)
{
    AlignAttributes attributes;
    // Opset 10 had no choice: no half pixel.
    attributes.isHalfPixel =
        node.opset >= 16 && node.attributes.stringOr("coordinate_transformation_mode", "half_pixel") == "half_pixel";
    attributes.takesMaximum = node.attributes.stringOr("mode", "avg") == "max";
    attributes.height = positive(node, "output_height", 1);
    attributes.width = positive(node, "output_width", 1);
    attributes.samples = positive(node, "sampling_ratio", 0);
    attributes.scale = node.attributes.floatOr("spatial_scale", 1.0);
    return [attributes](const KernelCall& call) { return align(call, attributes); };
}

/// The highest element of each cell of a region with rounded corners; empty cells give 0.
at::Tensor pooledRegion(const at::Tensor& sample, const float* corners, double scale, std::int64_t rows,
                        std::int64_t columns)
{
    const auto corner = [corners, scale](int i) { return std::round(double(corners[i]) * scale); };
    const double height = std::max(corner(4) - corner(2) + 1, 1.0) / double(rows);
    const double width = std::max(corner(3) - corner(1) + 1, 1.0) / double(columns);
    const auto clamped = [](double position, std::int64_t size) {
        return static_cast<std::int64_t>(std::clamp(position, 0.0, double(size)));
    };
    auto y = at::zeros({sample.size(0), rows, columns}, sample.options());
    for (std::int64_t row = 0; row < rows; ++row) {
        const auto top = clamped(corner(2) + std::floor(double(row) * height), sample.size(1));
        const auto bottom = clamped(corner(2) + std::ceil(double(row + 1) * height), sample.size(1));
        for (std::int64_t column = 0; column < columns; ++column) {
            const auto left = clamped(corner(1) + std::floor(double(column) * width), sample.size(2));
            const auto right = clamped(corner(1) + std::ceil(double(column + 1) * width), sample.size(2));
            if (bottom > top && right > left)
                y.select(2, column).select(1, row).copy_(
                    sample.slice(1, top, bottom).slice(2, left, right).amax({1, 2}));
        }
    }
    return y;
}

Kernel bindMaxPool(const graph::Node& node)
{
    const auto shape = node.attributes.intsOr("pooled_shape", {});
    const auto scale = node.attributes.floatOr("spatial_scale", 1.0);
    if (shape.size() != 2 || shape[0] < 1 || shape[1] < 1)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute pooled_shape is {}, expected two sizes", graph::toString(shape)));
    return [shape, scale](const KernelCall& call) -> std::vector<Tensor> {
        expectFloat(call.required(0), "input 0 (X)");
        expectRank(call.input(0), "input 0 (X)", 4);
        expectRank(call.required(1), "input 1 (rois)", 2);
        const auto x = computable(call.input(0));
        const auto corners = call.input(1).data.to(at::kFloat).contiguous();
        if (corners.size(1) != 5)
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input 1 (rois) has {} columns, expected 5", corners.size(1)));
        expectAffordable({corners.size(0), x.size(1), shape[0], shape[1]}, graph::DataType::Float);
        std::vector<at::Tensor> regions;
        for (std::int64_t i = 0; i < corners.size(0); ++i) {
            const auto* numbers = corners.data_ptr<float>() + 5 * i;
            expectSample(static_cast<std::int64_t>(numbers[0]), x);
            regions.push_back(
                pooledRegion(x[static_cast<std::int64_t>(numbers[0])], numbers, scale, shape[0], shape[1]));
        }
        const auto y =
            regions.empty() ? at::empty({0, x.size(1), shape[0], shape[1]}, x.options()) : at::stack(regions);
        return {storedAs(y, call.input(0).type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "MaxRoiPool", 1, kLatestOpset, bindMaxPool}, {"", "RoiAlign", 10, kLatestOpset, bindAlign}};
}

} // namespace ql::ops::kernels::region_pool
