// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/fusion/one_pass.h"
#include "core/ops/passes/float_map.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

namespace ql::ops::kernels::activation {

namespace {

/// Reads the attributes of one activation and gives its formula.
using Formula = UnaryFunction (*)(const graph::Attributes&);

std::vector<Tensor> evaluateRelu(const KernelCall& call)
{
    const auto& x = call.required(0);
    if (auto finished = finishedInOnePass(call, x, {.lowest = 0.0f}))
        return {std::move(*finished)};
    const auto values = computable(x);
    return {storedAs(isMappable(values) ? mapped(UnaryMap::Relu, values) : at::relu(values), x.type)};
}

UnaryFunction sigmoid(const graph::Attributes&)
{
    return [](const at::Tensor& x) { return isMappable(x) ? mapped(SmoothMap::Sigmoid, x) : at::sigmoid(x); };
}

UnaryFunction hyperbolicTangent(const graph::Attributes&)
{
    return [](const at::Tensor& x) { return isMappable(x) ? mapped(SmoothMap::HyperbolicTangent, x) : at::tanh(x); };
}

UnaryFunction leakyRelu(const graph::Attributes& attributes)
{
    const auto alpha = attributes.floatOr("alpha", 0.01);
    return [alpha](const at::Tensor& x) {
        return isMappable(x) ? mapped(UnaryMap::LeakyRelu, x, alpha) : at::leaky_relu(x, alpha);
    };
}

UnaryFunction elu(const graph::Attributes& attributes)
{
    const auto alpha = attributes.floatOr("alpha", 1.0);
    return [alpha](const at::Tensor& x) { return at::elu(x, alpha); };
}

UnaryFunction selu(const graph::Attributes& attributes)
{
    const auto alpha = attributes.floatOr("alpha", 1.67326319217681884765625);
    const auto gamma = attributes.floatOr("gamma", 1.05070102214813232421875);
    return [alpha, gamma](const at::Tensor& x) { return at::elu(x, alpha, gamma); };
}

UnaryFunction celu(const graph::Attributes& attributes)
{
    const auto alpha = attributes.floatOr("alpha", 1.0);
    if (alpha == 0.0)
        throw Error(ErrorCode::InvalidNode, "attribute alpha is 0, expected another number");
    return [alpha](const at::Tensor& x) { return at::celu(x, alpha); };
}

UnaryFunction thresholdedRelu(const graph::Attributes& attributes)
{
    const auto alpha = attributes.floatOr("alpha", 1.0);
    return [alpha](const at::Tensor& x) { return at::threshold(x, alpha, 0); };
}

/// What the two curves of before opset 10 are shaped by; neither has a default.
struct Curve {
    double alpha;
    double beta;
};

Curve curveOf(const graph::Attributes& attributes)
{
    for (const auto* name : {"alpha", "beta"})
        if (!attributes.has(name))
            throw Error(ErrorCode::InvalidNode, Message("attribute {} is missing", name));
    return {attributes.floatOr("alpha", 0.0), attributes.floatOr("beta", 0.0)};
}

UnaryFunction parametricSoftplus(const graph::Attributes& attributes)
{
    return [curve = curveOf(attributes)](const at::Tensor& x) {
        return at::softplus(at::mul(x, curve.beta), 1, 40).mul_(curve.alpha);
    };
}

UnaryFunction scaledTanh(const graph::Attributes& attributes)
{
    return
        [curve = curveOf(attributes)](const at::Tensor& x) { return at::mul(x, curve.beta).tanh_().mul_(curve.alpha); };
}

UnaryFunction hardSigmoid(const graph::Attributes& attributes)
{
    const auto alpha = attributes.floatOr("alpha", 0.2);
    const auto beta = attributes.floatOr("beta", 0.5);
    return [alpha, beta](const at::Tensor& x) {
        return isMappable(x) ? mapped(UnaryMap::HardSigmoid, x, alpha, beta)
                             : at::mul(x, alpha).add_(beta).clamp_(0, 1);
    };
}

UnaryFunction hardSwish(const graph::Attributes&)
{
    return [](const at::Tensor& x) {
        return isMappable(x) ? mapped(UnaryMap::HardSwish, x) : at::div(x, 6).add(0.5).clamp(0, 1).mul(x);
    };
}

UnaryFunction softplus(const graph::Attributes&)
{
    // Above 40 the exact value equals x in double precision.
    return [](const at::Tensor& x) { return at::softplus(x, 1, 40); };
}

UnaryFunction softsign(const graph::Attributes&)
{
    return [](const at::Tensor& x) {
        return isMappable(x) ? mapped(UnaryMap::Softsign, x) : at::div(x, at::abs(x).add_(1));
    };
}

UnaryFunction mish(const graph::Attributes&)
{
    return [](const at::Tensor& x) { return at::mish(x); };
}

UnaryFunction swish(const graph::Attributes& attributes)
{
    const auto alpha = attributes.floatOr("alpha", 1.0);
    return [alpha](const at::Tensor& x) {
        return isMappable(x) ? mapped(SmoothMap::Swish, x, alpha) : at::mul(x, alpha).sigmoid().mul(x);
    };
}

UnaryFunction gelu(const graph::Attributes& attributes)
{
    const auto approximate = attributes.stringOr("approximate", "none");
    if (approximate != "none" && approximate != "tanh")
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute approximate is \"{}\", expected none or tanh", approximate));
    if (approximate == "none")
        return [](const at::Tensor& x) { return isMappable(x) ? mapped(SmoothMap::Gelu, x) : at::gelu(x); };
    return [](const at::Tensor& x) { return isMappable(x) ? mapped(SmoothMap::GeluTanh, x) : at::gelu(x, "tanh"); };
}

