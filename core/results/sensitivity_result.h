// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/flipped_decision.h"
#include "core/results/metrics.h"
#include "core/results/requests.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ql::results {

enum class SensitivityMode {
    OneOn, ///< only this is quantized, everything else stays as in the baseline
    OneOff ///< everything is quantized except this: what a skip would win
};

/// What is switched together as one row.
enum class SensitivityWhat {
    Activation, ///< the quantizer on a layer's output
    Weight,     ///< weight and bias of a layer
    Both,       ///< one row for each of the two
    Together    ///< one row for a layer as a whole: what it reads, its weight and bias, its output
};

/// Which quantizers share a row.
enum class SensitivityGroup {
    Layer,
    Siblings, ///< activations that must be quantized alike: readers of one value, both ends of what only moves data
    Scope
};

struct SensitivityRequest {
    std::string baseline;
    std::string analysis;
    std::vector<std::string> inputs;
    std::string data;                              ///< a dataset instead of inputs: rows are means over its samples
    std::size_t numSteps = 0;                      ///< at most so many of its samples; 0 = all
    std::vector<MetricId> metrics{MetricId::Sqnr}; ///< one ranking per output and metric
    SensitivityMode mode = SensitivityMode::OneOn;
    SensitivityWhat what = SensitivityWhat::Both;
    SensitivityGroup group = SensitivityGroup::Layer;
    std::vector<std::string> prefixes;      ///< only layers whose name starts with one of them; empty = all
    std::vector<std::string> operatorTypes; ///< only these operator types; empty = all
    std::vector<std::string> layers;        ///< only layers of these names; empty = all
    std::vector<std::string> outputs;       ///< only these of the baseline's outputs; empty = all
    std::size_t growingSets = 8;            ///< how many of the most sensitive rows are left float together; 0 = none
    bool replaysDecisions = false;          ///< TopK, ArgMax … choose what they choose in the baseline
    std::string folder;                     ///< for the state of a cancelled ranking; empty = none
    bool isFresh = false;                   ///< don't continue a cancelled ranking
    RunOptions options;
    ImageOptions images;
    QuantizationOptions quantization; ///< simulates the analysis model where none is named
};

struct SensitivityRow {
    std::string opName;        ///< layer, graph input or scope; of siblings the first
    std::string sensitiveType; ///< "activation", "weight", "both"
    std::string opType;
    /// Mean over the samples; NaN if any gave NaN. A sample that changes nothing (SQNR inf) counts only among its like.
    double metricValue = 0.0;
    std::string quantDtype; ///< "int8"; "int8,int32" where a row switches several
    std::uint64_t macs = 0;
    double macsShare = 0.0;              ///< 0 … 1 of the model's
    std::vector<std::string> layers;     ///< every layer and graph input that the row stands for
    std::vector<std::string> quantizers; ///< the analysis model's tensors that the row switches
};

/// One step of a growing set: this row left float together with all rows of the steps before it.
struct GrowingSetStep {
    std::string opName;
    std::string sensitiveType;
    double metricValue = 0.0;
};

/// A scope that repairs what no row alone does: left float as a whole it takes away at least half of the error, and
/// more than twice as much as the best row.
struct ScopeRepair {
    std::string scope;
    double metricValue = 0.0;
    std::string bestRow;
    std::string bestRowType;
    double bestRowValue = 0.0;
};

struct SensitivityOutput {
    std::string name;
    MetricId metric = MetricId::Sqnr;
    double everythingOn = 0.0;        ///< the metric of the whole analysis model
    double reproductionDb = 0.0;      ///< SQNR between the analysis model and the baseline with every quantizer on
    std::vector<SensitivityRow> rows; ///< most sensitive first
    std::vector<GrowingSetStep> cumulative; ///< in the order of rows
    std::vector<SensitivityRow> scopes;     ///< one-off by layer: whole scopes, those that help most first
    std::optional<ScopeRepair> scopeRepair;
};

/// The answer to "which layer matters most?".
struct SensitivityResult {
    static constexpr bool mayBeSeveral = true; ///< one for each metric and mode, together in a report

    std::string baseline;
    std::string analysis;
    SensitivityMode mode = SensitivityMode::OneOn;
    std::vector<SensitivityOutput> outputs;
    std::uint64_t samples = 0;     ///< samples every row has seen
    std::uint64_t resumedRows = 0; ///< row runs taken over from a cancelled ranking
    bool replaysDecisions = false;
    std::vector<FlippedDecision> decisions; ///< with replayed decisions, over all samples
    std::uint64_t executedNodes = 0;        ///< nodes run for the rows
    std::uint64_t naiveNodes = 0;           ///< nodes a whole forward per row would have run
    std::vector<std::string> unplaced;      ///< quantized inputs that have no place in the baseline
    bool isComplete = false;                ///< false in partial rankings
};

using SensitivityListener = std::function<void(std::shared_ptr<const SensitivityResult>)>;

} // namespace ql::results
