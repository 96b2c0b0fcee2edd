// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"
#include "core/results/request_parts.h"
#include "core/results/switched_runs.h"
#include "core/results/verdict.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ql::results {

enum class SensitivityMode {
    OneOn, ///< only this is quantized, everything else stays as in the baseline
    OneOff ///< everything is quantized except this: what a skip would win
};

constexpr auto wordsOf(SensitivityMode)
{
    return std::array{Word{SensitivityMode::OneOn, "one-on"}, Word{SensitivityMode::OneOff, "one-off"}};
}
inline Message expectedWord(SensitivityMode, const std::string& found)
{
    return Message("one-on or one-off instead of \"{}\"", found);
}

/// How a row's number is found.
enum class SensitivityMethod {
    Exact,   ///< by a run for each row
    Gradient ///< predicted from derivatives, by a few passes for all rows together
};

constexpr auto wordsOf(SensitivityMethod)
{
    return std::array{Word{SensitivityMethod::Exact, "exact"}, Word{SensitivityMethod::Gradient, "gradient"}};
}
inline Message expectedWord(SensitivityMethod, const std::string& found)
{
    return Message("exact or gradient instead of \"{}\"", found);
}

/// Whether derivatives tell @p metric of an output.
constexpr bool isPredictable(MetricId metric)
{
    return metric == MetricId::Sqnr || metric == MetricId::Mse || metric == MetricId::RelL2;
}

/// What is switched together as one row.
enum class SensitivityWhat {
    Activation, ///< the quantizer on a layer's output
    Weight,     ///< weight and bias of a layer
    Both,       ///< one row for each of the two
    Together    ///< one row for a layer as a whole: what it reads, its weight and bias, its output
};

constexpr auto wordsOf(SensitivityWhat)
{
    return std::array{Word{SensitivityWhat::Activation, "activation"}, Word{SensitivityWhat::Weight, "weight"},
                      Word{SensitivityWhat::Both, "both"}, Word{SensitivityWhat::Together, "together"}};
}

/// Which quantizers share a row.
enum class SensitivityGroup {
    Layer,
    Siblings, ///< activations that must be quantized alike: readers of one value, both ends of what only moves data
    Scope
};

constexpr auto wordsOf(SensitivityGroup)
{
    return std::array{Word{SensitivityGroup::Layer, "layer"}, Word{SensitivityGroup::Siblings, "siblings"},
                      Word{SensitivityGroup::Scope, "scope"}};
}

struct SensitivityRequest {
    ModelPair models;
    InputSelection samples;                        ///< rows are means over them
    std::vector<MetricId> metrics{MetricId::Sqnr}; ///< one ranking per output and metric
    std::string expression; ///< over all outputs, large = bad: what Custom is; empty = a function of the program
    SensitivityMode mode = SensitivityMode::OneOn;
    SensitivityMethod method = SensitivityMethod::Exact;
    std::size_t probes = 1;   ///< backward passes for each output and sample, 1 or more; with Gradient
    std::size_t exactTop = 0; ///< how many of the rows that are predicted to be worst get their exact number
    SensitivityWhat what = SensitivityWhat::Both;
    SensitivityGroup group = SensitivityGroup::Layer;
    LayerFilter filter;
    std::vector<std::string> layers;  ///< only layers of these names; empty = all
    std::vector<std::string> outputs; ///< only these of the baseline's outputs; empty = all
    std::size_t growingSets = 8;      ///< how many of the most sensitive rows are left float together; 0 = none
    bool replaysDecisions = false;    ///< TopK, ArgMax … choose what they choose in the baseline
    bool withStack = false;           ///< also where the baseline's PyTorch program makes each layer
    std::string folder;               ///< for the state of a cancelled ranking; empty = none
    bool isFresh = false;             ///< don't continue a cancelled ranking
    RunOptions options;
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
    bool isPredicted = false;            ///< from derivatives, to first order; else of a run
    std::string source;                  ///< where a program makes the layer: "net.py:12"; empty unless asked and known
    std::string moduleClass; ///< of the PyTorch module that the layer is: "torch.nn.modules.conv.Conv2d"; else empty

