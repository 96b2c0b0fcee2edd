// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/channel_layout.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::analysis {

namespace {

constexpr std::size_t kImageRank = 4;

graph::DeclaredShape withoutOnes(graph::DeclaredShape shape)
{
    std::erase_if(shape, [](const graph::Dimension& axis) { return axis.size == 1; });
    return shape;
}

} // namespace

bool keepsChannelsLast(const graph::Graph& graph)
{
    return std::ranges::any_of(graph.nodes(),
                               [](const graph::Node& node) { return graph::traitsOf(node).hasFiltersChannelsLast; });
}

LayoutChange layoutChange(const graph::Graph& baseline, const graph::Graph& analysis)
{
    const bool isLast = keepsChannelsLast(analysis);
    if (keepsChannelsLast(baseline) == isLast)
        return LayoutChange::None;
    return isLast ? LayoutChange::ToLast : LayoutChange::ToFirst;
}

graph::DeclaredShape turnedShape(graph::DeclaredShape sizes, LayoutChange change)
{
    if (sizes.size() != kImageRank || change == LayoutChange::None)
        return sizes;
    if (change == LayoutChange::ToLast)
        std::rotate(sizes.begin() + 1, sizes.begin() + 2, sizes.end());
    else
        std::rotate(sizes.begin() + 1, sizes.end() - 1, sizes.end());
    return sizes;
}

bool differInOnesOnly(const graph::DeclaredShape& left, const graph::DeclaredShape& right)
{
    const auto x = withoutOnes(left);
    const auto y = withoutOnes(right);
    return std::ranges::equal(
        x, y, [](std::int64_t a, std::int64_t b) { return a < 0 || b < 0 || a == b; }, &graph::Dimension::size,
        &graph::Dimension::size);
}

at::Tensor turnedBack(const at::Tensor& tensor, const graph::Shape& shape, LayoutChange change)
{
    if (tensor.dim() != std::int64_t(shape.size()))
        return differInOnesOnly(graph::declared(tensor.sizes().vec()), graph::declared(shape)) ? tensor.reshape(shape)
                                                                                               : tensor;
    if (change == LayoutChange::None || tensor.dim() != std::int64_t(kImageRank) || shape.size() != kImageRank)
        return tensor;
    const auto turned = change == LayoutChange::ToLast ? tensor.movedim(-1, 1) : tensor.movedim(1, -1);
    return turned.sizes() == at::IntArrayRef(shape) ? turned.contiguous() : tensor;
}

} // namespace ql::analysis
