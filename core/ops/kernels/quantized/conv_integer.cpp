// SPDX-License-Identifier: GPL-3.0-or-later
// ConvInteger: int8 / uint8 convolution with int32 results.
#include "core/ops/quantization/cached_operands.h"

namespace ql::ops::kernels::conv_integer {

namespace {

Kernel bindConvInteger(const graph::Node& node)
{
    return [attributes = ConvolutionAttributes(node),
            cached = std::make_shared<OperandCache<PackedFilters>>()](const KernelCall& call) -> std::vector<Tensor> {
        const auto x = integerOperand(call.required(0), call.input(2), "x", 1, Granularity::PerTensor);
        const auto w = integerOperand(call.required(1), call.input(3), "w", 0, Granularity::PerChannel);
        return {exactConvolution(x, w, attributes, {}, memoryOf(*cached, call, 1))};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "ConvInteger", 10, kLatestOpset, bindConvInteger}};
}

} // namespace ql::ops::kernels::conv_integer
