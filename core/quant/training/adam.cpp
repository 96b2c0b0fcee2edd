// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/adam.h"

#include "core/quant/training/adam_constants.h"

#include <ATen/ATen.h>

#include <cmath>

namespace ql::quant {

Adam::Adam(const std::vector<at::Tensor>& values)
{
    for (const auto& value : values) {
        m_first.push_back(at::zeros_like(value));
        m_second.push_back(at::zeros_like(value));
    }
}

void Adam::step(std::vector<at::Tensor>& values, const std::vector<at::Tensor>& gradients,
                const std::vector<double>& rates)
{
    ++m_steps;
    const double firstBias = 1.0 - std::pow(AdamConstants::kFirst, double(m_steps));
    const double secondBias = 1.0 - std::pow(AdamConstants::kSecond, double(m_steps));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto& gradient = gradients[i];
        if (!gradient.defined())
            continue;
        m_first[i].mul_(AdamConstants::kFirst).add_(gradient, 1.0 - AdamConstants::kFirst);
        m_second[i].mul_(AdamConstants::kSecond).addcmul_(gradient, gradient, 1.0 - AdamConstants::kSecond);
        const auto deviation = m_second[i].div(secondBias).sqrt_().add_(AdamConstants::kSmallest);
        values[i].addcdiv_(m_first[i], deviation, -rates[i] / firstBias);
    }
}

void Adam::restore(std::uint64_t steps, std::vector<at::Tensor> first, std::vector<at::Tensor> second)
{
    m_steps = steps;
    m_first = std::move(first);
    m_second = std::move(second);
}

} // namespace ql::quant
