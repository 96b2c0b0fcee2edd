// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"
#include "core/results/request_parts.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::results {

/// Asks on which samples two models differ most.
struct BadCaseRequest {
    ModelPair models;
    InputSelection samples; ///< a dataset
    /// A metric's key, "judge_drop" and "judge" with a judge, or an expression over x and y: of each output, or of all
    /// at once where it names outputs.
    std::string metric = "atol";
    std::string order;                 ///< of an expression, from bad to good: "ascending", "descending"
    std::vector<std::string> outputs;  ///< only these of the baseline's; empty = all
    std::vector<std::string> feedback; ///< "output=input": states that go into the next sample
    std::size_t resetEvery = 0;        ///< states begin anew after so many samples; 0 = only where a recording begins
    std::string labels;                ///< .npy of integers, or text with a label per line; empty = none
    std::string labelOutput;           ///< whose strongest element is the class; empty = the first
    std::string folder;                ///< for badcase.pt and the state of a cancelled search; empty = none
    bool isFresh = false;              ///< don't continue a cancelled search
    RunOptions options;
};

/// The key of the column that says how much worse a judge finds the analysis model's outputs than the baseline's.
inline constexpr std::string_view kJudgeDrop = "judge_drop";

/// A measure that a bad-case search takes of every sample and output.
struct BadCaseMetric {
    std::string key;         ///< "atol" …; "judge", "judge_drop"; "custom" for an expression
    std::string expression;  ///< of "custom", else empty
    bool isLowWorst = false; ///< small values are the bad ones
};

void fields(auto& visit, Of<BadCaseMetric> auto& metric)
{
    visit("key", metric.key);
    visit.orNull("expression", metric.expression);
    visit.word("order", metric.isLowWorst, "ascending", "descending");
}

/// What a classifier says against what is right, for one output.
struct LabelComparison {
    std::string output;
    std::vector<std::int64_t> labels;   ///< one per searched sample, as the next two
    std::vector<std::int64_t> baseline; ///< kNoDecision where NaN stands among the scores: never right
    std::vector<std::int64_t> analysis;

    std::size_t baselineCorrect() const;
    std::size_t analysisCorrect() const;
    std::size_t baselineUndecided() const;
    std::size_t analysisUndecided() const;
    /// Samples on which the two models' strongest classes differ.
    std::vector<std::size_t> flips() const;
};

/// One cell of the search: where and how bad.
struct BadCaseEntry {
    std::size_t sample = 0;
    std::size_t output = 0;
    double value = 0.0;
};

/// How a measure is spread over the samples, each sample counting with its worst output.
struct BadCaseDistribution {
    std::vector<double> quantiles; ///< at kBadCaseQuantiles, of the numbers; empty without any
    double low = 0.0;              ///< the histogram's range: all finite values
    double high = 0.0;
    std::vector<std::uint64_t> histogram; ///< 32 equal bins
    std::size_t nanCount = 0;
    std::size_t infCount = 0; ///< of either sign
};
constexpr double kBadCaseQuantiles[]{0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0};

/// The answer to "on which inputs do the models differ most?". Every value of every sample is kept.
struct BadCaseResult {
    std::string baseline;
    std::string analysis;
    std::string data;
    std::vector<std::string> postProcess; ///< expressions that made the outputs of the models'; empty = none
    std::vector<BadCaseMetric> metrics;
    std::size_t rankedBy = 0; ///< the metric that chooses the default bad case
    std::vector<std::string> outputs;
    std::size_t datasetSize = 0;      ///< samples the data offer
    std::vector<std::string> samples; ///< names of the searched ones, in order
    std::vector<double> values;       ///< sample-major, then output, then metric; NaN where the two can't be compared
    std::size_t resumedSamples = 0;   ///< taken over from a search that was cancelled
    std::size_t recordings = 0;       ///< how often fed-back states began anew; 0 without feedback
    std::size_t mismatchedShapes = 0; ///< outputs of samples on which the models' shapes differ
    bool isComplete = false;          ///< every wanted sample was searched
    std::optional<LabelComparison> labels;
    std::string badCaseFile; ///< where the default bad case's inputs were written; empty if not
    double seconds = 0.0;

    double value(std::size_t sample, std::size_t output, std::size_t metric) const
    {
        return values[(sample * outputs.size() + output) * metrics.size() + metric];
    }
    double& value(std::size_t sample, std::size_t output, std::size_t metric)
    {
        return values[(sample * outputs.size() + output) * metrics.size() + metric];
    }
};

