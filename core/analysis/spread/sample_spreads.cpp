// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/spread/sample_spreads.h"

#include "core/base/order.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

constexpr auto kMetricCount = results::kAllMetrics.size();
const std::size_t kSqnr =
    std::size_t(std::ranges::find(results::kAllMetrics, results::MetricId::Sqnr) - results::kAllMetrics.begin());

} // namespace

void SampleMetrics::add(const std::optional<results::Metrics>& metrics)
{
    for (const auto metric : results::kAllMetrics)
        values.push_back(valueOf(metrics, metric));
}

void SampleMetrics::setRange(std::size_t row, double low, double high)
{
    lows.resize(std::max(lows.size(), row + 1), kNaN);
    highs.resize(lows.size(), kNaN);
    lows[row] = low;
    highs[row] = high;
}

void SampleSpreads::add(const SampleMetrics& sample)
{
    if (m_series.empty())
        m_series.resize(sample.values.size());
    m_lows.resize(std::max(m_lows.size(), sample.lows.size()), kNaN);
    m_highs.resize(m_lows.size(), kNaN);
    for (std::size_t i = 0; i < sample.lows.size(); ++i) {
        m_lows[i] = std::fmin(m_lows[i], sample.lows[i]);
        m_highs[i] = std::fmax(m_highs[i], sample.highs[i]);
    }
    if (m_samples % m_every == 0 && m_samples / m_every == kMostKept)
        dropEveryOther();
    for (std::size_t i = 0; i < m_series.size(); ++i)
        addValue(m_series[i], results::kAllMetrics[i % kMetricCount], sample.values[i]);
    ++m_samples;
}

void SampleSpreads::dropEveryOther()
{
    m_every *= 2;
    for (auto& series : m_series) {
        for (std::size_t i = 0; 2 * i < series.kept.size(); ++i)
            series.kept[i] = series.kept[2 * i];
        series.kept.resize((series.kept.size() + 1) / 2);
    }
}

void SampleSpreads::addValue(Series& series, results::MetricId metric, const std::optional<double>& value)
{
    if (m_samples % m_every == 0)
        series.kept.push_back(value);
    if (!value)
        return;
    if (series.samples == 0 || results::isWorse(metric, *value, series.worst)) {
        series.worst = *value;
        series.worstSample = m_samples;
    }
    ++series.samples;
    series.nans += std::isnan(*value) ? 1 : 0;
    if (std::isinf(*value)) {
        ++series.infinite;
        series.infinity = *value;
    } else {
        series.sum += *value;
    }
}

results::MetricSpreads SampleSpreads::of(std::size_t thing) const
{
    results::MetricSpreads spreads;
    for (std::size_t i = 0; i < kMetricCount; ++i) {
        const auto& series = m_series[thing * kMetricCount + i];
        if (series.samples == 0)
            continue;
        const auto finite = series.samples - series.infinite;
        results::MetricSpread spread{.metric = results::kAllMetrics[i],
                                     .samples = series.samples,
                                     .infinite = series.infinite,
                                     .nans = series.nans,
                                     .mean = finite > 0 ? series.sum / static_cast<double>(finite) : series.infinity,
                                     .worst = series.worst,
                                     .worstSample = series.worstSample};
        std::vector<double> sorted;
        for (const auto& value : series.kept)
            if (value)
                sorted.push_back(*value);
        if (sorted.empty()) // only samples between those that are kept have it
            sorted.push_back(series.worst);
        sortNumbers(sorted);
        spread.p5 = quantileOf(sorted, 0.05);
        spread.p25 = quantileOf(sorted, 0.25);
        spread.p50 = quantileOf(sorted, 0.5);
        spread.p75 = quantileOf(sorted, 0.75);
        spread.p95 = quantileOf(sorted, 0.95);
        spreads.push_back(spread);
    }
    return spreads;
}

std::optional<SampleSpreads::Worst> SampleSpreads::worst(std::size_t first, std::size_t things, std::size_t step) const
{
    std::optional<Worst> found;
    double value = 0.0;
    for (std::size_t thing = first; thing < first + things; thing += step) {
        const auto& series = m_series[thing * kMetricCount + kSqnr];
        if (series.samples == 0 || (found && !results::isWorse(results::MetricId::Sqnr, series.worst, value)))
            continue;
        value = series.worst;
        found = Worst{std::size_t(series.worstSample), thing};
    }
    return found;
}

} // namespace ql::analysis
