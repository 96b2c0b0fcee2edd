// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft QLinearSigmoid, QLinearLeakyRelu: dequantize, apply, quantize.
#include "core/ops/quantized_arithmetic.h"
#include "core/ops/registry.h"

namespace ql::ops::rooms {

namespace {

template <typename Function>
Kernel unary(Function function)
{
    return [function](const KernelCall& call) -> std::vector<Tensor> {
        const Tensor& x = call.required(0);
        expectEightBit(x, "input 0 (X)");
        const auto from = readPerTensor(call.required(1), call.input(2), "X", x.type);
        const auto to = readPerTensor(call.required(3), call.input(4), "Y", x.type);
        return {quantize(function(dequantize(x.data, from)), to, x.type)};
    };
}

Kernel bindSigmoid(const graph::Node&)
{
    return unary([](const at::Tensor& x) { return at::sigmoid(x); });
}

Kernel bindLeakyRelu(const graph::Node& node)
{
    const double alpha = node.attributes.floatOr("alpha", 0.01);
    return unary([alpha](const at::Tensor& x) { return at::leaky_relu(x, alpha); });
}

} // namespace

OperatorDefinitions qlinear_unary()
{
    return {{"com.microsoft", "QLinearLeakyRelu", 1, kLatestOpset, bindLeakyRelu},
            {"com.microsoft", "QLinearSigmoid", 1, kLatestOpset, bindSigmoid}};
}

} // namespace ql::ops::rooms
