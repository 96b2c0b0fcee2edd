// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft GroupNorm and SkipGroupNorm, which ONNX Runtime makes of diffusion models: channels stand last unless
// channels_last is 0, and a SiLU may follow.
#include "core/base/error.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <algorithm>

namespace ql::ops::kernels::group_norm {

namespace {

struct GroupAttributes {
    std::int64_t groups = 1;
    double epsilon = 1e-5;
    bool areChannelsLast = true;
    bool activates = false;
};

GroupAttributes attributesOf(const graph::Node& node)
{
    const auto& attributes = node.attributes;
    const auto activation = attributes.requiredInt("activation");
    if (activation != 0 && activation != 1)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute activation is {}, expected 0 (none) or 1 (SiLU)", activation));
    return {attributes.requiredInt("groups"), attributes.floatOr("epsilon", 1e-5),
            attributes.intOr("channels_last", 1) != 0, activation == 1};
}

/// @p x with groups of its channels normalized, scaled by input 1 and shifted by input 2.
at::Tensor normalized(const KernelCall& call, const at::Tensor& x, const GroupAttributes& attributes)
{
    const auto channels = x.size(attributes.areChannelsLast ? -1 : 1);
    if (attributes.groups < 1 || channels % attributes.groups != 0)
        throw Error(ErrorCode::ShapeMismatch, Message("input 0 of shape {} can't be split into {} groups",
                                                      graph::toString(x.sizes().vec()), attributes.groups));
    const auto perChannel = [&](std::size_t i, const Message& what) {
        expectFloat(call.required(i), what);
        expectShape(call.input(i), what, {channels});
        return computable(call.input(i)).to(x.scalar_type());
    };
    const auto first = (attributes.areChannelsLast ? x.movedim(-1, 1) : x).contiguous();
    auto y = at::group_norm(first, attributes.groups, perChannel(1, "input 1 (gamma)"), perChannel(2, "input 2 (beta)"),
                            attributes.epsilon);
    if (attributes.activates)
        y = at::silu(y);
    return attributes.areChannelsLast ? y.movedim(1, -1).contiguous() : y;
}

at::Tensor imageOf(const KernelCall& call)
{
    expectFloat(call.required(0), "input 0 (X)");
    expectRank(call.input(0), "input 0 (X)", 4);
    return computable(call.input(0));
}

Kernel bind(const graph::Node& node)
{
    return [attributes = attributesOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        return {storedAs(normalized(call, imageOf(call), attributes), call.input(0).type)};
    };
}

/// Input 0 with inputs 3, of its shape or a number per sample and channel, and 4, a number per channel.
at::Tensor skipSum(const KernelCall& call, const GroupAttributes& attributes)
{
    const auto x = imageOf(call);
    const auto channels = x.size(attributes.areChannelsLast ? -1 : 1);
    const auto spread = [&](const at::Tensor& numbers) {
        return attributes.areChannelsLast ? numbers.reshape({-1, 1, 1, channels})
                                          : numbers.reshape({-1, channels, 1, 1});
    };
    const auto& skip = call.required(3);
    expectSameType(skip, "input 3 (skip)", call.input(0));
    const bool isPerChannel = skip.data.numel() == x.size(0) * channels;
    if (!isPerChannel)
        expectShape(skip, "input 3 (skip)", x.sizes().vec());
    const auto sum = x.add(isPerChannel ? spread(computable(skip)) : computable(skip));
    if (!call.has(4))
        return sum;
    expectShape(call.input(4), "input 4 (bias)", {channels});
    return sum.add(spread(computable(call.input(4))));
}

/// The sum is the second output.
Kernel bindSkip(const graph::Node& node)
{
    return [attributes = attributesOf(node), outputs = node.outputs.size()](const KernelCall& call) {
        const auto sum = skipSum(call, attributes);
        const auto type = call.input(0).type;
        std::vector<Tensor> results{storedAs(normalized(call, sum, attributes), type), storedAs(sum, type)};
        results.resize(std::min(results.size(), outputs));
        return results;
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "GroupNorm", 1, kLatestOpset, bind},
            {"com.microsoft", "SkipGroupNorm", 1, kLatestOpset, bindSkip}};
}

} // namespace ql::ops::kernels::group_norm
