// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/results/badcase_result.h"

#include "core/base/order.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ql::results {

namespace {

constexpr std::size_t kHistogramBins = 32;

std::size_t rightOnes(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        count += isRight(a[i], b[i]) ? 1 : 0;
    return count;
}

void fillHistogram(BadCaseDistribution& distribution, const std::vector<double>& finite)
{
    const auto [low, high] = std::minmax_element(finite.begin(), finite.end());
    distribution.low = *low;
    distribution.high = *high;
    distribution.histogram.assign(kHistogramBins, 0);
    const double width = (*high - *low) / double(kHistogramBins);
    for (const double value : finite) {
        const double bin = width > 0.0 ? (value - *low) / width : 0.0;
        ++distribution.histogram[std::min(kHistogramBins - 1, static_cast<std::size_t>(bin))];
    }
}

} // namespace

std::size_t LabelComparison::baselineCorrect() const
{
    return rightOnes(baseline, labels);
}

std::size_t LabelComparison::analysisCorrect() const
{
    return rightOnes(analysis, labels);
}

std::size_t LabelComparison::baselineUndecided() const
{
    return std::size_t(std::ranges::count(baseline, kNoDecision));
}

std::size_t LabelComparison::analysisUndecided() const
{
    return std::size_t(std::ranges::count(analysis, kNoDecision));
}

std::vector<std::size_t> LabelComparison::flips() const
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < baseline.size(); ++i)
        if (baseline[i] != analysis[i])
            found.push_back(i);
    return found;
}

std::vector<FlippedSample> flippedSamples(const LabelComparison& labels, const std::vector<std::string>& samples)
{
    std::vector<FlippedSample> flipped;
    for (const auto i : labels.flips())
        flipped.push_back({i, samples[i], labels.labels[i], labels.baseline[i], labels.analysis[i]});
    return flipped;
}

bool isWorse(const BadCaseMetric& metric, double a, double b)
{
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && !std::isnan(b);
    return metric.isLowWorst ? a < b : a > b;
}

BadCaseEntry worstOfOutput(const BadCaseResult& result, std::size_t metric, std::size_t output)
{
    BadCaseEntry worst{0, output, result.value(0, output, metric)};
    for (std::size_t sample = 1; sample < result.samples.size(); ++sample)
        if (const double value = result.value(sample, output, metric);
            isWorse(result.metrics[metric], value, worst.value))
            worst = {sample, output, value};
    return worst;
}

BadCaseEntry worstOfSample(const BadCaseResult& result, std::size_t metric, std::size_t sample)
{
    BadCaseEntry worst{sample, 0, result.value(sample, 0, metric)};
    for (std::size_t output = 1; output < result.outputs.size(); ++output)
        if (const double value = result.value(sample, output, metric);
            isWorse(result.metrics[metric], value, worst.value))
            worst = {sample, output, value};
    return worst;
}

BadCaseEntry worstOverall(const BadCaseResult& result, std::size_t metric)
{
    auto worst = worstOfSample(result, metric, 0);
    for (std::size_t sample = 1; sample < result.samples.size(); ++sample)
        if (const auto entry = worstOfSample(result, metric, sample);
            isWorse(result.metrics[metric], entry.value, worst.value))
            worst = entry;
    return worst;
}

std::vector<BadCaseEntry> worstSamples(const BadCaseResult& result, std::size_t metric, std::size_t count)
{
    std::vector<BadCaseEntry> entries;
    for (std::size_t sample = 0; sample < result.samples.size(); ++sample)
        entries.push_back(worstOfSample(result, metric, sample));
    std::stable_sort(entries.begin(), entries.end(), [&](const BadCaseEntry& a, const BadCaseEntry& b) {
        return isWorse(result.metrics[metric], a.value, b.value);
    });
    entries.resize(std::min(count, entries.size()));
    return entries;
}

BadCaseDistribution distributionOf(const BadCaseResult& result, std::size_t metric)
{
    BadCaseDistribution distribution;
    std::vector<double> numbers;
    for (std::size_t sample = 0; sample < result.samples.size(); ++sample) {
        numbers.push_back(worstOfSample(result, metric, sample).value);
        distribution.infCount += std::isinf(numbers.back()) ? 1 : 0;
    }
    distribution.nanCount = sortNumbers(numbers);
    if (!numbers.empty())
        for (const double share : kBadCaseQuantiles)
            distribution.quantiles.push_back(quantileOf(numbers, share));
    std::erase_if(numbers, [](double value) { return std::isinf(value); });
    if (!numbers.empty())
        fillHistogram(distribution, numbers);
    return distribution;
}

} // namespace ql::results
