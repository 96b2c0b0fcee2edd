// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace ql::ops::kernels::top_k {

namespace {

/// Whether element @p a comes before @p b: NaN is the largest, among equals the lower index is first.
struct Before {
    const float* x;
    bool isLargest;

    bool operator()(std::int64_t a, std::int64_t b) const
    {
        const float left = x[isLargest ? a : b], right = x[isLargest ? b : a];
        if (left > right || (std::isnan(left) && !std::isnan(right)))
            return true;
        return !(right > left || (std::isnan(right) && !std::isnan(left))) && a < b;
    }
};

/// Of float32 rows: sorts the chosen alone.
std::vector<Tensor> chosenOfRows(const at::Tensor& x, std::int64_t count, bool isLargest)
{
    auto shape = x.sizes().vec();
    const auto size = shape.back(), rows = x.numel() / size;
    shape.back() = count;
    auto values = newTensor(shape, at::kFloat), indices = newTensor(shape, at::kLong);
    const auto work = x.numel() * kProductsPerElement;
    std::vector<std::int64_t> scratch(static_cast<std::size_t>(x.numel()));
    forEachPart(rows, work, [&](std::int64_t begin, std::int64_t end) {
        for (auto row = begin; row < end; ++row) {
            const Before before{x.data_ptr<float>() + row * size, isLargest};
            const auto first = scratch.begin() + row * size;
            std::iota(first, first + size, std::int64_t{0});
            std::partial_sort(first, first + count, first + size, before);
            std::copy_n(first, count, indices.data_ptr<std::int64_t>() + row * count);
            std::transform(first, first + count, values.data_ptr<float>() + row * count,
                           [&before](std::int64_t i) { return before.x[i]; });
        }
    });
    return {Tensor(values), Tensor(indices)};
}

/// Among equals the lower index comes first, hence a stable sort.
std::vector<Tensor> evaluate(const Tensor& x, std::int64_t count, std::int64_t axis, bool isLargest)
{
    const auto along = normalizedAxis(axis, x.data.dim());
    if (count < 0 || count > x.data.size(along))
        throw Error(ErrorCode::InvalidNode,
                    Message("k is {}, expected 0 to {} (axis {})", count, x.data.size(along), along));
    if (x.data.scalar_type() == at::kFloat && !isLeftToTorch(x.data) && x.data.numel() > 0 && x.data.dim() > 0) {
        auto chosen = chosenOfRows(x.data.movedim(along, -1).contiguous(), count, isLargest);
        for (auto& each : chosen)
            each.data = each.data.movedim(-1, along).contiguous();
        return chosen;
    }
    const auto [values, indices] = at::sort(ordered(computable(x), x.type), true, along, isLargest);
    return {storedAs(ordered(values.narrow(along, 0, count), x.type), x.type), Tensor{indices.narrow(along, 0, count)}};
}

Kernel bindAttribute(const graph::Node& node)
{
    const auto axis = node.attributes.intOr("axis", -1);
    const auto count = node.attributes.requiredInt("k");
    return [axis, count](const KernelCall& call) { return evaluate(call.required(0), count, axis, true); };
}

Kernel bindInput(const graph::Node& node)
{
    const auto axis = node.attributes.intOr("axis", -1);
    const bool isLargest = node.attributes.intOr("largest", 1) != 0;
    return [axis, isLargest](const KernelCall& call) {
        const auto count = toInts(call.required(1), "input 1 (k)");
        if (count.size() != 1)
            throw Error(ErrorCode::ShapeMismatch, Message("input 1 (k) has {} elements, expected 1", count.size()));
        return evaluate(call.required(0), count.front(), axis, isLargest);
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "TopK", 1, 9, bindAttribute}, {"", "TopK", 10, kLatestOpset, bindInput}};
}

} // namespace ql::ops::kernels::top_k
