// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/flipped_decision.h"
#include "core/results/layer.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::results {

/// One row of the per-layer comparison.
struct LayerRow {
    enum class State {
        Compared,
        ShapeMismatch,     ///< partners found, shapes differ: no metrics
        UnmatchedBaseline, ///< only the baseline has it
        UnmatchedAnalysis, ///< only the analysis model has it
        Fused              ///< inside a run of which another row (fusedInto) shows the metrics; one side is empty
    };

    int index = 0; ///< position in execution order of the baseline (unmatched analysis layers follow their neighbours)
    std::string name; ///< the baseline's node name, or the analysis' if there is no baseline partner
    std::string scope;
    State state = State::Compared;
    std::string fusedInto; ///< name of the row of the run's last operator; only for Fused
    LayerSide baseline;    ///< empty value name if unmatched
    LayerSide analysis;
    std::vector<std::int64_t> baselineShape;
    std::vector<std::int64_t> shape; ///< the analysis value's
    std::optional<QuantizerInfo> quantizer;
    MatchInfo match;
    std::optional<Metrics> metrics;
    std::optional<HistogramPair> histogram; ///< 256 bins
    std::uint64_t clampedCount = 0;         ///< baseline elements outside the quantizer's range
    std::uint64_t nanCount = 0;             ///< of both sides
    std::uint64_t infCount = 0;
    std::uint64_t macs = 0;
    std::vector<Diagnostic> advice;
};

struct OutputComparison {
    std::string name;
    std::optional<Metrics> metrics; ///< nothing when shapes differ
    std::vector<std::int64_t> shape;
};

/// How much work a simulated comparison was: less than all of it where an earlier one did the rest.
struct SimulationCounts {
    std::uint64_t points = 0;           ///< quantized values that have parameters of their own
    std::uint64_t calibratedPoints = 0; ///< of which the parameters had to be worked out
    std::uint64_t nodes = 0;            ///< of the simulated model
    std::uint64_t executedNodes = 0;
    std::uint64_t executedBaselineNodes = 0;
};

/// The answer to "in which layer does it start?". Built on the worker, never changed after.
struct CompareResult {
    std::string baseline;
    std::string analysis;
    std::vector<OutputComparison> outputs;
    std::vector<LayerRow> layers; ///< baseline execution order, unmatched ones included
    std::vector<std::string> unmatchedBaseline;
    std::vector<std::string> unmatchedAnalysis;
    std::string errorOrigin; ///< name of the layer where the error starts; empty if none stands out
    bool replaysDecisions = false;
    std::vector<FlippedDecision> decisions;     ///< with replayed decisions
    std::optional<SimulationCounts> simulation; ///< of a simulated analysis model
    double baselineSeconds = 0.0;               ///< inside the baseline's nodes
    double analysisSeconds = 0.0;
    double totalSeconds = 0.0;
};

} // namespace ql::results
