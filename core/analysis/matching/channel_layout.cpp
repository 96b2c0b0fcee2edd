// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/channel_layout.h"

#include "core/ops/support/direct_tensor.h"

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

bool haveSameSizes(const graph::DeclaredShape& left, const graph::DeclaredShape& right)
{
    return std::ranges::equal(left, right, [](const graph::Dimension& a, const graph::Dimension& b) {
        return a.size < 0 || b.size < 0 || a.size == b.size;
    });
}

bool fit(const graph::DeclaredShape& baseline, const graph::DeclaredShape& analysis, LayoutChange change)
{
    if (baseline.size() != analysis.size())
        return holdSameRows(baseline, analysis);
    if (haveSameSizes(turnedShape(baseline, change), analysis))
        return true;
    // Optimizers push transpositions through the layers.
    return change == LayoutChange::None
           && (haveSameSizes(turnedShape(baseline, LayoutChange::ToLast), analysis)
               || haveSameSizes(turnedShape(baseline, LayoutChange::ToFirst), analysis));
}

bool holdSameRows(const graph::DeclaredShape& left, const graph::DeclaredShape& right)
{
    const auto x = withoutOnes(left);
    const auto y = withoutOnes(right);
    if (x.size() == y.size())
        return haveSameSizes(x, y);
    return !x.empty() && !y.empty() && haveSameSizes({x.back()}, {y.back()}) && fitAsOne(countOf(x), countOf(y));
}

at::Tensor turnedBack(const at::Tensor& tensor, const graph::Shape& shape, LayoutChange change)
{
    if (tensor.dim() != std::int64_t(shape.size()))
        return holdSameRows(graph::declared(tensor.sizes().vec()), graph::declared(shape))
                   ? ops::reshaped(tensor, shape)
                   : tensor;
    const at::IntArrayRef sizes(shape);
    if (shape.size() < kFewestAxes || (change == LayoutChange::None && tensor.sizes() == sizes))
        return tensor;
    if (const auto first = tensor.movedim(-1, 1); change != LayoutChange::ToFirst && first.sizes() == sizes)
        return first.contiguous();
    if (const auto last = tensor.movedim(1, -1); change != LayoutChange::ToLast && last.sizes() == sizes)
        return last.contiguous();
    return tensor;
}

} // namespace ql::analysis