UnaryFunction shrink(const graph::Attributes& attributes)
{
    const auto bias = attributes.floatOr("bias", 0.0);
    const auto threshold = attributes.floatOr("lambd", 0.5);
    return [bias, threshold](const at::Tensor& x) {
        const auto positive = at::where(x.gt(threshold), x.sub(bias), at::zeros_like(x));
        return at::where(x.lt(-threshold), x.add(bias), positive);
    };
}

OperatorDefinition definition(std::string name, int since, Formula formula)
{
    return {"", std::move(name), since, kLatestOpset,
            [formula](const graph::Node& node) { return unaryKernel(formula(node.attributes)); }};
}

/// PRelu's slope broadcasts to x, never x to the slope.
std::vector<Tensor> evaluatePRelu(const KernelCall& call)
{
    const auto& x = call.required(0);
    expectSameType(call.required(1), "input 1 (slope)", x);
    expectBroadcastable(x, call.input(1));
    const auto elements = computable(x), slope = computable(call.input(1));
    const bool isMapped = areMappable(elements, slope);
    const auto scaled = isMapped ? mapped(BinaryMap::ScaleNegative, elements, slope) : at::mul(elements, slope);
    if (scaled.sizes() != elements.sizes())
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 1 (slope) of shape {} doesn't broadcast to {}",
                            graph::toString(call.input(1).shape()), graph::toString(x.shape())));
    return {storedAs(isMapped ? scaled : at::where(elements.ge(0), elements, scaled), x.type)};
}

/// Before opset 7 a slope of one axis belongs to the channels.
std::vector<Tensor> evaluateOldPRelu(const KernelCall& call)
{
    const auto& x = call.required(0);
    const auto& slope = call.required(1);
    if (slope.data.dim() != 1 || x.data.dim() < 2 || slope.data.size(0) != x.data.size(1))
        return evaluatePRelu(call);
    graph::Shape shape(std::size_t(x.data.dim() - 1), 1);
    shape.front() = slope.data.size(0);
    const std::vector<Tensor> inputs{x, {slope.data.reshape(shape), slope.type}};
    return evaluatePRelu({inputs, call.runBody});
}

} // namespace

OperatorDefinitions definitions()
{
    return {definition("Celu", 12, celu),
            definition("Elu", 1, elu),
            definition("Gelu", 20, gelu),
            definition("HardSigmoid", 1, hardSigmoid),
            definition("HardSwish", 14, hardSwish),
            definition("LeakyRelu", 1, leakyRelu),
            definition("Mish", 18, mish),
            definition("ParametricSoftplus", 1, parametricSoftplus),
            {"", "Relu", 1, kLatestOpset, stateless<evaluateRelu>},
            definition("ScaledTanh", 1, scaledTanh),
            definition("Selu", 1, selu),
            definition("Shrink", 9, shrink),
            definition("Sigmoid", 1, sigmoid),
            definition("Softplus", 1, softplus),
            definition("Softsign", 1, softsign),
            definition("Swish", 24, swish),
            definition("Tanh", 1, hyperbolicTangent),
            definition("ThresholdedRelu", 1, thresholdedRelu),
            {"", "PRelu", 1, 6, stateless<evaluateOldPRelu>},
            {"", "PRelu", 7, kLatestOpset, stateless<evaluatePRelu>}};
}

} // namespace ql::ops::kernels::activation
