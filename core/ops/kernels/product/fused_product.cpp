// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft FusedConv, FusedGemm, FusedMatMul and GemmFastGelu: the standard's operators with what ONNX Runtime's
// optimizer folded into them.
#include "core/base/error.h"
#include "core/ops/support/adapted_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <string>
#include <vector>

namespace ql::ops::kernels::fused_product {

namespace {

/// The activation that ONNX Runtime's optimizer fuses into a Conv or Gemm; "" is none. @p parameters in the order in
/// which it writes them (alpha, beta; min, max); missing ones have the operator's defaults. @throws Error (InvalidNode)
UnaryFunction fusedActivation(const std::string& name, const std::vector<double>& parameters)
{
    const auto parameter = [&parameters](std::size_t i, double fallback) {
        return i < parameters.size() ? parameters[i] : fallback;
    };
    const auto first = [&parameter](double fallback) { return parameter(0, fallback); };
    if (name.empty())
        return [](const at::Tensor& x) { return x; };
    if (name == "Relu")
        return [](const at::Tensor& x) { return at::relu(x); };
    if (name == "Tanh")
        return [](const at::Tensor& x) { return at::tanh(x); };
    if (name == "Sigmoid")
        return [](const at::Tensor& x) { return at::sigmoid(x); };
    if (name == "LeakyRelu")
        return [alpha = first(0.01)](const at::Tensor& x) { return at::leaky_relu(x, alpha); };
    if (name == "Elu")
        return [alpha = first(1.0)](const at::Tensor& x) { return at::elu(x, alpha); };
    if (name == "ThresholdedRelu")
        return [alpha = first(1.0)](const at::Tensor& x) { return at::threshold(x, alpha, 0); };
    if (name == "HardSigmoid")
        return [alpha = first(0.2), beta = parameter(1, 0.5)](const at::Tensor& x) {
            return at::mul(x, alpha).add_(beta).clamp_(0, 1);
        };
    if (name == "Clip")
        return [low = first(-3.4028234663852886e38), high = parameter(1, 3.4028234663852886e38)](const at::Tensor& x) {
            return at::clamp(x, low, high);
        };
    throw Error(ErrorCode::InvalidNode, Message("attribute activation is \"{}\", which is unknown", name));
}

Tensor applied(const UnaryFunction& function, const Tensor& x)
{
    return storedAs(function(computable(x)), x.type);
}

/// Input 3 is added before the activation.
Kernel bindConv(const graph::Node& node)
{
    auto activation =
        fusedActivation(node.attributes.stringOr("activation", ""), node.attributes.floatsOr("activation_params", {}));
    return [convolve = standardKernel(node, "Conv", 11),
            activation = std::move(activation)](const KernelCall& call) -> std::vector<Tensor> {
        auto y =
            convolve({call.inputs.first(std::min<std::size_t>(call.inputs.size(), 3)), call.runBody, call.constants})
                .front();
        if (call.has(3)) {
            expectSameType(call.input(3), "input 3 (Z)", y);
            expectBroadcastable(y, call.input(3));
            y = storedAs(computable(y).add(computable(call.input(3))), y.type);
        }
        return {applied(activation, y)};
    };
}

Kernel bindGemm(const graph::Node& node)
{
    std::vector<double> parameters;
    for (const auto* name : {"activation_alpha", "activation_beta"})
        if (node.attributes.has(name))
            parameters.push_back(node.attributes.floatOr(name, 0.0));
    return [multiply = standardKernel(node, "Gemm", 13),
            activation = fusedActivation(node.attributes.stringOr("activation", ""), parameters)](
               const KernelCall& call) -> std::vector<Tensor> { return {applied(activation, multiply(call).front())}; };
}

struct Transposition {
    bool ofMatrix = false;
    bool ofBatch = false; ///< the first axis moves behind the other batch axes
};

at::Tensor transposed(const Tensor& operand, const Transposition& transposition)
{
    auto x = computable(operand);
    if (transposition.ofBatch && x.dim() > 2)
        x = x.movedim(0, -2);
    return transposition.ofMatrix && x.dim() > 1 ? x.transpose(-1, -2) : x;
}

Kernel bindMatMul(const graph::Node& node)
{
    const auto& attributes = node.attributes;
    const auto transposition = [&attributes](const char* matrix, const char* batch) {
        return Transposition{attributes.intOr(matrix, 0) != 0, attributes.intOr(batch, 0) != 0};
    };
    return [alpha = attributes.floatOr("alpha", 1.0), a = transposition("transA", "transBatchA"),
            b = transposition("transB", "transBatchB")](const KernelCall& call) -> std::vector<Tensor> {
        expectFloat(call.required(0), "input 0 (A)");
        expectSameType(call.required(1), "input 1 (B)", call.input(0));
        const auto y = at::matmul(transposed(call.input(0), a), transposed(call.input(1), b));
        return {storedAs(alpha == 1.0 ? y : y.mul(alpha), call.input(0).type)};
    };
}

/// Input 2 is added before the activation; input 0 may have any rank.
Kernel bindFastGelu(const graph::Node&)
{
    return [](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0 (X)");
        expectSameType(call.required(1), "input 1 (W)", x);
        auto y = at::matmul(computable(x), computable(call.input(1)));
        if (call.has(2)) {
            expectSameType(call.input(2), "input 2 (bias)", x);
            y = y.add(computable(call.input(2)));
        }
        return {storedAs(at::gelu(y, "tanh"), x.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "FusedConv", 1, kLatestOpset, bindConv},
            {"com.microsoft", "FusedGemm", 1, kLatestOpset, bindGemm},
            {"com.microsoft", "FusedMatMul", 1, kLatestOpset, bindMatMul},
            {"com.microsoft", "GemmFastGelu", 1, kLatestOpset, bindFastGelu},
            {"com.microsoft", "TransposeMatMul", 1, kLatestOpset, bindMatMul}};
}

} // namespace ql::ops::kernels::fused_product
