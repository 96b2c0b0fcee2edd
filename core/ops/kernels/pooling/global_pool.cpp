// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/passes/reduced_rows.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <numeric>

namespace ql::ops::kernels::global_pool {

namespace {

using Formula = std::function<at::Tensor(const at::Tensor& x, const graph::Shape& axes)>;

/// Pools all spatial axes to size 1.
Kernel kernelOf(Formula formula)
{
    return [formula = std::move(formula)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0");
        if (x.data.dim() < 3)
            throw Error(ErrorCode::ShapeMismatch, Message("input 0 has rank {}, expected 3 or more", x.data.dim()));
        graph::Shape axes(static_cast<std::size_t>(x.data.dim() - 2));
        std::iota(axes.begin(), axes.end(), 2);
        return {storedAs(formula(computable(x), axes), x.type)};
    };
}

Kernel bindAverage(const graph::Node&)
{
    return kernelOf(averaged);
}

Kernel bindMax(const graph::Node&)
{
    return kernelOf([](const at::Tensor& x, const graph::Shape& axes) { return at::amax(x, axes, true); });
}

Kernel bindLp(const graph::Node& node)
{
    const double order = node.opset == 1 ? node.attributes.floatOr("p", 2.0) : double(node.attributes.intOr("p", 2));
    return kernelOf(
        [order](const at::Tensor& x, const graph::Shape& axes) { return at::norm(x, at::Scalar(order), axes, true); });
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "GlobalAveragePool", 1, kLatestOpset, bindAverage},
            {"", "GlobalLpPool", 1, kLatestOpset, bindLp},
            {"", "GlobalMaxPool", 1, kLatestOpset, bindMax}};
}

} // namespace ql::ops::kernels::global_pool
