// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft QLinearGlobalAveragePool: the mean over the spatial axes of a quantized tensor.
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::qlinear_pool {

namespace {

std::vector<Tensor> globalAverage(bool isChannelsLast, const KernelCall& call)
{
    const Tensor& x = call.required(0);
    expectEightBit(x, "input 0 (X)");
    const auto from = readPerTensor(call.required(1), call.input(2), "X", x.type);
    const auto to = readPerTensor(call.required(3), call.input(4), "Y", x.type);
    std::vector<std::int64_t> axes;
    std::int64_t elements = 1;
    for (std::int64_t axis = isChannelsLast ? 1 : 2; axis < x.data.dim() - (isChannelsLast ? 1 : 0); ++axis) {
        axes.push_back(axis);
        elements *= x.data.size(axis);
    }
    if (axes.empty())
        expectRank(x, "input 0 (X)", 4);
    const at::Tensor sums = x.data.to(at::kInt).sub(from.zeroPoints.front()).sum(axes, /*keepdim=*/true, at::kInt);
    const float multiplier = from.scales.front() / (to.scales.front() * static_cast<float>(elements));
    return {requantize(sums, 1, {{multiplier}, {}, to.zeroPoints.front(), x.type})};
}

Kernel bindGlobalAverage(const graph::Node& node)
{
    const bool isChannelsLast = node.attributes.intOr("channels_last", 0) != 0;
    return [isChannelsLast](const KernelCall& call) { return globalAverage(isChannelsLast, call); };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "QLinearGlobalAveragePool", 1, kLatestOpset, bindGlobalAverage}};
}

} // namespace ql::ops::kernels::qlinear_pool