/// What was searched, and by what.
void searchFields(auto& visit, Of<BadCaseResult> auto& result)
{
    visit("baseline", result.baseline);
    visit("analysis", result.analysis);
    visit("data", result.data);
    visit.derived("samples", result.samples.size());
    visit("dataset_samples", result.datasetSize);
    visit("resumed_samples", result.resumedSamples);
    visit.late("recordings", result.recordings);
    visit.ifAny("post_process", result.postProcess);
    visit("complete", result.isComplete);
    auto ranking = result.metrics.empty() ? std::string() : result.metrics[result.rankedBy].key;
    visit("metric", ranking);
    visit("metrics", result.metrics);
    if constexpr (kIsRead<decltype(result)>) {
        const auto place = std::ranges::find(result.metrics, ranking, &BadCaseMetric::key);
        visit.require(place != result.metrics.end(), "metric", "one of the document's metrics");
        result.rankedBy = static_cast<std::size_t>(place - result.metrics.begin());
    }
    visit("outputs", result.outputs);
    visit.require(!result.outputs.empty(), "outputs", "at least one output");
}

/// By metric and output a number per sample.
void valueFields(auto& visit, Of<BadCaseResult> auto& result)
{
    const auto samples = result.samples.size();
    if constexpr (kIsRead<decltype(result)>)
        result.values.resize(samples * result.outputs.size() * result.metrics.size());
    for (std::size_t metric = 0; metric < result.metrics.size(); ++metric)
        visit.nested(result.metrics[metric].key, [&](auto& inner) {
            for (std::size_t output = 0; output < result.outputs.size(); ++output) {
                std::vector<double> column;
                for (std::size_t sample = 0; sample < samples; ++sample)
                    column.push_back(result.value(sample, output, metric));
                inner(result.outputs[output], column);
                inner.require(column.size() == samples, result.outputs[output],
                              Message("a number for each of {} samples", samples));
                if constexpr (kIsRead<decltype(result)>)
                    for (std::size_t sample = 0; sample < samples; ++sample)
                        result.value(sample, output, metric) = column[sample];
            }
        });
}

/// A sample of which the two models say different classes.
struct FlippedSample {
    std::size_t index = 0;
    std::string sample;
    std::int64_t label = 0;
    std::int64_t baseline = 0;
    std::int64_t analysis = 0;
};

void fields(auto& visit, const FlippedSample& flip)
{
    visit("index", flip.index);
    visit("sample", flip.sample);
    visit("label", flip.label);
    visit("baseline", flip.baseline);
    visit("analysis", flip.analysis);
}

/// @p samples: their names
std::vector<FlippedSample> flippedSamples(const LabelComparison& labels, const std::vector<std::string>& samples);

/// What was found.
void foundFields(auto& visit, Of<BadCaseResult> auto& result)
{
    visit.nested("labels", result.labels, [&result](auto& inner, auto& labels) {
        inner("output", labels.output);
        inner.derived("baseline_correct", labels.baselineCorrect());
        inner.derived("analysis_correct", labels.analysisCorrect());
        inner.derived("baseline_undecided", labels.baselineUndecided());
        inner.derived("analysis_undecided", labels.analysisUndecided());
        inner.derived("flips", flippedSamples(labels, result.samples));
        inner("labels", labels.labels);
        inner("baseline_top1", labels.baseline);
        inner("analysis_top1", labels.analysis);
    });
    visit("mismatched_shapes", result.mismatchedShapes);
    visit.orNull("badcase_file", result.badCaseFile);
    visit("sample_names", result.samples);
    const auto samples = result.samples.size();
    visit.require(!result.labels
                      || (result.labels->labels.size() == samples && result.labels->baseline.size() == samples
                          && result.labels->analysis.size() == samples),
                  "labels", Message("a class for each of {} samples", samples));
    visit.nested("values", [&result](auto& inner) { valueFields(inner, result); });
    visit("seconds", result.seconds);
}

/// As a document has it; a writer adds what follows from the values between the two.
void fields(auto& visit, Of<BadCaseResult> auto& result)
{
    searchFields(visit, result);
    foundFields(visit, result);
}

/// Strict weak order, worst first; NaN is worst of all.
bool isWorse(const BadCaseMetric& metric, double a, double b);
/// The worst sample of one output; the first of equally bad ones. @pre a sample was searched
BadCaseEntry worstOfOutput(const BadCaseResult& result, std::size_t metric, std::size_t output);
/// The worst over all outputs.
BadCaseEntry worstOverall(const BadCaseResult& result, std::size_t metric);
/// The worst output of one sample.
BadCaseEntry worstOfSample(const BadCaseResult& result, std::size_t metric, std::size_t sample);
/// The @p count worst samples by @p metric, worst first, each with its worst output.
std::vector<BadCaseEntry> worstSamples(const BadCaseResult& result, std::size_t metric, std::size_t count);
BadCaseDistribution distributionOf(const BadCaseResult& result, std::size_t metric);

} // namespace ql::results
