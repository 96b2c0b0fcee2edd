// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/fields.h"
#include "core/results/metrics.h"
#include "core/results/request_parts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ql::results {

/// What an output must reach.
struct TuneTarget {
    std::string output; ///< or a slice of one, "y[:, 4:]"; empty = every output without a target of its own
    double value = 0.0;
};

void fields(auto& visit, Of<TuneTarget> auto& target)
{
    visit("output", target.output);
    visit("value", target.value);
}

/// Asks for the fewest layers that must leave 8 bits so that the outputs are good enough.
struct TuneRequest {
    std::string baseline;
    QuantizationOptions quantization; ///< its data is what is calibrated and judged with
    /// Over all samples' elements together (KL and JS: the mean over samples), large = bad unless it is Sqnr or Cosine;
    /// or what a judge says of all samples, with one target for all outputs. Accuracy needs labels.
    MetricId metric = MetricId::Sqnr;
    std::string labels;      ///< right classes of all of the data's samples, .npy of integers or text; empty = none
    std::string labelOutput; ///< whose strongest element is the class; empty = the first
    std::vector<TuneTarget> targets; ///< outputs without one are not looked at
    std::size_t mostOverrides = 0;   ///< a scope counts as one; 0 = as many as it takes
    std::size_t mostJudged = 8;      ///< samples that candidates are judged on; 0 = all
    double mostSeconds = 0.0;        ///< then the best so far is the answer; 0 = no limit
    bool ignoresRules = false;       ///< proposes what the target of the config's dialect does not allow, too
    RunOptions options;
    ImageOptions images;
    std::string folder = {}; ///< where what was measured is kept until it is done; empty = nowhere
};

/// Of a layer, of all quantized layers of a scope, which are its followers then, or of a single quantizer.
struct TuneOverride {
    std::string layer;
    std::string opType;
    std::string action;                 ///< "int16", "skip"
    double alone = 0.0;                 ///< the metric when nothing but this layer is quantized
    std::vector<std::string> followers; ///< layers edited alike: the target's rules want it, or the scope's
    bool isScope = false;               ///< `layer` is a scope
    std::string tensor = {};            ///< the one value that is quantized otherwise; `layer` makes or reads it
};

void fields(auto& visit, Of<TuneOverride> auto& one)
{
    visit("layer", one.layer);
    std::string kind = one.isScope ? "scope" : one.tensor.empty() ? "layer" : "quantizer";
    visit("kind", kind);
    if constexpr (kIsRead<decltype(one)>)
        one.isScope = kind == "scope";
    visit("op_type", one.opType);
    visit("action", one.action);
    visit("alone", one.alone);
    visit("followers", one.followers);
    visit.ifAny("tensor", one.tensor);
}

/// One set of overrides that was tried.
struct TunePoint {
    std::vector<TuneOverride> overrides;
    double metric = 0.0; ///< of the output that is worst, held against its target
    double margin = 0.0; ///< by how much that output is better than its target
    double cost = 0.0;   ///< multiply-accumulates weighted 1 in 8 bits, 2 in int16, 4 in float, over all in 8 bits
    std::vector<std::pair<std::string, double>> outputs; ///< the metric of each output that has a target
    std::string config;                                  ///< the config's text with the overrides; empty without config
};

void fields(auto& visit, Of<TunePoint> auto& point)
{
    visit("metric_value", point.metric);
    visit("margin", point.margin);
    visit("cost", point.cost);
    visit.list("outputs", point.outputs, [](auto& inner, auto& output) {
        inner("name", output.first);
        inner("metric_value", output.second);
    });
    visit("overrides", point.overrides);
}

/// What was not proposed, and why.
struct TuneRefusal {
    std::string layer;
    std::string action;
    std::string reason;
};

void fields(auto& visit, Of<TuneRefusal> auto& refusal)
{
    visit("layer", refusal.layer);
    visit("action", refusal.action);
    visit("reason", refusal.reason);
}

struct TuneResult {
    std::string baseline;
    std::string config;       ///< the file that the overrides are edits of; empty = none
    std::string configBefore; ///< its text, as it was read
    MetricId metric = MetricId::Sqnr;
    std::vector<TuneTarget> targets;
    std::optional<double> floatMetric; ///< what a judge says of the baseline
    bool isReached = false;
    bool isComplete = false;           ///< false: time ran out, or it was cancelled
    TunePoint start;                   ///< without overrides
    TunePoint best;                    ///< the answer: after overrides that turned out unneeded were taken back
    std::vector<TunePoint> pareto;     ///< rising cost; no tried point is both cheaper and better
    std::vector<TunePoint> tails;      ///< the last layers before the outputs in float, then the last two
    std::vector<TuneOverride> ranking; ///< layers by what quantizing each alone does, worst first
    std::vector<TuneRefusal> refusals;
    std::uint64_t judgedSamples = 0;
    std::uint64_t evaluations = 0;
};

void fields(auto& visit, Of<TuneResult> auto& result)
{
    visit("baseline", result.baseline);
    visit("metric", result.metric);
    visit("config", result.config);
    visit("targets", result.targets);
    visit.ifAny("baseline_value", result.floatMetric);
    visit("reached", result.isReached);
    visit("complete", result.isComplete);
    visit("samples", result.judgedSamples);
    visit("evaluations", result.evaluations);
    visit("start", result.start);
    visit("best", result.best);
    visit("pareto", result.pareto);
    visit.late("tails", result.tails);
    visit("ranking", result.ranking);
    visit("refusals", result.refusals);
}

} // namespace ql::results
