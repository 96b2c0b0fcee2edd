// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <vector>

namespace ql::quant {

/// Adam (Kingma and Ba 2015, arXiv 1412.6980, algorithm 1) with β1 = 0.9, β2 = 0.999: a parameter moves by about its
/// rate at each step, whatever the size of its gradient. All tensors are float32.
class Adam {
public:
    /// Of parameters in the shapes of @p values.
    explicit Adam(const std::vector<at::Tensor>& values);

    /// Moves @p values, one of which stays where its gradient is undefined, in place. @p rates: one for each.
    void step(std::vector<at::Tensor>& values, const std::vector<at::Tensor>& gradients,
              const std::vector<double>& rates);

    /// What has to be kept to go on later, bit for bit.
    std::uint64_t steps() const { return m_steps; }
    const std::vector<at::Tensor>& firstMoments() const { return m_first; }
    const std::vector<at::Tensor>& secondMoments() const { return m_second; }
    void restore(std::uint64_t steps, std::vector<at::Tensor> first, std::vector<at::Tensor> second);

private:
    std::uint64_t m_steps = 0;
    std::vector<at::Tensor> m_first;
    std::vector<at::Tensor> m_second;
};

} // namespace ql::quant
