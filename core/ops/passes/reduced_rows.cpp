// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/reduced_rows.h"

#include "core/ops/passes/rows.h"
#include "core/ops/support/direct_tensor.h"

namespace ql::ops {

namespace {

/// How many neighbouring elements become one, 0 where LibTorch must do it.
std::int64_t rowLength(const at::Tensor& x, const graph::Shape& axes)
{
    if (!areContiguousFloats(x) || x.numel() == 0 || x.numel() > std::int64_t(kMostSummedElements)
        || axes.front() != x.dim() - std::int64_t(axes.size()))
        return 0;
    std::int64_t length = 1;
    for (const auto axis : axes)
        length *= x.size(axis);
    return length > 1 ? length : 0; // LibTorch doesn't add a single one to 0
}

at::Tensor rowSums(const at::Tensor& x, const graph::Shape& axes, std::int64_t length, double divisor)
{
    auto sizes = x.sizes().vec();
    for (const auto axis : axes)
        sizes[static_cast<std::size_t>(axis)] = 1;
    auto sums = newTensor(sizes, at::kFloat);
    sumRows(x.data_ptr<float>(), sums.data_ptr<float>(), static_cast<std::size_t>(x.numel() / length),
            static_cast<std::size_t>(length), static_cast<float>(divisor));
    return sums;
}

} // namespace

at::Tensor summed(const at::Tensor& x, const graph::Shape& axes)
{
    const auto length = rowLength(x, axes);
    return length > 0 ? rowSums(x, axes, length, 1.0) : at::sum(x, axes, true, x.scalar_type());
}

at::Tensor averaged(const at::Tensor& x, const graph::Shape& axes)
{
    const auto length = rowLength(x, axes);
    return length > 0 ? rowSums(x, axes, length, static_cast<double>(length)) : at::mean(x, axes, true);
}

} // namespace ql::ops
