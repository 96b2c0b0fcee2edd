// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/tensor.h"
#include "core/results/metrics.h"

#include <cstdint>
#include <tuple>

namespace ql::analysis {

/// Signal and error of a value, summed over outputs and samples.
struct ErrorEnergy {
    double signal = 0.0;
    double error = 0.0;
    double largest = 0.0; ///< difference of one element
    std::uint64_t elements = 0;
    bool isBroken = false; ///< NaN or infinite elements where the baseline has none, or another size

    void add(const ops::Tensor& baseline, const ops::Tensor& other);
    void add(const ErrorEnergy& other);
    /// SQNR: inf without an error, -inf without a signal, NaN when broken.
    double db() const;
};

/// How one output agrees with the exact one, over the elements of all samples together; NaN once an element is NaN or
/// infinite.
class OutputAgreement {
public:
    void add(const ops::Tensor& exact, const ops::Tensor& found);
    /// As well what KL and JS are made of, which takes a further pass.
    void addWithDivergences(const ops::Tensor& exact, const ops::Tensor& found);
    /// Of further samples. One sample's after the other gives, bit for bit, what adding their tensors does.
    void add(const OutputAgreement& further);
    /// +inf for equal outputs.
    double sqnrDb() const;
    double cosine() const;
    /// Any that needs no scale; KL and JS, of which every sample has its own, as their mean over
    /// the samples, NaN unless they were added with divergences.
    double value(results::MetricId metric) const;

    static auto parts(auto& self)
    {
        return std::tie(self.m_signal, self.m_noise, self.m_product, self.m_other, self.m_absolute, self.m_largest,
                        self.m_elements, self.m_kl, self.m_js, self.m_diverging);
    }

private:
    double m_signal = 0.0;
    double m_noise = 0.0;
    double m_product = 0.0;
    double m_other = 0.0;
    double m_absolute = 0.0;
    double m_largest = 0.0;
    std::uint64_t m_elements = 0;
    double m_kl = 0.0;
    double m_js = 0.0;
    std::uint64_t m_diverging = 0; ///< samples in the two before
};

} // namespace ql::analysis
