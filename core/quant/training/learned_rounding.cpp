// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/learned_rounding.h"

#include "core/ops/products/float_product.h"
#include "core/quant/training/rounding_update.h"
#include "core/runs/program/node_work.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ql::quant {

namespace {

constexpr int kRoundingSteps = 1000;
constexpr int kFreeSteps = kRoundingSteps / 5; ///< before shares are pushed
constexpr float kRoundingRate = 0.05f;
constexpr float kPush = 1.0f; ///< against an error in steps, of inputs of mean square 1
constexpr double kFirstPower = 20.0;
constexpr double kLastPower = 2.0;
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

    /// Half of how the mean square error changes with each of @p errors. @p step: long rows see other positions each
    /// time.
    at::Tensor gradient(const at::Tensor& errors, int step) const
    {
        if (m_inputs.moments.defined())
            return ops::floatMatmul(errors, m_inputs.moments);
        const auto positions = m_inputs.numbers.size(2);
        const auto batch = std::min(kBatch, positions);
        const auto begin = positions == batch ? 0 : step * batch % (positions - batch + 1);
        const auto seen = m_inputs.numbers.slice(2, begin, begin + batch);
        return ops::floatMatmul(ops::floatMatmul(errors, seen), seen.transpose(1, 2)).div_(double(batch));
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
    return parameter.sigmoid().mul_(RectifiedSigmoid::kStretch).add_(RectifiedSigmoid::kBelow).clamp_(0.0, 1.0);
}

float powerAt(int step)
{
    const double done = double(step - kFreeSteps) / double(kRoundingSteps - kFreeSteps);
    return float(kLastPower + (kFirstPower - kLastPower) * 0.5 * (1.0 + std::cos(std::numbers::pi * done)));
}

at::Tensor within(const RoundedWeight& weight, const at::Tensor& numbers)
{
    return at::minimum(at::maximum(numbers, weight.lowest), weight.highest);
}

/// The parameters whose shares are what lies between @p ratios and the numbers below.
at::Tensor firstParameters(const at::Tensor& ratios)
{
    const auto start = ratios - ratios.floor();
    return at::rsub(at::reciprocal(start.sub(RectifiedSigmoid::kBelow)).mul_(RectifiedSigmoid::kStretch), 1.0)
        .neg_()
        .log_()
        .neg_();
}

/// The state of AdaRound for one weight: its rounding parameters and Adam's moments.
class Learning {
public:
    explicit Learning(const RoundedWeight& weight)
        : m_weight{weight.ratios.contiguous(), weight.lowest.contiguous(), weight.highest.contiguous()}
        , m_down(m_weight.ratios.floor())
        , m_parameters(firstParameters(m_weight.ratios))
        , m_sigmoids(m_parameters.sigmoid())
        , m_first(at::zeros_like(m_parameters))
        , m_second(at::zeros_like(m_parameters))
        , m_errors(within(m_weight, m_down + shareOf(m_parameters)) - m_weight.ratios)
    {
    }

    /// Of the numbers as they are now, less their ratios.
    const at::Tensor& errors() const { return m_errors; }

    void step(const at::Tensor& gradient, int step)
    {
        const LearnedRows rows{.rows = std::size_t(m_weight.lowest.numel()),
                               .columns = std::size_t(m_weight.ratios.size(2)),
                               .ratios = m_weight.ratios.data_ptr<float>(),
                               .lowest = m_weight.lowest.data_ptr<float>(),
                               .highest = m_weight.highest.data_ptr<float>(),
                               .parameters = m_parameters.data_ptr<float>(),
                               .sigmoids = m_sigmoids.data_ptr<float>(),
                               .first = m_first.data_ptr<float>(),
                               .second = m_second.data_ptr<float>()};
        RoundingUpdate update{.number = step + 1, .rate = kRoundingRate};
        if (step >= kFreeSteps) {
            update.push = kPush;
            update.power = powerAt(step);
        }
        updateRounding(rows, gradient.data_ptr<float>(), update, m_errors.data_ptr<float>());
    }

    at::Tensor numbers() const { return within(m_weight, m_down + shareOf(m_parameters).ge(0.5)); }

private:
    RoundedWeight m_weight; ///< contiguous
    at::Tensor m_down;
    at::Tensor m_parameters;
    at::Tensor m_sigmoids;
    at::Tensor m_first;
    at::Tensor m_second;
    at::Tensor m_errors;
};

} // namespace

at::Tensor learnedRounding(const RoundedWeight& weight, const MultipliedInputs& inputs, const JobContext& ctx)
{
    const runs::NodeThreads one(false);
    const ErrorOfInputs error(inputs);
    Learning learning(weight);
    for (int step = 0; step < kRoundingSteps; ++step) {
        ctx.throwIfCancelled();
        learning.step(error.gradient(learning.errors(), step), step);
    }
    const auto learned = learning.numbers();
    const auto nearest = within(weight, weight.ratios.round());
    const auto isBetter = error.ofRows(learned - weight.ratios).lt(error.ofRows(nearest - weight.ratios));
    return at::where(isBetter, learned, nearest);
}

} // namespace ql::quant
