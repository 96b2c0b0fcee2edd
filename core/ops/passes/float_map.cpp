// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/float_map.h"

#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>

namespace ql::ops {

namespace {

constexpr std::size_t kMostAxes = 8;

using Sizes = c10::SmallVector<std::int64_t, kMostAxes>;

/// Axes of the result, innermost first, with how far each operand moves on from one index to the next: 0 where it
/// is repeated. Neighbours that all operands step through alike are one axis.
struct Steps {
    struct Axis {
        std::int64_t size, left, right;
    };
    c10::SmallVector<Axis, kMostAxes> axes;
    Sizes shape; ///< of the result
};

Steps stepsOf(at::IntArrayRef left, at::IntArrayRef right)
{
    Steps steps;
    const std::size_t rank = std::max(left.size(), right.size());
    steps.shape.resize(rank);
    std::int64_t leftStep = 1, rightStep = 1;
    for (std::size_t i = 1; i <= rank; ++i) {
        const auto l = i <= left.size() ? left[left.size() - i] : 1;
        const auto r = i <= right.size() ? right[right.size() - i] : 1;
        const auto size = l == 1 ? r : l;
        steps.shape[rank - i] = size;
        if (size == 1)
            continue;
        const Steps::Axis axis{size, l == 1 ? 0 : leftStep, r == 1 ? 0 : rightStep};
        leftStep *= l;
        rightStep *= r;
        auto* inner = steps.axes.empty() ? nullptr : &steps.axes.back();
        if (inner && axis.left == inner->left * inner->size && axis.right == inner->right * inner->size)
            inner->size *= size;
        else
            steps.axes.push_back(axis);
    }
    if (steps.axes.empty())
        steps.axes.push_back({1, 1, 1});
    return steps;
}

OperandShape shapeOf(const Steps::Axis& innermost)
{
    if (innermost.left == 0)
        return OperandShape::SingleLeft;
    return innermost.right == 0 ? OperandShape::SingleRight : OperandShape::BothFull;
}

/// Rows @p first … @p last of the result, each one run of the innermost axis.
void mapRows(BinaryMap map, const Steps& steps, const float* left, const float* right, float* y, std::int64_t first,
             std::int64_t last)
{
    const auto& run = steps.axes.front();
    const auto shape = shapeOf(run);
    for (std::int64_t row = first; row < last; ++row) {
        std::int64_t rest = row, leftOffset = 0, rightOffset = 0;
        for (std::size_t axis = 1; axis < steps.axes.size(); ++axis) {
            const auto index = rest % steps.axes[axis].size;
            rest /= steps.axes[axis].size;
            leftOffset += index * steps.axes[axis].left;
            rightOffset += index * steps.axes[axis].right;
        }
        mapElements(map, shape, left + leftOffset, right + rightOffset, y + row * run.size,
                    static_cast<std::size_t>(run.size));
    }
}

/// One run of the innermost axis, on several threads where it is long.
void mapRun(BinaryMap map, const Steps::Axis& run, const float* left, const float* right, float* y)
{
    forEachPart(run.size, run.size * kProductsPerElement, [&](std::int64_t first, std::int64_t last) {
        mapElements(map, shapeOf(run), left + first * run.left, right + first * run.right, y + first,
                    static_cast<std::size_t>(last - first));
    });
}

/// Whether every element of a tensor's memory is one of its own, in whatever order of axes.
bool isDense(const at::Tensor& x)
{
    return x.is_contiguous() || x.is_non_overlapping_and_dense();
}

/// Whether @p single repeats its only element over @p all, whatever lies how.
bool isSingleFor(const at::Tensor& all, const at::Tensor& single)
{
    return single.numel() == 1 && single.dim() <= all.dim() && isDense(all);
}

bool areFew(const at::Tensor& a, const at::Tensor& b)
{
    return a.numel() <= kMostReordered && b.numel() <= kMostReordered;
}

/// Whether an element's place is the same in both, or one of them has a single one.
bool lieAlike(const at::Tensor& a, const at::Tensor& b)
{
    return (a.is_contiguous() && b.is_contiguous()) || isSingleFor(a, b) || isSingleFor(b, a)
           || (a.sizes() == b.sizes() && a.strides() == b.strides() && a.is_non_overlapping_and_dense());
}

/// One more like @p x, of which @p map(from, to, count) sets parts that take @p products each element.
template <typename Map>
at::Tensor mappedInParts(const at::Tensor& x, std::int64_t products, const Map& map)
{
    auto y = newLike(x);
    const float* from = x.data_ptr<float>();
    float* to = y.data_ptr<float>();
    forEachPart(x.numel(), x.numel() * products, [&](std::int64_t begin, std::int64_t end) {
        map(from + begin, to + begin, static_cast<std::size_t>(end - begin));
    });
    return y;
}

} // namespace

bool isMappable(const at::Tensor& x)
{
    return x.scalar_type() == at::kFloat && isDense(x) && !isLeftToTorch(x);
}

at::Tensor newLike(const at::Tensor& x)
{
    return x.is_contiguous() ? newTensor(x.sizes(), at::kFloat) : at::empty_like(x);
}

at::Tensor mapped(UnaryMap map, const at::Tensor& x, double first, double second)
{
    return mappedInParts(x, kProductsPerElement, [=](const float* from, float* to, std::size_t count) {
        mapElements(map, from, to, count, static_cast<float>(first), static_cast<float>(second));
    });
}

at::Tensor mapped(SmoothMap map, const at::Tensor& x, double slope)
{
    return mappedInParts(x, kProductsPerCurve, [=](const float* from, float* to, std::size_t count) {
        mapElements(map, from, to, count, static_cast<float>(slope));
    });
}

bool areMappable(const at::Tensor& a, const at::Tensor& b)
{
    return a.scalar_type() == at::kFloat && b.scalar_type() == at::kFloat && (lieAlike(a, b) || areFew(a, b))
           && !isLeftToTorch(a) && !isLeftToTorch(b);
}

at::Tensor mapped(BinaryMap map, const at::Tensor& first, const at::Tensor& second)
{
    const bool areAlike = lieAlike(first, second);
    const auto a = areAlike ? first : inOrder(first), b = areAlike ? second : inOrder(second);
    const float* left = a.data_ptr<float>();
    const float* right = b.data_ptr<float>();
    const bool isRightSingle = isSingleFor(a, b), isLeftSingle = !isRightSingle && isSingleFor(b, a);
    if (isRightSingle || isLeftSingle || a.sizes() == b.sizes()) {
        auto y = newLike(isLeftSingle ? b : a);
        mapRun(map, {y.numel(), isLeftSingle ? 0 : 1, isRightSingle ? 0 : 1}, left, right, y.data_ptr<float>());
        return y;
    }
    const auto steps = stepsOf(a.sizes(), b.sizes());
    auto y = newTensor(steps.shape, at::kFloat);
    if (y.numel() == 0)
        return y;
    const auto& run = steps.axes.front();
    const auto rows = y.numel() / run.size;
    if (rows == 1)
        mapRun(map, run, left, right, y.data_ptr<float>());
    else
        forEachPart(rows, y.numel() * kProductsPerElement, [&](std::int64_t first, std::int64_t last) {
            mapRows(map, steps, left, right, y.data_ptr<float>(), first, last);
        });
    return y;
}

} // namespace ql::ops
