// SPDX-License-Identifier: GPL-3.0-or-later
// GridSample and AffineGrid: reading a map at free positions, and the positions that a matrix names.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::grid_sample {

namespace {

using Words = std::initializer_list<std::pair<std::string_view, std::int64_t>>;

/// LibTorch's number for a word.
std::int64_t chosen(const graph::Node& node, const char* name, const char* fallback, Words words)
{
    const auto given = node.attributes.stringOr(name, fallback);
    for (const auto& [word, number] : words)
        if (word == given)
            return number;
    throw Error(ErrorCode::InvalidNode, Message("attribute {} is \"{}\", which is unknown", name, given));
}

/// The grid with every place moved to the nearest element, halves to the even one as the standard rounds them:
/// LibTorch rounds them away from zero in three dimensions.
at::Tensor rounded(const at::Tensor& grid, const at::Tensor& x, bool alignsCorners)
{
    std::vector<at::Tensor> axes;
    for (std::int64_t i = 0; i < grid.size(-1); ++i) { // x, y, z: the last axis of the map first
        const auto size = static_cast<double>(x.size(-1 - i));
        const auto place = grid.select(-1, i);
        if (!alignsCorners)
            axes.push_back(at::round((place + 1) * size * 0.5 - 0.5).mul_(2).add_(1).div_(size).sub_(1));
        else if (size > 1)
            axes.push_back(at::round((place + 1) * (0.5 * (size - 1))).mul_(2 / (size - 1)).sub_(1));
        else
            axes.push_back(place);
    }
    return at::stack(axes, -1);
}

/// Opset 16 says bilinear and bicubic, opset 20 linear and cubic.
Kernel bindSample(const graph::Node& node)
{
    constexpr std::int64_t kNearest = 1;
    constexpr std::int64_t kCubic = 2;
    const auto mode =
        chosen(node, "mode", node.opset >= 20 ? "linear" : "bilinear",
               {{"bilinear", 0}, {"linear", 0}, {"nearest", kNearest}, {"bicubic", kCubic}, {"cubic", kCubic}});
    const auto padding = chosen(node, "padding_mode", "zeros", {{"zeros", 0}, {"border", 1}, {"reflection", 2}});
    const bool alignsCorners = node.attributes.intOr("align_corners", 0) != 0;
    return [mode, padding, alignsCorners](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto& grid = call.required(1);
        const auto rank = x.data.dim();
        if (rank != 4 && (rank != 5 || mode == kCubic))
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input 0 (X) has rank {}, expected 4{}", rank, mode == kCubic ? "" : " or 5"));
        expectRank(grid, "input 1 (grid)", rank);
        if (grid.data.size(0) != x.data.size(0) || grid.data.size(-1) != rank - 2)
            throw Error(ErrorCode::ShapeMismatch, Message("input 1 (grid) of shape {} doesn't belong to {}",
                                                          graph::toString(grid.shape()), graph::toString(x.shape())));
        expectFloat(grid, "input 1 (grid)");
        // Integers are read in float64, which holds all but the largest of them.
        const auto elements = at::isFloatingType(x.data.scalar_type()) ? computable(x) : x.data.to(at::kDouble);
        auto places = grid.data.to(elements.scalar_type());
        if (rank == 5 && mode == kNearest)
            places = rounded(places, elements, alignsCorners);
        return {storedAs(at::grid_sampler(elements, places, mode, padding, alignsCorners), x.type)};
    };
}

Kernel bindGrid(const graph::Node& node)
{
    return [alignsCorners =
                node.attributes.intOr("align_corners", 0) != 0](const KernelCall& call) -> std::vector<Tensor> {
        const auto& theta = call.required(0);
        expectFloat(theta, "input 0 (theta)");
        const auto size = toInts(call.required(1), "input 1 (size)");
        if (size.size() != 4 && size.size() != 5)
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input 1 (size) has {} entries, expected 4 or 5", size.size()));
        expectAffordable(size, theta.type);
        return {storedAs(at::affine_grid_generator(computable(theta), size, alignsCorners), theta.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "AffineGrid", 20, kLatestOpset, bindGrid}, {"", "GridSample", 16, kLatestOpset, bindSample}};
}

} // namespace ql::ops::kernels::grid_sample
