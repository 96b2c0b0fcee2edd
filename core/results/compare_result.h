// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/arithmetic/target_arithmetics.h"
#include "core/results/layer.h"
#include "core/results/layers/controlled_runs.h"
#include "core/results/layers/layer_causes.h"
#include "core/results/layers/worst_slice.h"
#include "core/results/loop_iterations.h"
#include "core/results/request_parts.h"
#include "core/results/spread/sample_spread.h"
#include "core/results/switched_runs.h"
#include "core/results/verdict.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace ql::results {

struct CompareRequest {
    ModelPair models;
    InputSelection samples; ///< one, or a dataset
    std::string mapFile;    ///< lines "baseline_name analysis_name"; empty = none
    LayerFilter filter;
    bool showAll = false;          ///< also shape-only and constant nodes
    bool replaysDecisions = false; ///< TopK, ArgMax … choose what they choose in the baseline
    bool withStack = false;        ///< also where a PyTorch program makes each layer
    bool withHistograms = false;   ///< also layers' KL, JS and histograms, a second pass over every pair of tensors
    CauseRuns causes = CauseRuns::Quick;
    std::string targetArithmetic; ///< how a model on integers computes beside a target's dump; "auto" = tried; empty
    RunOptions options;
    std::string folder = {}; ///< where what is known of a dataset is kept until it is done; empty = nowhere
    std::vector<std::string> slices = {}; ///< "y[:, 4:]": of outputs, which are measured, too
};

/// What one iteration says about a layer in a loop's body.
struct LayerIteration {
    std::vector<std::int64_t> numbers; ///< of the loops around the layer, the outermost first, from 0
    std::optional<Metrics> metrics;    ///< nothing where shapes differ
};

void fields(auto& visit, Of<LayerIteration> auto& iteration)
{
    visit("iteration", iteration.numbers);
    visit("metrics", iteration.metrics);
}

/// Of two tensors of strings, which have no metrics.
struct EqualStrings {
    std::uint64_t equal = 0;
    std::uint64_t elements = 0;
};

void fields(auto& visit, Of<EqualStrings> auto& strings)
{
    visit("equal", strings.equal);
    visit("elements", strings.elements);
}

/// What a dump's file without description was taken for, by how well it resembles the other model's tensor.
struct DumpReading {
    std::string file;
    std::string dtype;                 ///< of the numbers in the file; empty where it could not be read
    std::string layout;                ///< "NHWC", "NC1HWC0 (C0 = 16)", "NCHW, rows of 16"
    double similarity = 0.0;           ///< correlation with the other model's tensor
    std::optional<int> fractionBits;   ///< of integers in fixed point
    std::optional<double> fittedScale; ///< of other integers, so that an error of the scale doesn't show
    std::optional<std::int64_t> fittedZeroPoint;
    std::vector<std::string> rivals; ///< "int8 NHWC": what fits as well and holds other numbers
    bool isAsOthers = false;         ///< chosen among the rivals as the dump's other files have this layout
    Message problem;                 ///< why it could not be read
};

void fields(auto& visit, Of<DumpReading> auto& reading)
{
    visit("file", reading.file);
    visit("dtype", reading.dtype);
    visit("layout", reading.layout);
    visit("similarity", reading.similarity);
    visit("fraction_bits", reading.fractionBits);
    visit("fitted_scale", reading.fittedScale);
    visit("fitted_zero_point", reading.fittedZeroPoint);
    visit("also_fits", reading.rivals);
    visit("as_other_files", reading.isAsOthers);
    visit("problem", reading.problem);
}

/// The grid that a value without a quantizer of its own lies on, for what makes it leaves numbers where they are.
struct KeptGrid {
    std::string dtype;
    double scale = 0.0;
    std::int64_t zeroPoint = 0;
};

void fields(auto& visit, Of<KeptGrid> auto& grid)
{
    visit("dtype", grid.dtype);
    visit("scale", grid.scale);
    visit("zero_point", grid.zeroPoint);
}

