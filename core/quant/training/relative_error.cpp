// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/distillation_loss.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <cmath>

namespace ql::quant {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

bool isNumbers(const at::Tensor& tensor)
{
    return tensor.defined() && at::isFloatingType(tensor.scalar_type()) && tensor.numel() > 0;
}

/// Fewer passes over memory than by a derivative of each operation.
class RelativeError : public torch::autograd::Function<RelativeError> {
public:
    static at::Tensor forward(AutogradContext* context, const at::Tensor& found, const at::Tensor& exact, double power)
    {
        const auto off = found - exact;
        context->save_for_backward({off});
        context->saved_data["power"] = power;
        return off.square().sum().div_(power);
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        const auto off = context->get_saved_variables()[0];
        return {off.mul(gradients[0].mul(2.0 / context->saved_data["power"].toDouble())), {}, {}};
    }
};

} // namespace

Exact exactly(const at::Tensor& y)
{
    const double power = isNumbers(y) ? y.to(at::kDouble).square().sum().item<double>() : 0.0;
    return {y, std::isfinite(power) ? power : 0.0};
}

at::Tensor relativeError(const Exact& exact, const at::Tensor& found)
{
    if (exact.power == 0.0 || !isNumbers(found) || exact.y.sizes() != found.sizes())
        return {};
    if (!at::GradMode::is_enabled())
        return (found - exact.y).square().sum().div_(exact.power);
    return found.requires_grad() ? RelativeError::apply(found, exact.y, exact.power) : at::Tensor();
}

} // namespace ql::quant
