// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/learned_rounding.h"

#include "core/quant/training/adam.h"
#include "core/runtime/node_work.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ql::quant {

namespace {

constexpr int kRoundingSteps = 1000;
constexpr int kFreeSteps = kRoundingSteps / 5; ///< before shares are pushed
constexpr double kRoundingRate = 0.05;
constexpr double kPush = 1.0; ///< against an error in steps, of inputs of mean square 1
constexpr double kFirstPower = 20.0;
constexpr double kLastPower = 2.0;
constexpr double kStretch = 1.2; ///< the sigmoid reaches from -0.1 to 1.1
constexpr double kBelow = -0.1;
constexpr std::int64_t kBatch = 64; ///< positions of a step, where sums would be larger than these

/// What errors cost that are made of inputs.
class ErrorOfInputs {
public:
    explicit ErrorOfInputs(const MultipliedInputs& inputs)
        : m_inputs(inputs)
    {
        if (m_inputs.moments.defined())
            m_inputs.moments = normalized(m_inputs.moments, m_inputs.moments.diagonal(0, 1, 2).mean());
        else
            m_inputs.numbers = normalized(m_inputs.numbers, m_inputs.numbers.square().mean().sqrt());
    }

    /// How the mean square error changes with each of @p errors. @p step: long rows see other positions each time.
    at::Tensor gradient(const at::Tensor& errors, int step) const
    {
        if (m_inputs.moments.defined())
            return at::bmm(errors, m_inputs.moments).mul_(2.0);
        const auto positions = m_inputs.numbers.size(2);
        const auto batch = std::min(kBatch, positions);
        const auto begin = positions == batch ? 0 : step * batch % (positions - batch + 1);
        const auto seen = m_inputs.numbers.slice(2, begin, begin + batch);
        return at::bmm(at::bmm(errors, seen), seen.transpose(1, 2)).mul_(2.0 / double(batch));
    }

    /// [groups, rows, 1]
    at::Tensor ofRows(const at::Tensor& errors) const
    {
        if (m_inputs.moments.defined())
            return at::bmm(errors, m_inputs.moments).mul_(errors).to(at::kDouble).sum(2, true);
        return at::bmm(errors, m_inputs.numbers).square_().to(at::kDouble).sum(2, true);
    }

private:
    static at::Tensor normalized(const at::Tensor& numbers, const at::Tensor& unit)
    {
        const double size = unit.item<double>();
        return size > 0.0 && std::isfinite(size) ? numbers.div(size) : numbers;
    }

    MultipliedInputs m_inputs;
};

at::Tensor shareOf(const at::Tensor& parameter)
{
    return parameter.sigmoid().mul_(kStretch).add_(kBelow).clamp_(0.0, 1.0);
}

/// Of equation 24's term, 1 − |2h − 1|^power, by h.
at::Tensor pushOf(const at::Tensor& share, double power)
{
    const auto off = share.mul(2.0).sub_(1.0);
    return off.abs().pow_(power - 1.0).mul_(off.sign()).mul_(-2.0 * power);
}

/// Of h by the parameter; 0 where it is rectified.
at::Tensor slopeOf(const at::Tensor& parameter, const at::Tensor& share)
{
    const auto sigmoid = parameter.sigmoid();
    const auto isRectified = share.le(0.0).logical_or(share.ge(1.0));
    return sigmoid.mul(at::rsub(sigmoid, 1.0)).mul_(kStretch).masked_fill_(isRectified, 0.0);
}

double powerAt(int step)
{
    const double done = double(step - kFreeSteps) / double(kRoundingSteps - kFreeSteps);
    return kLastPower + (kFirstPower - kLastPower) * 0.5 * (1.0 + std::cos(std::numbers::pi * done));
}

at::Tensor within(const RoundedWeight& weight, const at::Tensor& numbers)
{
    return at::minimum(at::maximum(numbers, weight.lowest), weight.highest);
}

} // namespace

at::Tensor learnedRounding(const RoundedWeight& weight, const MultipliedInputs& inputs, const JobContext& ctx)
{
    const runtime::NodeThreads one(false);
    const ErrorOfInputs error(inputs);
    const auto down = weight.ratios.floor();
    const auto start = weight.ratios - down;
    std::vector<at::Tensor> parameter{
        at::rsub(at::reciprocal(start.sub(kBelow)).mul_(kStretch), 1.0).neg_().log_().neg_()};
    Adam adam(parameter);
    for (int step = 0; step < kRoundingSteps; ++step) {
        ctx.throwIfCancelled();
        const auto share = shareOf(parameter[0]);
        const auto numbers = down + share;
        const auto kept = within(weight, numbers);
        auto gradient = error.gradient(kept - weight.ratios, step);
        if (step >= kFreeSteps)
            gradient.add_(pushOf(share, powerAt(step)), kPush);
        gradient.mul_(slopeOf(parameter[0], share)).masked_fill_(kept.ne(numbers), 0.0);
        adam.step(parameter, {gradient}, {kRoundingRate});
    }
    const auto learned = within(weight, down + shareOf(parameter[0]).ge(0.5));
    const auto nearest = within(weight, weight.ratios.round());
    const auto isBetter = error.ofRows(learned - weight.ratios).lt(error.ofRows(nearest - weight.ratios));
    return at::where(isBetter, learned, nearest);
}

} // namespace ql::quant
