// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/fields.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ql::results {

/// The metrics between a baseline tensor x and an analysis tensor y, over all finite pairs.
struct Metrics {
    double cosine = 0.0;
    double l1 = 0.0;   ///< mean |x - y|
    double atol = 0.0; ///< max |x - y|
    double mse = 0.0;
    double sqnrDb = 0.0;                 ///< 20 log10(|x| / |x - y|); +inf for equal tensors
    double relL2 = 0.0;                  ///< |x - y| / |x|
    double kl = 0.0;                     ///< nats, 2,048 bins on the union of both ranges
    double js = 0.0;                     ///< nats, at most ln 2
    std::optional<double> maxQscaleDiff; ///< atol / scale, where the scale is one number
    std::uint32_t unmeasured = 0; ///< bit i: the MetricId of that number wasn't; another tool's results lack some
};

enum class MetricId {
    Cosine,
    L1,
    Atol,
    Mse,
    Sqnr,
    RelL2,
    Kl,
    Js,
    MaxQscaleDiff,
    Custom,    ///< how far outputs are from the baseline's, by a function of the calling program
    Judge,     ///< how good outputs are, by a judge: a function of the calling program, or a program of its own
    JudgeLoss, ///< how bad they are, by a judge whose lower numbers are better
    Accuracy   ///< the share of samples, 0 … 1, whose strongest element is the label: a judge of our own
};
/// Those that can be measured of any two tensors.
inline constexpr std::array kAllMetrics{MetricId::Cosine, MetricId::L1,   MetricId::Atol,
                                        MetricId::Mse,    MetricId::Sqnr, MetricId::RelL2,
                                        MetricId::Kl,     MetricId::Js,   MetricId::MaxQscaleDiff};

/// On the command line "sqnr" will do.
constexpr auto wordsOf(MetricId)
{
    using enum MetricId;
    return std::array{Word{Cosine, "cosine"},
                      Word{L1, "l1"},
                      Word{Atol, "atol"},
                      Word{Mse, "mse"},
                      Word{Sqnr, "sqnr_db"},
                      Word{RelL2, "rel_l2"},
                      Word{Kl, "kl"},
                      Word{Js, "js"},
                      Word{MaxQscaleDiff, "max_qscale_diff"},
                      Word{Custom, "custom"},
                      Word{Judge, "judge"},
                      Word{JudgeLoss, "judge_loss"},
                      Word{Accuracy, "accuracy"},
                      Word{Sqnr, "sqnr"}};
}
inline Message expectedWord(MetricId, const std::string& found)
{
    return Message("a metric instead of \"{}\"", found);
}

/// The word used on the command line and as JSON key: "cosine", "l1", "atol", "mse", "sqnr_db" …
std::string_view key(MetricId metric);
/// Takes the keys, and "sqnr". Nothing for what only a function says.
std::optional<MetricId> metricFromKey(std::string_view key);
/// Nothing for maxQscaleDiff without a scale, for what wasn't measured, nor for what a function says.
std::optional<double> valueOf(const Metrics& metrics, MetricId metric);
/// Nothing = not measured. @pre one of kAllMetrics
void setValue(Metrics& metrics, MetricId metric, std::optional<double> value);
/// Nothing without metrics.
std::optional<double> valueOf(const std::optional<Metrics>& metrics, MetricId metric);
/// null for what wasn't measured.
void fields(auto& visit, Of<Metrics> auto& metrics)
{
    for (const auto metric : kAllMetrics) {
        auto value = valueOf(metrics, metric);
        visit(keyOf(metric), value);
        if constexpr (kIsRead<decltype(metrics)>)
            setValue(metrics, metric, value);
    }
}

constexpr bool isJudged(MetricId metric)
{
    return metric == MetricId::Judge || metric == MetricId::JudgeLoss || metric == MetricId::Accuracy;
}
/// Whether no two tensors are measured, but somebody is asked who sees all outputs.
constexpr bool isSaidByFunction(MetricId metric)
{
    return metric == MetricId::Custom || isJudged(metric);
}
/// Whether small values are the bad ones (cosine, sqnr, a judge's).
bool isLowWorst(MetricId metric);
/// Strict weak order, worst first; NaN is worst of all.
bool isWorse(MetricId metric, double a, double b);

/// Moments of one tensor; NaN and infinite elements are counted and left out of the rest.
struct TensorStatistics {
    std::uint64_t count = 0; ///< all elements
    std::uint64_t nanCount = 0;
    std::uint64_t infCount = 0;
    double min = 0.0;
    double max = 0.0;
    double mean = 0.0;
    double variance = 0.0; ///< of the population; of the sample (N - 1) in profiles
};

/// Nothing where nothing was measured.
inline std::optional<double> measured(const TensorStatistics& statistics, double TensorStatistics::*field)
{
    return statistics.count > 0 ? std::optional(statistics.*field) : std::nullopt;
}

/// null where nothing was measured; how many elements there were is not said.
void fields(auto& visit, Of<TensorStatistics> auto& statistics)
{
    bool isMeasured = statistics.count > 0;
    visit.presence("min", isMeasured);
    visit.when(isMeasured, "min", statistics.min);
    visit.when(isMeasured, "max", statistics.max);
    visit.when(isMeasured, "mean", statistics.mean);
    visit.when(isMeasured, "var", statistics.variance);
    if constexpr (kIsRead<decltype(statistics)>)
        statistics.count = isMeasured ? 1 : 0;
}

/// Counts of equal bins over [low, high]; both series of a pair share the bins.
struct HistogramPair {
    double low = 0.0;
    double high = 0.0;
    std::vector<std::uint64_t> baseline;
    std::vector<std::uint64_t> analysis;
};

void fields(auto& visit, Of<HistogramPair> auto& histogram)
{
    visit("low", histogram.low);
    visit("high", histogram.high);
    visit("baseline", histogram.baseline);
    visit("analysis", histogram.analysis);
    visit.require(histogram.baseline.size() == histogram.analysis.size(), "analysis",
                  "as many bins as the baseline has");
}

} // namespace ql::results
