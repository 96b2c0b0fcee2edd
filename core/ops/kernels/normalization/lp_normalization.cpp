// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::lp_normalization {

namespace {

Kernel bindLp(const graph::Node& node)
{
    const auto axis = node.attributes.intOr("axis", -1);
    const auto order = node.attributes.intOr("p", 2);
    if (order != 1 && order != 2)
        throw Error(ErrorCode::InvalidNode, Message("attribute p is {}, expected 1 or 2", order));
    return [axis, order](const KernelCall& call) -> std::vector<Tensor> {
        const auto& input = call.required(0);
        expectFloat(input, "input 0");
        const auto x = computable(input);
        const auto along = normalizedAxis(axis, x.dim());
        const auto norm = at::norm(x, at::Scalar(order), {along}, true);
        // A zero vector stays zero.
        return {storedAs(at::div(x, at::where(norm.eq(0), at::ones_like(norm), norm)), input.type)};
    };
}

struct LocalResponse {
    double alpha = 1e-4;
    double beta = 0.75;
    double bias = 1.0;
    std::int64_t size = 1; ///< channels that a sum takes in
};

at::Tensor normalized(const at::Tensor& x, const LocalResponse& response)
{
    const auto before = (response.size - 1) / 2;
    graph::Shape pads(static_cast<std::size_t>(2 * (x.dim() - 1)), 0);
    pads[pads.size() - 2] = before;
    pads[pads.size() - 1] = response.size - 1 - before;
    const auto squares = at::constant_pad_nd(x.square(), pads, 0);
    const auto sums = squares.unfold(1, response.size, 1).sum(-1);
    return x.div(
        sums.mul_(response.alpha / static_cast<double>(response.size)).add_(response.bias).pow_(response.beta));
}

Kernel bindLocalResponse(const graph::Node& node)
{
    const auto& attributes = node.attributes;
    const LocalResponse response{attributes.floatOr("alpha", 1e-4), attributes.floatOr("beta", 0.75),
                                 attributes.floatOr("bias", 1.0), attributes.requiredInt("size")};
    if (response.size < 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute size is {}, expected ≥ 1", response.size));
    return [response](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0");
        if (x.data.dim() < 2)
            throw Error(ErrorCode::ShapeMismatch, Message("input 0 has rank {}, expected 2 or more", x.data.dim()));
        return {storedAs(normalized(computable(x), response), x.type)};
    };
}

Kernel bindMeanVariance(const graph::Node& node)
{
    return [axes = node.attributes.intsOr("axes", {0, 2, 3})](const KernelCall& call) -> std::vector<Tensor> {
        const auto& input = call.required(0);
        expectFloat(input, "input 0");
        for (const auto axis : axes)
            normalizedAxis(axis, input.data.dim());
        const auto x = computable(input);
        const auto centred = x.sub(x.mean(axes, true));
        // The operator is defined with this addend.
        return {storedAs(centred.div(centred.square().mean(axes, true).sqrt().add(1e-9)), input.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "LRN", 1, kLatestOpset, bindLocalResponse},
            {"", "LpNormalization", 1, kLatestOpset, bindLp},
            {"", "MeanVarianceNormalization", 9, kLatestOpset, bindMeanVariance}};
}

} // namespace ql::ops::kernels::lp_normalization
