// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/fused_activation.h"

#include "core/base/error.h"

namespace ql::ops {

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

} // namespace ql::ops
