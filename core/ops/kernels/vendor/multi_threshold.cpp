// SPDX-License-Identifier: GPL-3.0-or-later
// FINN's MultiThreshold, which streamlining makes of quantizers and activations: out_scale times the number of
// thresholds (channels or 1 × count) that x reaches, plus out_bias. Channels lie on axis 1, or last as data_layout
// says. out_dtype says in what the result fits, which changes nothing here.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::multi_threshold {

namespace {

struct Steps {
    bool areChannelsLast = false;
    double scale = 1.0;
    double bias = 0.0;
};

Steps stepsOf(const graph::Node& node)
{
    const auto layout = node.attributes.stringOr("data_layout", "NCHW");
    const bool isLast = layout == "NHWC" || layout == "NWC";
    if (!isLast && layout != "NCHW" && layout != "NCW" && layout != "NC" && !layout.empty())
        throw Error(ErrorCode::InvalidNode, Message("attribute data_layout is \"{}\", which is unknown", layout));
    return {isLast, node.attributes.floatOr("out_scale", 1.0), node.attributes.floatOr("out_bias", 0.0)};
}

/// How many of each row's @p thresholds the same row of @p x reaches; none for NaN.
at::Tensor reached(const at::Tensor& x, const at::Tensor& thresholds)
{
    const auto sorted = std::get<0>(thresholds.sort(1)).expand({x.size(0), thresholds.size(1)}).contiguous();
    const auto counts = at::searchsorted(sorted, x, false, true).to(x.scalar_type());
    return counts.masked_fill_(x.isnan(), 0);
}

std::vector<Tensor> evaluate(const KernelCall& call, const Steps& steps)
{
    const auto& x = call.required(0);
    expectFloat(x, "input 0 (x)");
    expectFloat(call.required(1), "input 1 (thresholds)");
    expectRank(call.input(1), "input 1 (thresholds)", 2);
    if (x.data.dim() < 2)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 0 (x) of shape {} has no channels", graph::toString(x.shape())));
    const auto first = computable(x).movedim(steps.areChannelsLast ? -1 : 1, 0);
    const auto thresholds = computable(call.input(1)).to(first.scalar_type());
    if (thresholds.size(0) != 1 && thresholds.size(0) != first.size(0))
        throw Error(ErrorCode::ShapeMismatch, Message("input 1 (thresholds) has {} rows for {} channels of input 0 (x)",
                                                      thresholds.size(0), first.size(0)));
    const auto rows = first.reshape({first.size(0), first.numel() / std::max<std::int64_t>(first.size(0), 1)});
    const auto y = reached(rows.contiguous(), thresholds).mul_(steps.scale).add_(steps.bias).view(first.sizes());
    return {storedAs(y.movedim(0, steps.areChannelsLast ? -1 : 1).contiguous(), x.type)};
}

} // namespace

OperatorDefinitions definitions()
{
    OperatorDefinitions definitions;
    for (const auto* domain : {"finn.custom_op.general", "qonnx.custom_op.general"})
        definitions.push_back({domain, "MultiThreshold", 1, kLatestOpset, boundTo<stepsOf, evaluate>});
    return definitions;
}

} // namespace ql::ops::kernels::multi_threshold