/// One row of the per-layer comparison.
struct LayerRow {
    enum class State {
        Compared,
        ShapeMismatch,     ///< partners found, shapes differ: no metrics
        UnmatchedBaseline, ///< only the baseline has it
        UnmatchedAnalysis, ///< only the analysis model has it
        Fused,             ///< inside a run of which another row (fusedInto) shows the metrics; one side is empty
        NotRun,        ///< stands in a body that ran in neither model: a branch not taken, a loop without iterations
        RunInBaseline, ///< stands in a body that ran in the baseline only
        RunInAnalysis, ///< stands in a body that ran in the analysis model only
        UnpairedIterations, ///< the models ran no iteration in common, or only one of the layers stands in a loop
        Strings             ///< the values are strings, which are equal or not: no metrics
    };

    int index = 0; ///< position in execution order of the baseline (unmatched analysis layers follow their neighbours)
    std::string name; ///< the baseline's node name, or the analysis' if there is no baseline partner
    std::string scope;
    std::string body; ///< in which it stands: "If_0/then_branch", "Loop_3/body"; empty outside of bodies
    State state = State::Compared;
    std::string fusedInto; ///< name of the row of the run's last operator; only for Fused
    LayerSide baseline;    ///< empty value name if unmatched
    LayerSide analysis;
    std::vector<std::int64_t> baselineShape;
    std::vector<std::int64_t> shape; ///< the analysis value's
    std::optional<QuantizerInfo> quantizer;
    std::optional<KeptGrid> keptGrid; ///< only without a quantizer
    MatchInfo match;
    std::optional<Metrics> metrics;         ///< in a loop, over all iterations that both models ran, as of one tensor
    std::optional<WorstSlice> worstSlice;   ///< nothing where the value has one slice only, or in a loop
    std::vector<LayerIteration> iterations; ///< of those, each for itself; empty outside of loops
    MissingIterations missing;              ///< of the others in a loop
    std::optional<EqualStrings> strings;    ///< only for Strings, outside of loops
    std::optional<DumpReading> reading;     ///< only of a file that nothing describes
    std::optional<HistogramPair> histogram; ///< 256 bins
    std::uint64_t clampedCount = 0;         ///< baseline elements outside the quantizer's range
    std::uint64_t nanCount = 0;             ///< of both sides
    std::uint64_t infCount = 0;
    std::uint64_t macs = 0;
    std::optional<LayerCauses> causes;   ///< of layers that were run under control
    std::optional<ReplayedLayer> replay; ///< likewise, on the inputs that the analysis model's layer had
    std::optional<OutputEffect> effect;  ///< of the worst output, of layers that may be to blame for it
    std::vector<Diagnostic> advice;      ///< what was measured before what is guessed
    MetricSpreads overSamples;           ///< of a dataset; everything else is of its worst sample
    std::string baselineClass;           ///< of the PyTorch module that the layer is: "torch.nn.modules.conv.Conv2d"
    std::string analysisClass;
    std::string source;     ///< where a program makes it: "net.py:12"; empty unless asked for and known
    std::vector<int> reads; ///< index of every row whose value it reads, through layers that have none; each once
};

/// Whether the baseline has no such layer: the row goes by the analysis model's name, which may be the name of another
/// layer there.
inline bool isOnlyInAnalysis(const LayerRow& row)
{
    using enum LayerRow::State;
    return row.state == UnmatchedAnalysis || (row.state == Fused && row.baseline.empty());
}

/// Whether the layer has a partner and no metrics, for one of the models, or both, didn't run it as the other did.
inline bool isLeftOut(const LayerRow& row)
{
    using enum LayerRow::State;
    return row.state == NotRun || row.state == RunInBaseline || row.state == RunInAnalysis
           || row.state == UnpairedIterations;
}

constexpr auto wordsOf(LayerRow::State)
{
    using enum LayerRow::State;
    return std::array{Word{Compared, "compared"},
                      Word{ShapeMismatch, "shape-mismatch"},
                      Word{UnmatchedBaseline, "unmatched-baseline"},
                      Word{UnmatchedAnalysis, "unmatched-analysis"},
                      Word{Fused, "fused"},
                      Word{NotRun, "not-run"},
                      Word{RunInBaseline, "run-in-baseline"},
                      Word{RunInAnalysis, "run-in-analysis"},
                      Word{UnpairedIterations, "unpaired-iterations"},
                      Word{Strings, "strings"}};
}

