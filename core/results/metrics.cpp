// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/metrics.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ql::results {

namespace {

constexpr std::array<std::pair<MetricId, std::string_view>, 9> kKeys{{
    {MetricId::Cosine, "cosine"},
    {MetricId::L1, "l1"},
    {MetricId::Atol, "atol"},
    {MetricId::Mse, "mse"},
    {MetricId::Sqnr, "sqnr_db"},
    {MetricId::RelL2, "rel_l2"},
    {MetricId::Kl, "kl"},
    {MetricId::Js, "js"},
    {MetricId::MaxQscaleDiff, "max_qscale_diff"},
}};

} // namespace

std::string_view key(MetricId metric)
{
    const auto found =
        std::find_if(kKeys.begin(), kKeys.end(), [metric](const auto& entry) { return entry.first == metric; });
    return found == kKeys.end() ? std::string_view{} : found->second;
}

std::optional<MetricId> metricFromKey(std::string_view key)
{
    if (key == "sqnr")
        return MetricId::Sqnr;
    const auto found =
        std::find_if(kKeys.begin(), kKeys.end(), [key](const auto& entry) { return entry.second == key; });
    if (found == kKeys.end())
        return std::nullopt;
    return found->first;
}

std::optional<double> valueOf(const Metrics& metrics, MetricId metric)
{
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
    }
    return std::nullopt;
}

bool isLowWorst(MetricId metric)
{
    return metric == MetricId::Cosine || metric == MetricId::Sqnr;
}

bool isWorse(MetricId metric, double a, double b)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && !std::isnan(b);
    return isLowWorst(metric) ? a < b : a > b;
}

} // namespace ql::results
