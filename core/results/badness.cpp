// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/badness.h"

#include <algorithm>
#include <cmath>

namespace ql::results {

namespace {

constexpr double kHarmlessSqnrDb = 50.0; ///< about 8 clean bits
constexpr double kHopelessSqnrDb = 0.0;  ///< the error is as large as the signal

/// 0 at @p from, 1 at @p to, linear between.
double along(double value, double from, double to)
{
    if (from == to)
        return value >= to ? 1.0 : 0.0;
    return std::clamp((value - from) / (to - from), 0.0, 1.0);
}

double alongDecades(double value, double from, double to)
{
    return value <= 0.0 ? 0.0 : along(std::log10(value), std::log10(from), std::log10(to));
}

} // namespace

BadnessScale::BadnessScale(const CompareResult& result)
{
    for (const LayerRow& layer : result.layers)
        for (const MetricId metric : kAllMetrics)
            if (const auto value = layer.metrics ? valueOf(*layer.metrics, metric) : std::nullopt)
                see(metric, *value);
}

void BadnessScale::see(MetricId metric, double value)
{
    if (!std::isfinite(value) || value <= 0.0)
        return;
    Range& seen = m_seen[std::size_t(metric)];
    const double place = std::log10(value);
    seen =
        seen.isKnown ? Range{std::min(seen.low, place), std::max(seen.high, place), true} : Range{place, place, true};
}

double BadnessScale::badness(MetricId metric, double value) const
{
    if (std::isnan(value))
        return 1.0;
    switch (metric) {
    case MetricId::Cosine: return alongDecades(1.0 - value, 1e-5, 1.0);
    case MetricId::Sqnr: return along(value, kHarmlessSqnrDb, kHopelessSqnrDb);
    case MetricId::RelL2:
        return value <= 0.0 ? 0.0 : along(-20.0 * std::log10(value), kHarmlessSqnrDb, kHopelessSqnrDb);
    case MetricId::Kl:
    case MetricId::Js: return alongDecades(value, 1e-4, 1.0);
    case MetricId::MaxQscaleDiff: return alongDecades(value, 0.5, 128.0);
    case MetricId::L1:
    case MetricId::Atol:
    case MetricId::Mse:
    case MetricId::Custom: break;
    case MetricId::Judge:
    case MetricId::JudgeLoss:
    case MetricId::Accuracy: return 0.0; // nobody knows what is good
    }
    const Range& seen = m_seen[std::size_t(metric)];
    return value <= 0.0 ? 0.0 : along(std::log10(value), seen.low, seen.high);
}

} // namespace ql::results
