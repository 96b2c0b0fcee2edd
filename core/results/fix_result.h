// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/diagnostic.h"
#include "core/results/metrics.h"
#include "core/results/request_parts.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ql::results {

/// Asks what repairs a quantized network, proved on samples that nothing was fitted to.
struct FixRequest {
    ModelPair models;                 ///< its quantization's data is what is split, or fitted to where heldOut is given
    std::string heldOut;              ///< a dataset to judge on; empty = a third of the data
    MetricId metric = MetricId::Sqnr; ///< Sqnr or Cosine, over all judged samples' elements together
    std::vector<std::string> fixes;   ///< only these; empty = all
    std::vector<std::string> outputs; ///< that alone are judged by, or slices of them, "y[:, 4:]"; empty = all
    std::size_t mostJudged = 8;       ///< samples that candidates are judged on; 0 = all that are held out
    std::size_t worstLayers = 12;     ///< so many are proposed to be changed one by one; 0 = all
    double mostSeconds = 0.0;         ///< then the best so far is the answer; 0 = no limit
    bool ignoresRules = false;        ///< proposes what the target of the config's dialect does not allow, too
    std::string folder;               ///< where repaired models and config are written; empty = nowhere
    PortNames ports;                  ///< of the models that are written
    RunOptions options;
    ImageOptions images;
};

/// How well a form of the network does on the samples that are held out.
struct FixMeasure {
    double metric = 0.0; ///< of the worst output, or part of one
    double cost = 1.0;   ///< as of tune: multiply-accumulates weighted 1 in 8 bits, 2 in int16, 4 in float
    std::vector<std::pair<std::string, double>> outputs; ///< and parts of them, "y[:, 4:84]"
    std::optional<double> judged = {};                   ///< what a judge says of all outputs

    static auto parts(auto& self) { return std::tie(self.metric, self.cost, self.outputs, self.judged); }
};

void fields(auto& visit, Of<FixMeasure> auto& measure)
{
    visit("metric_value", measure.metric);
    visit.ifAny("judged", measure.judged);
    visit("cost", measure.cost);
    visit.list("outputs", measure.outputs, [](auto& inner, auto& output) {
        inner("name", output.first);
        inner("metric_value", output.second);
    });
}

/// Where a quantized model's constants are not what its own scales make of the baseline's, as they are in the
/// simulation that repairs start from.
struct FixDeviation {
    std::string layer;
    std::string value;   ///< of the baseline: a weight or a bias
    Message what;        ///< how it differs
    double lossDb = 0.0; ///< what the simulation loses with this alone put in: mean over the outputs
};

void fields(auto& visit, Of<FixDeviation> auto& deviation)
{
    visit("layer", deviation.layer);
    visit("value", deviation.value);
    visit("what", deviation.what);
    visit("loss_db", deviation.lossDb);
}

/// One candidate.
struct FixRow {
    enum class State {
        Chosen,   ///< part of the answer
        Unneeded, ///< helps alone, and nothing beside those chosen
        NoGain,   ///< wins nothing, or not what it costs
        Loses,    ///< makes an output worse
        Refused   ///< can't be, or the target's rules forbid it: see reason
    };

    std::string fix;
    std::string changes;             ///< "config", "weights", "both"
    std::vector<std::string> layers; ///< empty = all
    Message change;
    State state = State::NoGain;
    std::optional<FixMeasure> alone; ///< with nothing but this; nothing where it is refused or time ran out
    double gainDb = 0.0;             ///< mean over the outputs, alone
    double gainPerCost = 0.0;
    std::optional<double> metricAfter; ///< of those chosen: the metric with it and all before it
    bool isInConfig = false;           ///< the written config says it
    Message reason;
    std::optional<double> judgeGain = {}; ///< by a judge, alone: what it wins, of what quantization lost
};

constexpr auto wordsOf(FixRow::State)
{
    using enum FixRow::State;
    return std::array{Word{Chosen, "chosen"}, Word{Unneeded, "unneeded"}, Word{NoGain, "no-gain"}, Word{Loses, "loses"},
                      Word{Refused, "refused"}};
}

void fields(auto& visit, Of<FixRow> auto& row)
{
    visit("fix", row.fix);
    visit("changes", row.changes);
    visit("layers", row.layers);
    visit("change", row.change);
    visit("state", row.state);
    visit("alone", row.alone);
    visit("gain_db", row.gainDb);
    visit.ifAny("judge_gain", row.judgeGain);
    visit("gain_per_cost", row.gainPerCost);
    visit("metric_after", row.metricAfter);
    visit("in_config", row.isInConfig);
    visit.orNull("reason", row.reason);
}

struct FixResult {
    std::string baseline;
    std::string analysis; ///< the quantized model, or what the baseline was simulated with
    std::string config;   ///< the file that is edited; empty = none
    MetricId metric = MetricId::Sqnr;
    std::string heldOutData;                 ///< the dataset that was judged on
    std::vector<std::string> fittedSamples;  ///< that ranges and weights were fitted to
    std::vector<std::string> heldOutSamples; ///< that candidates were judged on
    bool isSplit = false;                    ///< both are of one dataset: every third sample is held out
    std::optional<double> judgedBaseline;    ///< what a judge, which decides then, says of the float model
    std::string judgeBetter;                 ///< which of its numbers are: "higher", "lower"; empty without
    bool isComplete = false;                 ///< false: time ran out
    std::optional<FixMeasure> given;         ///< the quantized model itself, where one was given
    std::vector<FixDeviation> deviations;    ///< of that model from its simulation, most harmful first
    FixMeasure start;                        ///< its simulation
    FixMeasure best;                         ///< with all that was chosen
    double floatDifference = 0.0;            ///< of the repaired float network: relative L2 of its worst output
    std::vector<FixRow> rows;                ///< those chosen first, in the order in which they are applied
    std::string configBefore;                ///< the config's text, as it was read
    std::string fixedConfig;                 ///< edited; empty = nothing to say, or no config was given
    std::optional<FixMeasure> byConfig;      ///< what that config makes of the repaired float network
    std::optional<FixMeasure> byConfigAlone; ///< and of the baseline, where weights are repaired
    std::vector<Diagnostic> configFindings;
    std::vector<std::string> notes;
    std::vector<std::string> files;
    std::uint64_t evaluations = 0;
};

void fields(auto& visit, Of<FixResult> auto& result)
{
    visit("baseline", result.baseline);
    visit("analysis", result.analysis);
    visit("config", result.config);
    visit("metric", result.metric);
    visit.nested("split", [&](auto& inner) {
        inner("held_out_data", result.heldOutData);
        inner("one_dataset", result.isSplit);
        inner("fitted", result.fittedSamples);
        inner("held_out", result.heldOutSamples);
    });
    visit.ifAny("judged_baseline", result.judgedBaseline);
    visit.ifAny("judge_better", result.judgeBetter);
    visit("complete", result.isComplete);
    visit("evaluations", result.evaluations);
    visit("given", result.given);
    visit.ifAny("deviations", result.deviations);
    visit("start", result.start);
    visit("best", result.best);
    visit("float_difference", result.floatDifference);
    visit("rows", result.rows);
    visit("by_config", result.byConfig);
    visit.ifAny("by_config_alone", result.byConfigAlone);
    visit.ifAny("config_before", result.configBefore);
    visit.ifAny("fixed_config", result.fixedConfig);
    visit("config_findings", result.configFindings);
    visit("notes", result.notes);
    visit("files", result.files);
}

} // namespace ql::results
