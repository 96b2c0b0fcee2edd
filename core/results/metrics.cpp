// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/metrics.h"

#include <cmath>
#include <limits>

namespace ql::results {

std::string_view key(MetricId metric)
{
    return keyOf(metric);
}

std::optional<MetricId> metricFromKey(std::string_view key)
{
    for (const auto& word : wordsOf(MetricId{}))
        if (word.key == key && !isSaidByFunction(word.value))
            return word.value;
    return std::nullopt;
}

void setValue(Metrics& metrics, MetricId metric, std::optional<double> value)
{
    const auto bit = std::uint32_t(1) << int(metric);
    metrics.unmeasured = value ? metrics.unmeasured & ~bit : metrics.unmeasured | bit;
    const double number = value.value_or(std::numeric_limits<double>::quiet_NaN());
    switch (metric) {
    case MetricId::Cosine: metrics.cosine = number; break;
    case MetricId::L1: metrics.l1 = number; break;
    case MetricId::Atol: metrics.atol = number; break;
    case MetricId::Mse: metrics.mse = number; break;
    case MetricId::Sqnr: metrics.sqnrDb = number; break;
    case MetricId::RelL2: metrics.relL2 = number; break;
    case MetricId::Kl: metrics.kl = number; break;
    case MetricId::Js: metrics.js = number; break;
    case MetricId::MaxQscaleDiff: metrics.maxQscaleDiff = value; break;
    case MetricId::Custom:
    case MetricId::Judge:
    case MetricId::JudgeLoss:
    case MetricId::Accuracy: break;
    }
}

std::optional<double> valueOf(const Metrics& metrics, MetricId metric)
{
    if ((metrics.unmeasured >> int(metric) & 1U) != 0)
        return std::nullopt;
    switch (metric) {
    case MetricId::Cosine: return metrics.cosine;
    case MetricId::L1: return metrics.l1;
    case MetricId::Atol: return metrics.atol;
    case MetricId::Mse: return metrics.mse;
    case MetricId::Sqnr: return metrics.sqnrDb;
    case MetricId::RelL2: return metrics.relL2;
    case MetricId::Kl: return metrics.kl;
    case MetricId::Js: return metrics.js;
    case MetricId::MaxQscaleDiff: return metrics.maxQscaleDiff;
    case MetricId::Custom:
    case MetricId::Judge:
    case MetricId::JudgeLoss:
    case MetricId::Accuracy: break;
    }
    return std::nullopt;
}

std::optional<double> valueOf(const std::optional<Metrics>& metrics, MetricId metric)
{
    return metrics ? valueOf(*metrics, metric) : std::nullopt;
}

bool isLowWorst(MetricId metric)
{
    return metric == MetricId::Cosine || metric == MetricId::Sqnr || metric == MetricId::Judge
           || metric == MetricId::Accuracy;
}

bool isWorse(MetricId metric, double a, double b)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && !std::isnan(b);
    return isLowWorst(metric) ? a < b : a > b;
}

} // namespace ql::results
