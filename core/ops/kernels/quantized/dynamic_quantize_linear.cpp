// SPDX-License-Identifier: GPL-3.0-or-later
// DynamicQuantizeLinear: float → uint8 with scale and zero point from the input's own range.
#include "core/ops/quantization/quantized_arithmetic.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::dynamic_quantize_linear {

namespace {

std::vector<Tensor> dynamicQuantize(const KernelCall& call)
{
    const Tensor& x = call.required(0);
    expectType(x, "input 0 (x)", {graph::DataType::Float});
    DynamicallyQuantized result = quantizeDynamically(x.data);
    return {std::move(result.values), Tensor(at::scalar_tensor(result.scale, at::kFloat)),
            Tensor(at::scalar_tensor(result.zeroPoint, at::kByte))};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "DynamicQuantizeLinear", 11, kLatestOpset, stateless<dynamicQuantize>}};
}

} // namespace ql::ops::kernels::dynamic_quantize_linear
