// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft Gelu, BiasGelu, BiasSplitGelu, FastGelu and QuickGelu.
#include "core/base/error.h"
#include "core/ops/passes/float_map.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::gelu {

namespace {

/// The formula applied to input 0 plus, where there is one, a bias.
OperatorDefinition definition(std::string name, at::Tensor (*formula)(const at::Tensor&))
{
    return {"com.microsoft", std::move(name), 1, kLatestOpset, [formula](const graph::Node&) -> Kernel {
                return [formula](const KernelCall& call) -> std::vector<Tensor> {
                    const auto& x = call.required(0);
                    expectFloat(x, "input 0");
                    if (!call.has(1))
                        return {storedAs(formula(computable(x)), x.type)};
                    expectSameType(call.input(1), "input 1 (bias)", x);
                    expectBroadcastable(x, call.input(1));
                    return {storedAs(formula(computable(x).add(computable(call.input(1)))), x.type)};
                };
            }};
}

at::Tensor exact(const at::Tensor& x)
{
    return isMappable(x) ? mapped(SmoothMap::Gelu, x) : at::gelu(x);
}

at::Tensor fast(const at::Tensor& x)
{
    return isMappable(x) ? mapped(SmoothMap::GeluTanh, x) : at::gelu(x, "tanh");
}

Kernel bindQuick(const graph::Node& node)
{
    return unaryKernel([alpha = node.attributes.floatOr("alpha", 1.702)](const at::Tensor& x) {
        return isMappable(x) ? mapped(SmoothMap::Swish, x, alpha) : at::mul(x, alpha).sigmoid().mul(x);
    });
}

/// The first half of the last axis, times gelu of the second.
Kernel bindSplit(const graph::Node&)
{
    return [](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0 (X)");
        expectSameType(call.required(1), "input 1 (bias)", x);
        if (x.data.dim() < 1 || x.data.size(-1) % 2 != 0)
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input 0 (X) has shape {}, expected an even last axis", graph::toString(x.shape())));
        expectBroadcastable(x, call.input(1));
        const auto halves = computable(x).add(computable(call.input(1))).chunk(2, -1);
        return {storedAs(halves[0].mul(exact(halves[1])), x.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {definition("BiasGelu", exact),
            {"com.microsoft", "BiasSplitGelu", 1, kLatestOpset, bindSplit},
            definition("FastGelu", fast),
            definition("Gelu", exact),
            {"com.microsoft", "QuickGelu", 1, kLatestOpset, bindQuick}};
}

} // namespace ql::ops::kernels::gelu
