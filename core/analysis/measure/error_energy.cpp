// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/error_energy.h"

#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/measurable_value.h"
#include "core/analysis/measure/pair_sums.h"
#include "core/analysis/measure/parallel.h"
#include "core/analysis/measure/tensor_comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::analysis {

void ErrorEnergy::add(const ops::Tensor& baseline, const ops::Tensor& other)
{
    if (!baseline.isDefined() || !other.isDefined() || baseline.data.numel() != other.data.numel()) {
        isBroken = true;
        return;
    }
    const auto x = floatValues(baseline);
    const auto y = floatValues(other);
    const auto n = static_cast<std::size_t>(x.numel());
    const auto sums = sumPairs(x.data_ptr<float>(), y.data_ptr<float>(), n, threadsFor(2 * n * sizeof(float)));
    signal += sums.xx;
    error += sums.squared;
    largest = std::max(largest, sums.largest);
    elements += n;
    isBroken = isBroken || sums.x.nan != sums.y.nan || sums.x.infinite != sums.y.infinite;
}

void ErrorEnergy::add(const ErrorEnergy& other)
{
    signal += other.signal;
    error += other.error;
    largest = std::max(largest, other.largest);
    elements += other.elements;
    isBroken = isBroken || other.isBroken;
}

double ErrorEnergy::db() const
{
    if (isBroken)
        return std::numeric_limits<double>::quiet_NaN();
    if (error == 0.0)
        return std::numeric_limits<double>::infinity();
    constexpr double kPerDecade = 10.0;
    return kPerDecade * std::log10(signal / error);
}

void OutputAgreement::add(const ops::Tensor& exact, const ops::Tensor& found)
{
    const auto baseline = measurable(exact);
    const auto other = measurable(found);
    if (!baseline.isDefined() || !other.isDefined()) { // strings, say
        const bool areEqual = baseline.holdsStrings() && other.holdsStrings() && baseline.shape() == other.shape()
                              && equalStrings(baseline, other) == baseline.strings->size();
        m_noise += areEqual ? 0.0 : std::numeric_limits<double>::quiet_NaN();
        return;
    }
    const auto x = floatValues(baseline);
    const auto y = floatValues(other);
    const auto n = std::size_t(std::min(x.numel(), y.numel()));
    const auto sums = sumPairs(x.data_ptr<float>(), y.data_ptr<float>(), n, threadsFor(2 * n * sizeof(float)));
    m_signal += sums.xx;
    m_noise += sums.count == n ? sums.squared : std::numeric_limits<double>::quiet_NaN();
    m_product += sums.xy;
    m_other += sums.yy;
    m_absolute += sums.absolute;
    m_largest = std::max(m_largest, sums.largest);
    m_elements += n;
}

void OutputAgreement::addWithDivergences(const ops::Tensor& exact, const ops::Tensor& found)
{
    add(exact, found);
    const auto baseline = measurable(exact);
    const auto other = measurable(found);
    if (!baseline.isDefined() || !other.isDefined() || baseline.data.numel() != other.data.numel())
        return;
    const auto x = floatValues(baseline);
    const auto y = floatValues(other);
    const auto metrics = compareTensors(x.data_ptr<float>(), y.data_ptr<float>(), std::size_t(x.numel())).metrics;
    m_kl += metrics.kl;
    m_js += metrics.js;
    ++m_diverging;
}

void OutputAgreement::add(const OutputAgreement& further)
{
    m_signal += further.m_signal;
    m_noise += further.m_noise;
    m_product += further.m_product;
    m_other += further.m_other;
    m_absolute += further.m_absolute;
    m_largest = std::max(m_largest, further.m_largest);
    m_elements += further.m_elements;
    m_kl += further.m_kl;
    m_js += further.m_js;
    m_diverging += further.m_diverging;
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

double OutputAgreement::value(results::MetricId metric) const
{
    using enum results::MetricId;
    if (std::isnan(m_noise))
        return m_noise;
    const double elements = double(m_elements);
    switch (metric) {
    case Cosine: return cosine();
    case Sqnr: return sqnrDb();
    case L1: return m_elements == 0 ? 0.0 : m_absolute / elements;
    case Atol: return m_largest;
    case Mse: return m_elements == 0 ? 0.0 : m_noise / elements;
    case RelL2: return m_noise == 0.0 ? 0.0 : std::sqrt(m_noise / m_signal);
    case Kl: return m_kl / double(m_diverging);
    case Js: return m_js / double(m_diverging);
    case MaxQscaleDiff:
    case Custom:
    case Judge:
    case JudgeLoss:
    case Accuracy: break;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

} // namespace ql::analysis
