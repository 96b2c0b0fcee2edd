// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/output_agreement.h"

#include "core/analysis/measure/float_values.h"
#include "core/analysis/measure/pair_sums.h"
#include "core/analysis/measure/parallel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::analysis {

void OutputAgreement::add(const ops::Tensor& exact, const ops::Tensor& found)
{
    const auto x = floatValues(exact);
    const auto y = floatValues(found);
    const auto n = std::size_t(std::min(x.numel(), y.numel()));
    const auto sums = sumPairs(x.data_ptr<float>(), y.data_ptr<float>(), n, threadsFor(2 * n * sizeof(float)));
    m_signal += sums.xx;
    m_noise += sums.count == n ? sums.squared : std::numeric_limits<double>::quiet_NaN();
    m_product += sums.xy;
    m_other += sums.yy;
}

double OutputAgreement::sqnrDb() const
{
    return m_noise == 0.0 ? std::numeric_limits<double>::infinity() : 10.0 * std::log10(m_signal / m_noise);
}

double OutputAgreement::cosine() const
{
    if (std::isnan(m_noise))
        return m_noise;
    if (m_signal == 0.0 || m_other == 0.0)
        return m_signal == m_other ? 1.0 : 0.0;
    return m_product / std::sqrt(m_signal * m_other);
}

} // namespace ql::analysis
