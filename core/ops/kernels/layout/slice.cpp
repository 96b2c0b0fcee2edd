// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"

#include <algorithm>
#include <numeric>

namespace ql::ops::kernels::slice {

namespace {

/// What to take: lists of equal length.
struct Ranges {
    graph::Shape starts;
    graph::Shape ends;
    graph::Shape axes;
    graph::Shape steps;
};

/// @p index counted from the front and limited to low … high.
std::int64_t clampedIndex(std::int64_t index, std::int64_t size, std::int64_t low, std::int64_t high)
{
    return std::clamp(index < 0 ? std::max(index, -size - 1) + size : index, low, high);
}

at::Tensor backwards(const at::Tensor& x, std::int64_t axis, std::int64_t start, std::int64_t end, std::int64_t step)
{
    const auto size = x.size(axis);
    if (size == 0)
        return x;
    const auto first = clampedIndex(start, size, 0, size - 1);
    const auto last = clampedIndex(end, size, -1, size - 1);
    graph::Shape indices;
    for (auto index = first; index > last; index += step) {
        indices.push_back(index);
        // Compared before it is added: a step may be the lowest integer there is.
        if (step <= last - index)
            break;
    }
    return x.index_select(axis, at::tensor(indices, at::kLong).to(x.device()));
}

at::Tensor sliced(const at::Tensor& x, std::int64_t axis, std::int64_t start, std::int64_t end, std::int64_t step)
{
    if (step == 0)
        throw Error(ErrorCode::InvalidNode, Message("step of axis {} is 0, expected another number", axis));
    if (step < 0)
        return backwards(x, axis, start, end, step);
    const auto size = x.size(axis);
    const auto first = clampedIndex(start, size, 0, size);
    const auto last = std::max(first, clampedIndex(end, size, 0, size));
    step = std::min(step, std::max<std::int64_t>(size, 1));
    auto sizes = x.sizes().vec(), strides = x.strides().vec();
    const auto i = static_cast<std::size_t>(axis);
    const auto offset = first * strides[i];
    sizes[i] = (last - first + step - 1) / step;
    strides[i] *= step;
    return viewOf(x, sizes, strides, offset);
}

Tensor evaluate(const Tensor& x, Ranges ranges)
{
    const auto count = ranges.starts.size();
    if (ranges.axes.empty() && count > 0) {
        ranges.axes.resize(count);
        std::iota(ranges.axes.begin(), ranges.axes.end(), 0);
    }
    if (ranges.steps.empty())
        ranges.steps.assign(count, 1);
    if (ranges.ends.size() != count || ranges.axes.size() != count || ranges.steps.size() != count)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("starts, ends, axes and steps have {}, {}, {} and {} entries, expected equal counts", count,
                            ranges.ends.size(), ranges.axes.size(), ranges.steps.size()));
    auto result = x.data;
    for (std::size_t i = 0; i < count; ++i)
        result = sliced(result, normalizedAxis(ranges.axes[i], x.data.dim()), ranges.starts[i], ranges.ends[i],
                        ranges.steps[i]);
    return {result, x.type};
}

Kernel bindAttributes(const graph::Node& node)
{
    const Ranges ranges{node.attributes.intsOr("starts", {}),
                        node.attributes.intsOr("ends", {}),
                        node.attributes.intsOr("axes", {}),
                        {}};
    return [ranges](const KernelCall& call) -> std::vector<Tensor> { return {evaluate(call.required(0), ranges)}; };
}

std::vector<Tensor> evaluateInputs(const KernelCall& call)
{
    Ranges ranges{toInts(call.required(1), "input 1 (starts)"), toInts(call.required(2), "input 2 (ends)"), {}, {}};
    if (call.has(3))
        ranges.axes = toInts(call.input(3), "input 3 (axes)");
    if (call.has(4))
        ranges.steps = toInts(call.input(4), "input 4 (steps)");
    return {evaluate(call.required(0), std::move(ranges))};
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings(
        {{"", "Slice", 1, 9, bindAttributes}, {"", "Slice", 10, kLatestOpset, stateless<evaluateInputs>}});
}

} // namespace ql::ops::kernels::slice
