// SPDX-License-Identifier: GPL-3.0-or-later
// QLinearConv: convolution of quantized tensors, weights per tensor or per filter, requantized. com.microsoft's takes
// channels on the last axis, too; its weights lie as the standard's.
#include "core/ops/quantization/cached_operands.h"
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/support/adapted_kernels.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::qlinear_conv {

namespace {

std::vector<std::int32_t> readBias(const Tensor& bias, std::int64_t filters)
{
    if (!bias.isDefined())
        return {};
    expectType(bias, "input 8 (B)", {graph::DataType::Int32});
    expectShape(bias, "input 8 (B)", {filters});
    const at::Tensor values = bias.data.contiguous();
    return {values.data_ptr<std::int32_t>(), values.data_ptr<std::int32_t>() + values.numel()};
}

std::int64_t filterCount(const Tensor& weight)
{
    return weight.data.dim() == 0 ? 0 : weight.data.size(0);
}

Kernel bindQLinearConv(const graph::Node& node)
{
    return [attributes = ConvolutionAttributes(node),
            cached = std::make_shared<OperandCache<PackedFilters>>()](const KernelCall& call) -> std::vector<Tensor> {
        const auto x =
            scaledOperand(call.required(0), call.required(1), call.required(2), "x", 1, Granularity::PerTensor);
        const auto w =
            scaledOperand(call.required(3), call.required(4), call.required(5), "w", 0, Granularity::PerChannel);
        const graph::DataType type = call.required(7).type;
        const auto y = readPerTensor(call.required(6), call.required(7), "y", type);
        const Requantization requantization{outputMultipliers(x.scales.front(), w.scales, y.scales.front()),
                                            readBias(call.input(8), filterCount(call.required(3))),
                                            y.zeroPoints.front(), type};
        return {exactConvolution(x.integers, w.integers, attributes, requantization, memoryOf(*cached, call, 3))};
    };
}

Kernel bindMicrosoft(const graph::Node& node)
{
    return node.attributes.intOr("channels_last", 0) != 0 ? channelsLast(bindQLinearConv(node)) : bindQLinearConv(node);
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "QLinearConv", 10, kLatestOpset, bindQLinearConv},
            {"com.microsoft", "QLinearConv", 1, kLatestOpset, bindMicrosoft}};
}

} // namespace ql::ops::kernels::qlinear_conv
