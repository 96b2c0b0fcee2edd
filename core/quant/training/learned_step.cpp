// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/learned_step.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

namespace ql::quant {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

/// One number per scale, so that it goes with @p x.
at::Tensor spread(const at::Tensor& numbers, const at::Tensor& x, std::int64_t axis)
{
    if (numbers.numel() == 1)
        return numbers.reshape({});
    std::vector<std::int64_t> shape(std::size_t(x.dim()), 1);
    shape[std::size_t(axis)] = numbers.numel();
    return numbers.reshape(shape);
}

/// The inverse for gradients: summed over what shared a scale, in the shape of @p numbers.
at::Tensor gathered(const at::Tensor& gradient, const at::Tensor& numbers, std::int64_t axis)
{
    if (numbers.numel() == 1)
        return gradient.sum().reshape(numbers.sizes());
    std::vector<std::int64_t> others;
    for (std::int64_t i = 0; i < gradient.dim(); ++i)
        if (i != axis)
            others.push_back(i);
    return (others.empty() ? gradient : gradient.sum(others)).reshape(numbers.sizes());
}

class LearnedStep : public torch::autograd::Function<LearnedStep> {
public:
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& scale,
                              const at::Tensor& offset, const at::Tensor& zeroPoints, double lowest, double highest,
                              std::int64_t axis, bool hasOffset)
    {
        const auto zero = spread(zeroPoints, x, axis);
        const auto step = spread(scale, x, axis);
        context->save_for_backward({x, scale, offset, zeroPoints});
        context->saved_data["lowest"] = lowest;
        context->saved_data["highest"] = highest;
        context->saved_data["axis"] = axis;
        context->saved_data["offset"] = hasOffset;
        return (x.div(step).round_().add_(zero).clamp_(lowest, highest) - zero).mul_(step);
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        const auto saved = context->get_saved_variables();
        const auto& x = saved[0];
        const auto& scale = saved[1];
        const auto& offset = saved[2];
        const double lowest = context->saved_data["lowest"].toDouble();
        const double highest = context->saved_data["highest"].toDouble();
        const auto axis = context->saved_data["axis"].toInt();
        const bool hasOffset = context->saved_data["offset"].toBool();
        const auto zero = spread(saved[3], x, axis);
        const auto exact = x.div(spread(scale, x, axis));
        const auto integers = exact.round().add_(zero);
        const auto isBelow = integers.lt(lowest);
        const auto isAbove = integers.gt(highest);
        const auto isInside = isBelow.logical_or(isAbove).logical_not();
        const auto& by = gradients[0];
        // Of a bound: what it moves by when the scale does. A learned offset stays where it is.
        const auto origin = hasOffset ? at::zeros_like(zero) : zero;
        auto slope = (integers - zero - exact).masked_fill_(isInside.logical_not(), 0);
        slope = slope + isBelow * (lowest - origin) + isAbove * (highest - origin);
        at::Tensor byOffset;
        if (hasOffset)
            byOffset = by.masked_fill(isInside, 0).sum().reshape(offset.sizes());
        return {by.masked_fill(isInside.logical_not(), 0),
                gathered(by.mul(slope), scale, axis),
                byOffset,
                {},
                {},
                {},
                {},
                {}};
    }
};

} // namespace

at::Tensor zeroPointOf(const at::Tensor& offset, const at::Tensor& scale, const IntegerFormat& format)
{
    return offset.detach().div(scale.detach()).neg().round().clamp(double(format.lowest()), double(format.highest()));
}

at::Tensor learnedStep(const at::Tensor& x, const at::Tensor& scale, const at::Tensor& offset, const LearnedGrid& grid)
{
    const auto zeroPoints = grid.hasOffset ? zeroPointOf(offset, scale, grid.format) : grid.zeroPoints;
    // LibTorch takes no undefined tensors there.
    return LearnedStep::apply(x, scale, grid.hasOffset ? offset : at::zeros({}, at::kFloat), zeroPoints,
                              double(grid.format.lowest()), double(grid.format.highest()), grid.axis, grid.hasOffset);
}

at::Tensor straightThrough(const at::Tensor& x, const at::Tensor& rounded)
{
    return x + (rounded - x).detach();
}

} // namespace ql::quant
