// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/recurrent_activations.h"

#include "core/base/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace ql::ops {

namespace {

struct ActivationRule {
    std::string_view name; ///< lower case
    bool hasAlpha;
    bool hasBeta;
    double alpha;
    double beta;
    at::Tensor (*function)(const at::Tensor& x, double alpha, double beta);
};

/// Names and defaults as the operators' pages give them.
const std::array kRules{
    ActivationRule{"affine", true, true, 1.0, 0.0, [](const at::Tensor& x, double a, double b) { return x * a + b; }},
    ActivationRule{"elu", true, false, 1.0, 0.0, [](const at::Tensor& x, double a, double) { return at::elu(x, a); }},
    ActivationRule{"hardsigmoid", true, true, 0.2, 0.5,
                   [](const at::Tensor& x, double a, double b) { return (x * a + b).clamp(0.0, 1.0); }},
    ActivationRule{"leakyrelu", true, false, 0.01, 0.0,
                   [](const at::Tensor& x, double a, double) { return at::leaky_relu(x, a); }},
    ActivationRule{"relu", false, false, 0.0, 0.0, [](const at::Tensor& x, double, double) { return at::relu(x); }},
    ActivationRule{"scaledtanh", true, true, 1.0, 1.0,
                   [](const at::Tensor& x, double a, double b) { return at::tanh(x * b) * a; }},
    ActivationRule{"sigmoid", false, false, 0.0, 0.0,
                   [](const at::Tensor& x, double, double) { return at::sigmoid(x); }},
    ActivationRule{"softplus", false, false, 0.0, 0.0,
                   [](const at::Tensor& x, double, double) { return at::softplus(x); }},
    ActivationRule{"softsign", false, false, 0.0, 0.0,
                   [](const at::Tensor& x, double, double) { return x / (x.abs() + 1.0); }},
    ActivationRule{"tanh", false, false, 0.0, 0.0, [](const at::Tensor& x, double, double) { return at::tanh(x); }},
    ActivationRule{"thresholdedrelu", true, false, 1.0, 0.0,
                   [](const at::Tensor& x, double a, double) { return at::threshold(x, a, 0.0); }},
};

const ActivationRule& ruleFor(const std::string& name)
{
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto found = std::find_if(kRules.begin(), kRules.end(), [&](const auto& rule) { return rule.name == lower; });
    if (found == kRules.end())
        throw Error(ErrorCode::InvalidNode, Message("attribute activations names \"{}\"", name),
                    "use Affine, Elu, HardSigmoid, LeakyRelu, Relu, ScaledTanh, Sigmoid, Softplus, Softsign, Tanh or "
                    "ThresholdedRelu");
    return *found;
}

/// Hands out the values of an attribute one by one, then the fallback.
class Parameters {
public:
    explicit Parameters(std::vector<double> values)
        : m_values(std::move(values))
    {
    }
    double next(bool isUsed, double fallback)
    {
        return isUsed && m_next < m_values.size() ? m_values[m_next++] : fallback;
    }

private:
    std::vector<double> m_values;
    std::size_t m_next = 0;
};

} // namespace

std::vector<RecurrentActivation>
readRecurrentActivations(const graph::Node& node, const std::vector<std::string>& defaults, std::size_t directions)
{
    std::vector<std::string> names = node.attributes.stringsOr("activations", {});
    if (names.empty())
        for (std::size_t i = 0; i < directions; ++i)
            names.insert(names.end(), defaults.begin(), defaults.end());
    if (names.size() != defaults.size() * directions)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute activations has {} names ({}), expected {}", names.size(),
                            fmt::join(names, ", "), defaults.size() * directions));
    Parameters alphas(node.attributes.floatsOr("activation_alpha", {}));
    Parameters betas(node.attributes.floatsOr("activation_beta", {}));
    std::vector<RecurrentActivation> result;
    for (const std::string& name : names) {
        const ActivationRule& rule = ruleFor(name);
        const double alpha = alphas.next(rule.hasAlpha, rule.alpha);
        const double beta = betas.next(rule.hasBeta, rule.beta);
        result.push_back(
            [function = rule.function, alpha, beta](const at::Tensor& x) { return function(x, alpha, beta); });
    }
    return result;
}

} // namespace ql::ops
