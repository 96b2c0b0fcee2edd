// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"
#include "core/results/loop_iterations.h"
#include "core/results/request_parts.h"
#include "core/results/spread/sample_spread.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::results {

struct ShadowRequest {
    ModelPair models;
    InputSelection samples; ///< one, or a dataset
    std::string mapFile;    ///< lines "baseline_name analysis_name"; empty = none
    LayerFilter filter;
    RunOptions options;
    std::string folder = {}; ///< where what is known of a dataset is kept until it is done; empty = nowhere
};

/// What one iteration says about a layer in a loop's body; nothing where shapes differ.
struct ShadowIteration {
    std::vector<std::int64_t> numbers; ///< of the loops around the layer, the outermost first, from 0
    std::optional<Metrics> onBaselineInputs;
    std::optional<Metrics> onAnalysisInputs;
    std::optional<Metrics> accumulated;
};

void fields(auto& visit, Of<ShadowIteration> auto& iteration)
{
    visit("iteration", iteration.numbers);
    visit("metrics", iteration.onBaselineInputs);
    visit("metrics_on_analysis_inputs", iteration.onAnalysisInputs);
    visit("accumulated", iteration.accumulated);
}

/// A quantized layer against its float twin on the same input, so that only its own error shows.
struct ShadowRow {
    enum class State {
        Compared,
        ShapeMismatch,     ///< a twin gives another shape on the other model's inputs
        Failed,            ///< a twin can't run on the other model's inputs: see problem
        UnmatchedBaseline, ///< only the baseline has it
        UnmatchedAnalysis  ///< only the analysis model has it
    };

    int index = 0;
    std::string name; ///< the baseline's node name, or the analysis' if there is no baseline partner
    std::string scope;
    std::string body; ///< in which it stands: "If_0/then_branch", "Loop_3/body"; empty outside of bodies
    State state = State::Compared;
    LayerSide baseline; ///< statistics are those of the baseline's own output
    LayerSide analysis; ///< statistics are those of the quantized layer on the baseline's inputs
    std::vector<std::int64_t> shape;
    std::optional<QuantizerInfo> quantizer;
    MatchInfo match;
    /// The quantized layer on the baseline's inputs, against its output. The quantizers between it and these round them
    /// first: in a comparison's causes and in an attribution they belong to the layer before.
    std::optional<Metrics> onBaselineInputs;
    std::optional<Metrics> onAnalysisInputs; ///< the float layer on the analysis model's inputs, against its output
    std::optional<Metrics> accumulated;      ///< both models' own outputs: local and inherited error together
    /// In a loop the metrics are over all iterations that both models ran, as of one tensor, and here of each for
    /// itself.
    std::vector<ShadowIteration> iterations;
    MissingIterations missing; ///< of the others in a loop
    Message problem;
    MetricSpreads overSamples; ///< of onBaselineInputs, over a dataset; everything above is of its worst sample
    MetricSpreads onAnalysisInputsOverSamples;
    MetricSpreads accumulatedOverSamples;
};

constexpr auto wordsOf(ShadowRow::State)
{
    using enum ShadowRow::State;
    return std::array{Word{Compared, "compared"}, Word{ShapeMismatch, "shape-mismatch"}, Word{Failed, "failed"},
                      Word{UnmatchedBaseline, "unmatched-baseline"}, Word{UnmatchedAnalysis, "unmatched-analysis"}};
}

void fields(auto& visit, Of<ShadowRow> auto& row)
{
    visit("index", row.index);
    visit("name", row.name);
    visit("scope", row.scope);
    visit.ifAny("body", row.body);
    visit("state", row.state);
    visit.orNull("baseline", row.baseline);
    visit.orNull("analysis", row.analysis);
    visit("shape", row.shape);
    quantizerFields(visit, row.quantizer);
    visit.orNull("match", row.match);
    visit("metrics", row.onBaselineInputs);
    visit("metrics_on_analysis_inputs", row.onAnalysisInputs);
    visit("accumulated", row.accumulated);
    iterationFields(visit, row);
    visit.orNull("problem", row.problem);
    visit.ifAny("over_samples", row.overSamples);
    visit.ifAny("on_analysis_inputs_over_samples", row.onAnalysisInputsOverSamples);
    visit.ifAny("accumulated_over_samples", row.accumulatedOverSamples);
}

/// The answer to "which layer makes the error, rather than passing it on?".
struct ShadowResult {
    std::string baseline;
    std::string analysis;
    std::vector<ShadowRow> rows; ///< in the baseline's order of execution
    std::vector<std::string> unmatchedBaseline;
    std::vector<std::string> unmatchedAnalysis;
    std::uint64_t unquantizedLayers = 0;    ///< matched layers without any quantizer; they get no row
    std::optional<ComparedSamples> samples; ///< of a dataset
    double totalSeconds = 0.0;
};

void fields(auto& visit, Of<ShadowResult> auto& result)
{
    visit("baseline", result.baseline);
    visit("analysis", result.analysis);
    visit("rows", result.rows);
    unmatchedFields(visit, result);
    visit("unquantized_layers", result.unquantizedLayers);
    visit.ifAny("samples", result.samples);
    visit.nested("seconds", [&](auto& inner) { inner("total", result.totalSeconds); });
}

} // namespace ql::results
