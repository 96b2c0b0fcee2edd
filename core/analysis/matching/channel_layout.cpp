// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/channel_layout.h"

#include <algorithm>

namespace ql::analysis {

namespace {

constexpr std::size_t kFewestAxes = 3; // samples, channels and a place

graph::DeclaredShape withoutOnes(graph::DeclaredShape shape)
{
    std::erase_if(shape, [](const graph::Dimension& axis) { return axis.size == 1; });
    return shape;
}

/// -1 where a size isn't known.
std::int64_t countOf(const graph::DeclaredShape& shape)
{
    std::int64_t count = 1;
    for (const auto& axis : shape)
        count = axis.size < 0 || count < 0 ? -1 : count * axis.size;
    return count;
}

bool fitAsOne(std::int64_t x, std::int64_t y)
{
    return x < 0 || y < 0 || x == y;
}

} // namespace

LayoutChange layoutChange(bool isBaselineLast, bool isAnalysisLast)
{
    if (isBaselineLast == isAnalysisLast)
        return LayoutChange::None;
    return isAnalysisLast ? LayoutChange::ToLast : LayoutChange::ToFirst;
}

graph::DeclaredShape turnedShape(graph::DeclaredShape sizes, LayoutChange change)
{
    if (sizes.size() < kFewestAxes || change == LayoutChange::None)
        return sizes;
    if (change == LayoutChange::ToLast)
        std::rotate(sizes.begin() + 1, sizes.begin() + 2, sizes.end());
    else
        std::rotate(sizes.begin() + 1, sizes.end() - 1, sizes.end());
    return sizes;
}

bool holdSameRows(const graph::DeclaredShape& left, const graph::DeclaredShape& right)
{
    const auto x = withoutOnes(left);
    const auto y = withoutOnes(right);
    const auto fits = [](const graph::Dimension& a, const graph::Dimension& b) {
        return a.size < 0 || b.size < 0 || a.size == b.size;
    };
    if (x.size() == y.size())
        return std::ranges::equal(x, y, fits);
    return !x.empty() && !y.empty() && fits(x.back(), y.back()) && fitAsOne(countOf(x), countOf(y));
}

at::Tensor turnedBack(const at::Tensor& tensor, const graph::Shape& shape, LayoutChange change)
{
    if (tensor.dim() != std::int64_t(shape.size()))
        return holdSameRows(graph::declared(tensor.sizes().vec()), graph::declared(shape)) ? tensor.reshape(shape)
                                                                                           : tensor;
    if (change == LayoutChange::None || shape.size() < kFewestAxes)
        return tensor;
    const auto turned = change == LayoutChange::ToLast ? tensor.movedim(-1, 1) : tensor.movedim(1, -1);
    return turned.sizes() == at::IntArrayRef(shape) ? turned.contiguous() : tensor;
}

} // namespace ql::analysis
