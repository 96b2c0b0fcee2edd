// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/switched_model.h"

#include "core/analysis/simulation/reproduction.h"
#include "core/base/error.h"
#include "core/base/log.h"
#include "core/graph/operators/op_kind.h"
#include "core/runs/run.h"

#include <algorithm>
#include <limits>

namespace ql::analysis {

namespace {

using runs::WhatIf;

/// Whether a sample shows that switches reproduce the analysis model is no more than a few runs of the many to come.
std::shared_ptr<WholeRuns> requireEquivalence(SwitchedModel& model, const graph::Graph& analysis,
                                              const SampleSource& samples, JobContext& ctx)
{
    const auto& switches = *model.switches;
    ctx.beginStage("checking that the quantizers reproduce the analysis model", samples.count, 0.05, kPlacedAt);
    const EquivalenceCheck check(switches, analysis);
    Reproduction reproduction(switches.baseline());
    std::shared_ptr<WholeRuns> only;
    for (std::size_t i = 0; i < samples.count; ++i) {
        const auto checkSample = [&] {
            const auto inputs = samples.read(i);
            auto runs = std::make_shared<WholeRuns>(switches, check, inputs, samples.forAnalysis(inputs), ctx);
            if (i == 0)
                check.requireBaseline(inputs, runs->off, ctx);
            check.check(runs->off, runs->on, runs->analysis);
            reproduction.addSample(runs->off.outputs(), runs->on.outputs(), runs->analysis);
            if (samples.count == 1)
                only = std::move(runs);
        };
        if (samples.count > 1)
            withContext(Message("sample {}", i), checkSample);
        else
            checkSample();
        ctx.step();
    }
    model.deviation = reproduction.deviation();
    return only;
}

/// The worst output's of the worst sample. The only sample's @p runs, if there are any, get the baseline's outputs.
double bypassedDb(const graph::Graph& baseline, const QuantizerSwitches& switches, const SampleSource& samples,
                  WholeRuns* runs, JobContext& ctx)
{
    const runs::Program program(baseline);
    double db = std::numeric_limits<double>::infinity();
    for (std::size_t sample = 0; sample < samples.count; ++sample) {
        const auto inputs = samples.read(sample);
        const auto expected = runs::outputsOf(program, inputs, ctx);
        const auto found = runs ? runs->off.outputs() : runs::outputsOf(switches.program(), inputs, ctx);
        if (runs)
            runs->baseline = expected;
        for (std::size_t i = 0; i < std::min(expected.size(), found.size()); ++i)
            db = std::min(db, metricsBetween(expected[i], found[i]).sqnrDb);
    }
    return db;
}

SwitchedModel placedInside(const graph::Graph& baseline, const graph::Graph& analysis)
{
    SwitchedModel model;
    model.bypassed = std::make_unique<const BypassedModel>(bypassQuantizers(baseline, analysis));
    model.switches = std::make_unique<const QuantizerSwitches>(*model.bypassed, analysis);
    return model;
}

SwitchedModel checkedInside(SwitchedModel model, const graph::Graph& baseline, const graph::Graph& analysis,
                            const SampleSource& samples, const Message& reason, JobContext& ctx)
{
    const auto runs = requireEquivalence(model, analysis, samples, ctx);
    model.inside = results::SwitchesInside{reason, bypassedDb(baseline, *model.switches, samples, runs.get(), ctx)};
    model.runs = runs;
    return model;
}

constexpr double kSameNetworkDb = 60.0;

/// Whether @p inside is the baseline's network with its switches off, as far as the first sample tells: it takes one
/// run, or two where @p moved keeps none.
bool mayBeSameNetwork(const SwitchedModel& moved, const SwitchedModel& inside, const graph::Graph& baseline,
                      const SampleSource& samples, JobContext& ctx)
{
    const auto inputs = samples.read(0);
    const auto expected =
        moved.runs ? moved.runs->off.outputs() : runs::outputsOf(runs::Program(baseline), inputs, ctx);
    const auto found = runs::outputsOf(inside.switches->program(), inputs, ctx);
    for (std::size_t i = 0; i < std::min(expected.size(), found.size()); ++i)
        if (metricsBetween(expected[i], found[i]).sqnrDb < kSameNetworkDb)
            return false;
    return true;
}

/// @p moved, or the switches inside the analysis model where these come nearer to it and to the baseline.
SwitchedModel nearer(SwitchedModel moved, const graph::Graph& baseline, const graph::Graph& analysis,
                     const SampleSource& samples, JobContext& ctx)
{
    try {
        auto inside = placedInside(baseline, analysis);
        if (!mayBeSameNetwork(moved, inside, baseline, samples, ctx))
            return moved;
        inside = checkedInside(std::move(inside), baseline, analysis, samples, moved.deviation->sentence(), ctx);
        const bool isNearer = !inside.deviation || inside.deviation->db() < moved.deviation->db();
        if (isNearer && inside.inside->bypassedDb >= kSameNetworkDb)
            return inside;
    } catch (const Error& error) {
        logInfo(Message("the quantizers can't be switched inside the analysis model: {}", error.whole()));
    }
    return moved;
}

/// Who computes in integers has its quantizers inside, where nothing can switch them.
bool computesInIntegers(const graph::Graph& graph)
{
    return std::ranges::any_of(graph.nodes(), graph::isIntegerOperator);
}

Error neither(const Error& moved, const Error& inside)
{
    Error error(moved.code(),
                Message("{}; and they can't be switched inside the analysis model either: {}", moved.message(),
                        inside.message()),
                "is the analysis model made from this very baseline? If so, export it as QDQ (with ONNX Runtime: "
                "quant_format=QuantFormat.QDQ), or compare the models and look at local errors, which switch no "
                "quantizer");
    for (const auto& where : moved.context())
        error.addContext(where);
    return error;
}

} // namespace

WholeRuns::WholeRuns(const QuantizerSwitches& switches, const EquivalenceCheck& check, const runs::NamedTensors& inputs,
                     const runs::NamedTensors& own, JobContext& ctx)
    : off(switches.program(), inputs, {}, ctx)
    , on(switches.program(), own, {switches.allBut({})}, ctx)
    , analysis(check.analysisOutputs(own, ctx))
{
}

SwitchedModel switchQuantizers(const graph::Graph& baseline, const graph::Graph& analysis, const SampleSource& samples,
                               JobContext& ctx, const PairedLayers* paired)
{
    try {
        SwitchedModel model;
        model.switches = std::make_unique<const QuantizerSwitches>(baseline, analysis, paired);
        model.runs = requireEquivalence(model, analysis, samples, ctx);
        return model.deviation ? nearer(std::move(model), baseline, analysis, samples, ctx) : std::move(model);
    } catch (const Error& moved) {
        if (moved.code() == ErrorCode::BadArgument)
            throw;
        try {
            return checkedInside(placedInside(baseline, analysis), baseline, analysis, samples, moved.whole(), ctx);
        } catch (const Error& inside) {
            logInfo(Message("the quantizers can't be switched inside the analysis model either: {}", inside.whole()));
            if (computesInIntegers(analysis))
                throw neither(moved, inside);
        }
        throw;
    }
}

} // namespace ql::analysis
