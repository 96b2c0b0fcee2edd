// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layers/layer_causes.h"
#include "core/results/loop_iterations.h"
#include "core/results/request_parts.h"
#include "core/results/switched_runs.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ql::results {

/// Asks what makes the error of each quantized layer.
struct AttributionRequest {
    ModelPair models;
    InputSelection samples; ///< errors are summed over them
    LayerFilter filter;
    RunOptions options;
};

/// What one iteration says about a layer in a loop's body.
struct AttributionIteration {
    std::vector<std::int64_t> numbers; ///< of the loops around the layer, the outermost first, from 0
    double accumulatedDb = 0.0;
    double localDb = 0.0;
    double propagatedDb = 0.0;
    std::string mainCause;
};

void fields(auto& visit, Of<AttributionIteration> auto& iteration)
{
    visit("iteration", iteration.numbers);
    visit("accumulated_db", iteration.accumulatedDb);
    visit("local_db", iteration.localDb);
    visit("propagated_db", iteration.propagatedDb);
    visit.orNull("main_cause", iteration.mainCause);
}

/// The error of one layer's value, as its readers see it, and where it comes from.
struct AttributionRow {
    int index = 0;    ///< as in a comparison of the two
    std::string name; ///< layer or graph input
    std::string opType;
    std::string scope;
    std::string body;           ///< in which it stands: "If_0/then_branch", "Loop_3/body"; empty outside of bodies
    std::string quantDtype;     ///< "int8"; "int8,int32" for several
    double accumulatedDb = 0.0; ///< everything is quantized
    double localDb = 0.0;       ///< only this layer is: its weight, bias and output, on the baseline's inputs
    ErrorPart propagated;       ///< everything before it is quantized, the layer itself is not
    ErrorPart weights;          ///< only its weight and bias
    ErrorPart rounding;         ///< only its output's quantizer: elements that it can represent
    ErrorPart clamping;         ///< only its output's quantizer: elements more than half a step outside its range
    std::uint64_t elements = 0;
    std::uint64_t clampedCount = 0;
    std::string mainCause; ///< "propagated", "weights", "rounding", "clamping"; empty without any error
    /// In a loop all numbers are over the iterations that both runs had, as of one tensor, and here of each for itself.
    std::vector<AttributionIteration> iterations;
    MissingIterations missing; ///< of the others in a loop; of the sample that has most of them
};

void fields(auto& visit, Of<AttributionRow> auto& row)
{
    visit("index", row.index);
    visit("op_name", row.name);
    visit("op_type", row.opType);
    visit("scope", row.scope);
    visit.ifAny("body", row.body);
    visit("quant_dtype", row.quantDtype);
    visit("accumulated_db", row.accumulatedDb);
    visit("local_db", row.localDb);
    visit("propagated", row.propagated);
    visit("weights", row.weights);
    visit("rounding", row.rounding);
    visit("clamping", row.clamping);
    visit("clamped", row.clampedCount);
    visit("elements", row.elements);
    visit.orNull("main_cause", row.mainCause);
    iterationFields(visit, row);
}

/// The quantized layer at which the error starts: the one with the largest drop from what it reads to its own value,
/// or to what float layers make of that.
struct AttributedOrigin {
    std::string layer;
    std::string opType;
    double inputDb = 0.0; ///< the worst of what it reads, within -40 … 50
    std::string shownAt;  ///< the layer whose value drops; often the layer itself
    double shownDb = 0.0; ///< NaN when the value holds NaN or infinite elements that the baseline's doesn't
    std::vector<std::int64_t> numbers; ///< of the iteration in which it drops, the outermost loop first; empty outside
};

void fields(auto& visit, Of<AttributedOrigin> auto& origin)
{
    visit("op_name", origin.layer);
    visit("op_type", origin.opType);
    visit("input_db", origin.inputDb);
    visit("shown_at", origin.shownAt);
    visit("shown_db", origin.shownDb);
    visit.ifAny("iteration", origin.numbers);
}

struct AttributedOutput {
    std::string name;
    double sqnrDb = 0.0;         ///< baseline against analysis model; of the worst sample
    double reproductionDb = 0.0; ///< analysis model against the baseline with every quantizer on; of the worst sample
};

void fields(auto& visit, Of<AttributedOutput> auto& output)
{
    visit("name", output.name);
    visit("sqnr_db", output.sqnrDb);
    visit("reproduction_db", output.reproductionDb);
}

/// The answer to "where does the error come from?".
struct AttributionResult {
    std::string baseline;
    std::string analysis;
    std::uint64_t samples = 0;
    std::vector<AttributedOutput> outputs;
    std::vector<AttributionRow> rows;           ///< in order of execution
    std::optional<AttributedOrigin> origin;     ///< nothing while no value falls below 20 dB by a drop of 10 dB
    std::vector<std::string> unplaced;          ///< quantized inputs that have no place in the baseline
    std::optional<SwitchesInside> inside;       ///< set where the baseline takes none of the quantizers
    std::optional<SwitchedDeviation> deviation; ///< set where the switches don't quite give the analysis model
    std::uint64_t executedNodes = 0;
};

void fields(auto& visit, Of<AttributionResult> auto& result)
{
    visit("baseline", result.baseline);
    visit("analysis", result.analysis);
    visit("samples", result.samples);
    visit("executed_nodes", result.executedNodes);
    visit("unplaced", result.unplaced);
    visit.ifAny("switched_inside", result.inside);
    visit.ifAny("switched_deviation", result.deviation);
    visit("error_origin", result.origin);
    visit("outputs", result.outputs);
    visit("rows", result.rows);
}

} // namespace ql::results
