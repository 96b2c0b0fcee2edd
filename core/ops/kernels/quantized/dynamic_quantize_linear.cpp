// SPDX-License-Identifier: GPL-3.0-or-later
// DynamicQuantizeLinear: float → uint8 with scale and zero point from the input's own range.
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"

namespace ql::ops::kernels::dynamic_quantize_linear {

namespace {

std::vector<Tensor> dynamicQuantize(const KernelCall& call)
{
    const Tensor& x = call.required(0);
    expectType(x, "input 0 (x)", {graph::DataType::Float});
    DynamicallyQuantized result = quantizeDynamically(x.data);
    auto scale = newTensor({}, at::kFloat);
    auto zeroPoint = newTensor({}, at::kByte);
    *scale.data_ptr<float>() = result.scale;
    *zeroPoint.data_ptr<std::uint8_t>() = static_cast<std::uint8_t>(result.zeroPoint);
    return {std::move(result.values),
            {std::move(scale), graph::DataType::Float},
            {std::move(zeroPoint), graph::DataType::UInt8}};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "DynamicQuantizeLinear", 11, kLatestOpset, stateless<dynamicQuantize>}};
}

} // namespace ql::ops::kernels::dynamic_quantize_linear
