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

/// Opset 16 says bilinear and bicubic, opset 20 linear and cubic.
Kernel bindSample(const graph::Node& node)
{
    constexpr std::int64_t kCubic = 2;
    const auto mode = chosen(node, "mode", node.opset >= 20 ? "linear" : "bilinear",
                             {{"bilinear", 0}, {"linear", 0}, {"nearest", 1}, {"bicubic", kCubic}, {"cubic", kCubic}});
    const auto padding = chosen(node, "padding_mode", "zeros", {{"zeros", 0}, {"border", 1}, {"reflection", 2}});
    const bool alignsCorners = node.attributes.intOr("align_corners", 0) != 0;
    return [mode, padding, alignsCorners](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto& grid = call.required(1);
        expectFloat(x, "input 0 (X)");
        const auto rank = x.data.dim();
        if (rank != 4 && (rank != 5 || mode == kCubic))
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input 0 (X) has rank {}, expected 4{}", rank, mode == kCubic ? "" : " or 5"));
        expectRank(grid, "input 1 (grid)", rank);
        if (grid.data.size(0) != x.data.size(0) || grid.data.size(-1) != rank - 2)
            throw Error(ErrorCode::ShapeMismatch, Message("input 1 (grid) of shape {} doesn't belong to {}",
                                                          graph::toString(grid.shape()), graph::toString(x.shape())));
        const auto elements = computable(x);
        return {storedAs(at::grid_sampler(elements, grid.data.to(elements.scalar_type()), mode, padding, alignsCorners),
                         x.type)};
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
