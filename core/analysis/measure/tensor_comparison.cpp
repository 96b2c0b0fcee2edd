// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/measure/tensor_comparison.h"

#include "core/analysis/measure/histogram.h"
#include "core/analysis/measure/pair_sums.h"
#include "core/analysis/measure/parallel.h"
#include "core/base/numbers.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ql::analysis {

namespace {

results::TensorStatistics statisticsFrom(const SideSums& side)
{
    results::TensorStatistics statistics;
    statistics.count = side.finite + side.nan + side.infinite;
    statistics.nanCount = side.nan;
    statistics.infCount = side.infinite;
    if (side.finite > 0) {
        statistics.min = side.min;
        statistics.max = side.max;
        statistics.mean = side.mean;
        statistics.variance = side.squaredDeviations / static_cast<double>(side.finite);
    }
    return statistics;
}

double cosineOf(const PairSums& sums)
{
    if (sums.xx == 0.0 || sums.yy == 0.0)
        return sums.xx == sums.yy ? 1.0 : 0.0;
    if (sums.squared == 0.0)
        return 1.0;
    // Two roots: the product of the sums of squares may leave the range of double.
    return std::clamp(sums.xy / std::sqrt(sums.xx) / std::sqrt(sums.yy), -1.0, 1.0);
}

results::Metrics metricsFrom(const PairSums& sums)
{
    results::Metrics metrics;
    const double count = static_cast<double>(sums.count);
    metrics.cosine = cosineOf(sums);
    metrics.l1 = sums.absolute / count;
    metrics.atol = sums.largest;
    metrics.mse = sums.squared / count;
    if (sums.squared == 0.0) {
        metrics.sqnrDb = kInfinity;
        metrics.relL2 = 0.0;
    } else {
        metrics.relL2 = sums.xx == 0.0 ? kInfinity : std::sqrt(sums.squared / sums.xx);
        metrics.sqnrDb = sqnrDbOf(sums.xx, sums.squared);
    }
    return metrics;
}

/// What is said when there is no finite pair: empty tensors are equal, others can't be compared.
results::Metrics metricsWithoutPairs(bool isEmpty)
{
    results::Metrics metrics;
    metrics.cosine = 1.0;
    metrics.sqnrDb = kInfinity;
    if (!isEmpty) {
        metrics.l1 = metrics.atol = metrics.mse = metrics.sqnrDb = metrics.relL2 = metrics.kl = metrics.js = kNaN;
        metrics.cosine = kNaN;
    }
    return metrics;
}

void leaveDivergences(results::Metrics& metrics)
{
    for (const auto metric : {results::MetricId::Kl, results::MetricId::Js})
        results::setValue(metrics, metric, std::nullopt);
}

} // namespace

TensorComparison compareTensors(const float* baseline, const float* analysis, std::size_t n,
                                std::optional<double> scale, std::size_t threads, Histograms histograms,
                                LinesApart* lines)
{
    const std::size_t used = threads > 0 ? threads : threadsFor(2 * n * sizeof(float));
    const PairSums sums = lines && lines->length > 0 ? sumPairs(baseline, analysis, n, used, *lines)
                                                     : sumPairs(baseline, analysis, n, used);
    TensorComparison comparison;
    comparison.baseline = statisticsFrom(sums.x);
    comparison.analysis = statisticsFrom(sums.y);
    if (sums.count == 0) {
        comparison.metrics = metricsWithoutPairs(n == 0);
        if (histograms == Histograms::Left)
            leaveDivergences(comparison.metrics);
        return comparison;
    }
    comparison.metrics = metricsFrom(sums);
    if (scale && *scale > 0.0)
        comparison.metrics.maxQscaleDiff = comparison.metrics.atol / *scale;

    if (histograms == Histograms::Left) {
        leaveDivergences(comparison.metrics);
        return comparison;
    }
    const double low = std::min(sums.x.min, sums.y.min);
    const double high = std::max(sums.x.max, sums.y.max);
    auto spread = spreadOf(baseline, analysis, n, low, high, sums.count, used);
    comparison.metrics.kl = spread.divergence.kl;
    comparison.metrics.js = spread.divergence.js;
    comparison.histogram = std::move(spread.shown);
    return comparison;
}

double sqnrDbOf(double signal, double error)
{
    if (error == 0.0)
        return kInfinity;
    return signal == 0.0 ? -kInfinity : -20.0 * std::log10(std::sqrt(error / signal));
}

results::TensorStatistics statisticsOf(const float* values, std::size_t n, std::size_t threads)
{
    return statisticsFrom(sumSide(values, n, threads > 0 ? threads : threadsFor(n * sizeof(float))));
}

} // namespace ql::analysis
