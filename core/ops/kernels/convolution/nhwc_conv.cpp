// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft NhwcConv: Conv with channels last, in the weights [M, kH, kW, C / group], too.
#include "core/ops/support/adapted_kernels.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::nhwc_conv {

namespace {

Kernel bind(const graph::Node& node)
{
    return channelsLast([convolve = standardKernel(node, "Conv", 11)](const KernelCall& call) {
        std::vector<Tensor> inputs(call.inputs.begin(), call.inputs.end());
        expectRank(call.required(1), "input 1 (W)", 4);
        inputs[1].data = inputs[1].data.movedim(-1, 1).contiguous();
        return convolve({inputs, call.runBody});
    });
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "NhwcConv", 1, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::nhwc_conv