    const std::string& typeName() const { return moduleClass.empty() ? opType : moduleClass; }
};

void fields(auto& visit, Of<SensitivityRow> auto& row)
{
    visit("op_name", row.opName);
    visit("sensitive_type", row.sensitiveType);
    visit("op_type", row.opType);
    visit("metric_value", row.metricValue);
    visit.late("is_predicted", row.isPredicted);
    visit("quant_dtype", row.quantDtype);
    visit("flops", row.macs);
    visit.scaled("flops_percent", row.macsShare, 100.0);
    visit.late("layers", row.layers);
    visit("quantizers", row.quantizers);
    visit.ifAny("source", row.source);
    visit.ifAny("module_class", row.moduleClass);
}

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

void fields(auto& visit, Of<ScopeRepair> auto& repair)
{
    visit("scope", repair.scope);
    visit("metric_value", repair.metricValue);
    visit.nested("best_row", [&](auto& inner) {
        inner("op_name", repair.bestRow);
        inner("sensitive_type", repair.bestRowType);
        inner("metric_value", repair.bestRowValue);
    });
}

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

void fields(auto& visit, Of<SensitivityOutput> auto& output)
{
    visit("name", output.name);
    visit("metric", output.metric);
    visit("everything_on", output.everythingOn);
    visit("reproduction_db", output.reproductionDb);
    visit("rows", output.rows);
    std::size_t rows = 0;
    visit.each("cumulative", output.cumulative, [&rows](auto& inner, auto& step) {
        inner.derived("rows", ++rows);
        inner("op_name", step.opName);
        inner("sensitive_type", step.sensitiveType);
        inner("metric_value", step.metricValue);
    });
    visit.late("scopes", output.scopes);
    visit("scope_repair", output.scopeRepair);
}

/// The answer to "which layer matters most?".
struct SensitivityResult {
    static constexpr bool mayBeSeveral = true; ///< one for each metric and mode, together in a report

    std::string baseline;
    std::string analysis;
    SensitivityMode mode = SensitivityMode::OneOn;
    SensitivityMethod method = SensitivityMethod::Exact;
    std::vector<SensitivityOutput> outputs;
    Verdict verdict;               ///< of a complete ranking
    std::uint64_t samples = 0;     ///< samples every row has seen
    std::uint64_t resumedRows = 0; ///< row runs taken over from a cancelled ranking
    bool replaysDecisions = false;
    std::vector<FlippedDecision> decisions;     ///< with replayed decisions, over all samples
    std::uint64_t executedNodes = 0;            ///< nodes run for the rows
    std::uint64_t naiveNodes = 0;               ///< nodes a whole forward per row would have run
    std::vector<std::string> unplaced;          ///< quantized inputs that have no place in the baseline
    std::optional<SwitchesInside> inside;       ///< set where the baseline takes none of the quantizers
    std::optional<SwitchedDeviation> deviation; ///< set where the switches don't quite give the analysis model
    bool isComplete = false;                    ///< false in partial rankings
    std::string expression;                     ///< that "custom" is; empty where it is a function, or there is none
    std::vector<std::string> postProcess;       ///< expressions that made the outputs of the models'; empty = none
};

void fields(auto& visit, Of<SensitivityResult> auto& result)
{
    visit("baseline", result.baseline);
    visit("analysis", result.analysis);
    visit("mode", result.mode);
    visit.late("method", result.method);
    visit("samples", result.samples);
    visit("is_complete", result.isComplete);
    visit("executed_nodes", result.executedNodes);
    visit("naive_nodes", result.naiveNodes);
    visit.late("resumed_rows", result.resumedRows);
    visit("unplaced", result.unplaced);
    visit.ifAny("switched_inside", result.inside);
    visit.ifAny("switched_deviation", result.deviation);
    visit.late("replays_decisions", result.replaysDecisions);
    visit.late("decisions", result.decisions);
    visit("outputs", result.outputs);
    visit.late("verdict", result.verdict);
    visit.ifAny("expression", result.expression);
    visit.ifAny("post_process", result.postProcess);
}

} // namespace ql::results
