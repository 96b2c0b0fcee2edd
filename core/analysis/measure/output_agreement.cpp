// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/output_agreement.h"

#include "core/analysis/measure/float_values.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::analysis {

void OutputAgreement::add(const ops::Tensor& exact, const ops::Tensor& found)
{
    const auto x = floatValues(exact);
    const auto y = floatValues(found);
    const float* a = x.data_ptr<float>();
    const float* b = y.data_ptr<float>();
    for (std::int64_t i = 0; i < std::min(x.numel(), y.numel()); ++i) {
        const double difference = double(a[i]) - double(b[i]);
        m_signal += double(a[i]) * a[i];
        m_noise += difference * difference;
        m_product += double(a[i]) * b[i];
        m_other += double(b[i]) * b[i];
    }
}

double OutputAgreement::sqnrDb() const
{
    return m_noise == 0.0 ? std::numeric_limits<double>::infinity() : 10.0 * std::log10(m_signal / m_noise);
}

double OutputAgreement::cosine() const
{
    if (m_signal == 0.0 || m_other == 0.0)
        return m_signal == m_other ? 1.0 : 0.0;
    return m_product / std::sqrt(m_signal * m_other);
}

} // namespace ql::analysis
