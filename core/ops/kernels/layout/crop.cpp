// SPDX-License-Identifier: GPL-3.0-or-later
// Crop, an experimental operator of ONNX until opset 10: takes attribute border (left, top, right, bottom) away from
// images with their channels on axis 1. With attribute scale (height, width) that is what is left, from left and top
// on.
#include "core/base/error.h"
#include "core/ops/support/checks.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace ql::ops::kernels::crop {

namespace {

struct Border {
    std::vector<std::int64_t> pixels; ///< left, top, right, bottom
    std::vector<std::int64_t> size;   ///< height and width, or nothing
};

Border borderOf(const graph::Node& node)
{
    Border border{node.attributes.intsOr("border", {}), node.attributes.intsOr("scale", {})};
    if (border.pixels.size() != 4)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute border has {} entries, expected {}", border.pixels.size(), 4));
    if (!border.size.empty() && border.size.size() != 2)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute scale has {} entries, expected {}", border.size.size(), 2));
    if (std::ranges::min(border.pixels) < 0 || (!border.size.empty() && std::ranges::min(border.size) < 0))
        throw Error(ErrorCode::InvalidNode, "attributes border and scale hold numbers of pixels, none below 0");
    return border;
}

/// @p x without what the border takes of axis 2 or 3; undefined where that is more than there is.
at::Tensor cropped(const at::Tensor& x, std::size_t axis, const Border& border)
{
    const auto before = border.pixels[3 - axis];
    const auto after = border.pixels[5 - axis];
    const auto length = x.size(static_cast<std::int64_t>(axis));
    if (before > length)
        return {};
    if (!border.size.empty()) {
        const auto kept = border.size[axis - 2];
        return kept > length - before ? at::Tensor{} : x.narrow(static_cast<std::int64_t>(axis), before, kept);
    }
    return after > length - before ? at::Tensor{}
                                   : x.narrow(static_cast<std::int64_t>(axis), before, length - before - after);
}

std::vector<Tensor> evaluate(const KernelCall& call, const Border& border)
{
    const auto& x = call.required(0);
    expectRank(x, "input 0 (input)", 4);
    const auto rows = cropped(x.data, 2, border);
    const auto y = rows.defined() ? cropped(rows, 3, border) : at::Tensor{};
    if (!y.defined())
        throw Error(ErrorCode::ShapeMismatch,
                    Message("an image of shape {} is too small for a border of {} and a scale of {}",
                            graph::toString(x.shape()), fmt::format("{}", fmt::join(border.pixels, ", ")),
                            border.size.empty() ? "nothing" : fmt::format("{}", fmt::join(border.size, ", "))));
    return {{y, x.type}};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Crop", 1, kLatestOpset, boundTo<borderOf, evaluate>}};
}

} // namespace ql::ops::kernels::crop
