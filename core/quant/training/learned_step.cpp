// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/learned_step.h"

#include "core/quant/training/step_pass.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <vector>

namespace ql::quant {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

struct Bounds {
    double lowest;
    double highest;
    std::int64_t axis; ///< of several scales
};

/// A tensor as step_pass.h takes it: channels first, each with its scale.
class Channels {
public:
    Channels(const at::Tensor& x, const at::Tensor& scale, const at::Tensor& zeroPoints, const Bounds& bounds)
        : m_axis(scale.numel() == 1 ? -1 : bounds.axis)
        , m_x(laid(x))
        , m_scale(scale.contiguous())
        , m_zero(zeroPoints.reshape({-1}).expand(scale.numel()).contiguous())
        , m_bounds(bounds)
    {
    }

    /// @p tensor, which goes with x.
    at::Tensor laid(const at::Tensor& tensor) const
    {
        return (m_axis < 0 ? tensor : tensor.movedim(m_axis, 0)).contiguous();
    }
    at::Tensor back(const at::Tensor& tensor) const { return m_axis < 0 ? tensor : tensor.movedim(0, m_axis); }
    at::Tensor like() const { return at::empty_like(m_x); }
    const at::Tensor& zero() const { return m_zero; }

    StepRows rows() const
    {
        const auto channels = m_scale.numel();
        return {.x = m_x.data_ptr<float>(),
                .channels = channels,
                .size = m_x.numel() / channels,
                .scales = m_scale.data_ptr<float>(),
                .zeroPoints = m_zero.data_ptr<float>(),
                .lowest = float(m_bounds.lowest),
                .highest = float(m_bounds.highest)};
    }

private:
    std::int64_t m_axis; ///< -1: one scale
    at::Tensor m_x;
    at::Tensor m_scale;
    at::Tensor m_zero;
    Bounds m_bounds;
};

/// In the shape of @p parameter, which has one number per channel or one for all.
at::Tensor gathered(const std::vector<StepSums>& sums, double StepSums::*each, const at::Tensor& parameter)
{
    std::vector<double> numbers(std::size_t(parameter.numel()), 0.0);
    for (std::size_t i = 0; i < sums.size(); ++i)
        numbers[i % numbers.size()] += sums[i].*each;
    return at::tensor(numbers).to(at::kFloat).reshape(parameter.sizes());
}

class LearnedStep : public torch::autograd::Function<LearnedStep> {
public:
    static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& scale,
                              const at::Tensor& offset, const at::Tensor& zeroPoints, double lowest, double highest,
                              std::int64_t axis, bool hasOffset)
    {
        context->save_for_backward({x, scale, offset, zeroPoints});
        context->saved_data["lowest"] = lowest;
        context->saved_data["highest"] = highest;
        context->saved_data["axis"] = axis;
        context->saved_data["offset"] = hasOffset;
        const Channels channels(x, scale, zeroPoints, {lowest, highest, axis});
        const auto y = channels.like();
        quantizeRows(channels.rows(), y.data_ptr<float>());
        return channels.back(y);
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients)
    {
        const auto saved = context->get_saved_variables();
        const auto& scale = saved[1];
        const auto& offset = saved[2];
        const bool hasOffset = context->saved_data["offset"].toBool();
        const Channels channels(saved[0], scale, saved[3],
                                {context->saved_data["lowest"].toDouble(), context->saved_data["highest"].toDouble(),
                                 context->saved_data["axis"].toInt()});
        // Of a bound: what it moves by when the scale does. A learned offset stays where it is.
        const auto origin = hasOffset ? at::zeros_like(channels.zero()) : channels.zero();
        const auto by = channels.laid(gradients[0]);
        const auto byX = channels.like();
        std::vector<StepSums> sums(std::size_t(scale.numel()));
        differentiateRows(channels.rows(), by.data_ptr<float>(), origin.data_ptr<float>(), byX.data_ptr<float>(),
                          sums.data());
        return {channels.back(byX),
                gathered(sums, &StepSums::byScale, scale),
                hasOffset ? gathered(sums, &StepSums::byOffset, offset) : at::Tensor(),
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
