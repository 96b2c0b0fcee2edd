// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/tensor.h"

namespace ql::analysis {

/// How one output agrees with the exact one, over the elements of all samples together; NaN once an element is NaN or
/// infinite.
class OutputAgreement {
public:
    void add(const ops::Tensor& exact, const ops::Tensor& found);
    /// +inf for equal outputs.
    double sqnrDb() const;
    double cosine() const;

private:
    double m_signal = 0.0;
    double m_noise = 0.0;
    double m_product = 0.0;
    double m_other = 0.0;
};

} // namespace ql::analysis