void fields(auto& visit, Of<LayerRow> auto& row)
{
    visit("index", row.index);
    visit("name", row.name);
    visit.late("scope", row.scope);
    visit.ifAny("body", row.body);
    visit("state", row.state);
    visit.orNull("fused_into", row.fusedInto);
    visit.orNull("baseline", row.baseline);
    visit.orNull("analysis", row.analysis);
    visit("shape", row.shape);
    visit("baseline_shape", row.baselineShape);
    quantizerFields(visit, row.quantizer);
    visit.ifAny("kept_grid", row.keptGrid);
    visit.orNull("match", row.match);
    visit("metrics", row.metrics);
    visit.ifAny("worst_slice", row.worstSlice);
    iterationFields(visit, row);
    visit.ifAny("strings", row.strings);
    visit.ifAny("reading", row.reading);
    visit("nan_count", row.nanCount);
    visit("inf_count", row.infCount);
    visit("clamped_count", row.clampedCount);
    visit("macs", row.macs);
    visit("causes", row.causes);
    visit.ifAny("replay", row.replay);
    visit.ifAny("effect", row.effect);
    visit("advice", row.advice);
    visit("histogram", row.histogram);
    visit.ifAny("over_samples", row.overSamples);
    visit.ifAny("baseline_class", row.baselineClass);
    visit.ifAny("analysis_class", row.analysisClass);
    visit.ifAny("source", row.source);
    visit.late("reads", row.reads);
}

/// A slice of an output that was asked for.
struct NamedSlice {
    std::string slice;              ///< "[:, 4:]", as it was asked for
    std::optional<Metrics> metrics; ///< nothing when shapes differ
};

void fields(auto& visit, Of<NamedSlice> auto& slice)
{
    visit("slice", slice.slice);
    visit("metrics", slice.metrics);
}

struct OutputComparison {
    std::string name;
    std::optional<Metrics> metrics; ///< nothing when shapes differ, or there are no numbers
    std::vector<std::int64_t> shape;
    std::optional<EqualStrings> strings; ///< in place of metrics
    MetricSpreads overSamples = {};      ///< of a dataset
    std::optional<WorstSlice> worstSlice = {};
    std::vector<NamedSlice> slices = {};
};

void fields(auto& visit, Of<OutputComparison> auto& output)
{
    visit("name", output.name);
    visit("shape", output.shape);
    visit("metrics", output.metrics);
    visit.ifAny("worst_slice", output.worstSlice);
    visit.ifAny("slices", output.slices);
    visit.ifAny("strings", output.strings);
    visit.ifAny("over_samples", output.overSamples);
}

/// How much work a simulated comparison was: less than all of it where an earlier one did the rest.
struct SimulationCounts {
    std::uint64_t points = 0;           ///< quantized values that have parameters of their own
    std::uint64_t calibratedPoints = 0; ///< of which the parameters had to be worked out
    std::uint64_t nodes = 0;            ///< of the simulated model
    std::uint64_t executedNodes = 0;
    std::uint64_t executedBaselineNodes = 0;
};

void fields(auto& visit, Of<SimulationCounts> auto& counts)
{
    visit("points", counts.points);
    visit("calibrated_points", counts.calibratedPoints);
    visit("nodes", counts.nodes);
    visit("executed_nodes", counts.executedNodes);
    visit("executed_baseline_nodes", counts.executedBaselineNodes);
}

/// What functions of the calling program say of the two models' outputs.
struct SaidByFunctions {
    std::optional<double> metric; ///< how far apart they are
    std::optional<double> judgedBaseline;
    std::optional<double> judgedAnalysis;

    bool empty() const { return !metric && !judgedBaseline; }
};

void fields(auto& visit, Of<SaidByFunctions> auto& said)
{
    visit.ifAny("metric", said.metric);
    visit.ifAny("baseline_judged", said.judgedBaseline);
    visit.ifAny("analysis_judged", said.judgedAnalysis);
}

