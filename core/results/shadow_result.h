// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"
#include "core/results/requests.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::results {

struct ShadowRequest {
    std::string baseline;
    std::string analysis;
    std::vector<std::string> inputs;
    std::string mapFile;                    ///< lines "baseline_name analysis_name"; empty = none
    std::vector<std::string> prefixes;      ///< only layers whose name starts with one of them; empty = all
    std::vector<std::string> operatorTypes; ///< only these operator types; empty = all
    RunOptions options;
    ImageOptions images;
    QuantizationOptions quantization; ///< simulates the analysis model where none is named
};

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
    State state = State::Compared;
    LayerSide baseline; ///< statistics are those of the baseline's own output
    LayerSide analysis; ///< statistics are those of the quantized layer on the baseline's inputs
    std::vector<std::int64_t> shape;
    std::optional<QuantizerInfo> quantizer;
    MatchInfo match;
    std::optional<Metrics> onBaselineInputs; ///< the quantized layer on the baseline's inputs, against its output
    std::optional<Metrics> onAnalysisInputs; ///< the float layer on the analysis model's inputs, against its output
    std::optional<Metrics> accumulated;      ///< both models' own outputs: local and inherited error together
    Message problem;
};

/// The answer to "which layer makes the error, rather than passing it on?".
struct ShadowResult {
    std::string baseline;
    std::string analysis;
    std::vector<ShadowRow> rows; ///< in the baseline's order of execution
    std::vector<std::string> unmatchedBaseline;
    std::vector<std::string> unmatchedAnalysis;
    std::uint64_t unquantizedLayers = 0; ///< matched layers that nothing around is quantized of: no rows
    double totalSeconds = 0.0;
};

} // namespace ql::results