/// The answer to "in which layer does it start?". Built on the worker, never changed after.
struct CompareResult {
    std::string baseline;
    std::string analysis;
    std::vector<OutputComparison> outputs; ///< after a post-processing
    std::vector<std::string> postProcess;  ///< the expressions that it is; empty = a function of the program, or none
    SaidByFunctions said;
    Verdict verdict;
    std::vector<LayerRow> layers; ///< baseline execution order, unmatched ones included
    std::vector<std::string> unmatchedBaseline;
    std::vector<std::string> unmatchedAnalysis;
    std::string errorOrigin;       ///< name of the layer where the error starts; empty if none stands out
    bool isOriginMeasured = false; ///< a controlled run showed that the error is made there; otherwise it may be
    CauseCounts causes;
    bool replaysDecisions = false;
    std::vector<FlippedDecision> decisions;       ///< with replayed decisions
    std::optional<SimulationCounts> simulation;   ///< of a simulated analysis model
    std::optional<VariantCounts> variant;         ///< where the analysis model is one
    std::vector<Diagnostic> configFindings;       ///< about the config that was simulated
    std::vector<Diagnostic> pairFindings;         ///< on how the two models differ, and on what they are
    std::vector<Diagnostic> dumpFindings;         ///< on how the files of a dump were read
    std::optional<TargetArithmetics> arithmetics; ///< where a target's was asked for
    std::optional<ComparedSamples> samples;       ///< of a dataset
    double baselineSeconds = 0.0;                 ///< inside the baseline's nodes
    double analysisSeconds = 0.0;
    double causesSeconds = 0.0; ///< for controlled runs
    double totalSeconds = 0.0;  ///< all of it
};

/// The row of that name, else of that node or value in either model; null where there is none.
inline const LayerRow* findLayer(const CompareResult& result, const std::string& name)
{
    auto found = std::ranges::find(result.layers, name, &LayerRow::name);
    if (found == result.layers.end())
        found = std::ranges::find_if(result.layers, [&name](const LayerRow& layer) {
            return layer.analysis.node == name || layer.baseline.node == name || layer.baseline.value == name
                   || layer.analysis.value == name;
        });
    return found == result.layers.end() ? nullptr : &*found;
}

/// Decisions and counts stand in the document only where there are any.
void fields(auto& visit, Of<CompareResult> auto& result)
{
    visit("baseline", result.baseline);
    visit("analysis", result.analysis);
    visit("outputs", result.outputs);
    visit.ifAny("post_process", result.postProcess);
    visit.ifAny("functions", result.said);
    visit.late("verdict", result.verdict);
    visit.orNull("error_origin", result.errorOrigin);
    visit.late("error_origin_measured", result.isOriginMeasured);
    visit.late("causes", result.causes);
    visit("layers", result.layers);
    bool replays = result.replaysDecisions;
    visit.presence("decisions", replays);
    if (replays)
        visit("decisions", result.decisions);
    if constexpr (kIsRead<decltype(result)>)
        result.replaysDecisions = replays;
    visit.ifAny("simulation", result.simulation);
    visit.ifAny("variant", result.variant);
    visit.ifAny("target_arithmetic", result.arithmetics);
    visit.ifAny("config_findings", result.configFindings,
                [](auto& inner, auto& finding) { configFindingFields(inner, finding); });
    visit.ifAny("pair_findings", result.pairFindings,
                [](auto& inner, auto& finding) { findingFields(inner, finding); });
    visit.ifAny("dump_findings", result.dumpFindings,
                [](auto& inner, auto& finding) { findingFields(inner, finding); });
    visit.ifAny("samples", result.samples);
    unmatchedFields(visit, result);
    visit.nested("seconds", [&](auto& inner) {
        inner("baseline", result.baselineSeconds);
        inner("analysis", result.analysisSeconds);
        inner.late("causes", result.causesSeconds);
        inner("total", result.totalSeconds);
    });
}

} // namespace ql::results
