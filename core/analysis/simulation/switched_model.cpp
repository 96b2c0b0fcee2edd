// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/switched_model.h"

#include "core/analysis/simulation/equivalence_check.h"
#include "core/base/error.h"
#include "core/graph/operators/op_kind.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <limits>

namespace ql::analysis {

namespace {

using runtime::PartialExecution;

/// Whether a sample shows that switches reproduce the analysis model is no more than a few runs of the many to come.
void requireEquivalence(const QuantizerSwitches& switches, const graph::Graph& analysis, const SampleSource& samples,
                        JobContext& ctx)
{
    ctx.beginStage("checking that the quantizers reproduce the analysis model", samples.count, 0.05, kPlacedAt);
    EquivalenceCheck check(switches, analysis);
    for (std::size_t i = 0; i < samples.count; ++i) {
        const auto checkSample = [&] {
            const auto inputs = samples.read(i);
            const PartialExecution off(switches.program(), inputs, {}, ctx);
            const auto own = samples.forAnalysis(inputs);
            const PartialExecution on(switches.program(), own, {switches.allBut({})}, ctx);
            check.check({inputs, own}, off, on, ctx);
        };
        if (samples.count > 1)
            withContext(Message("sample {}", i), checkSample);
        else
            checkSample();
        ctx.step();
    }
}

/// The worst output's of the worst sample.
double bypassedDb(const graph::Graph& baseline, const QuantizerSwitches& switches, const SampleSource& samples,
                  JobContext& ctx)
{
    const runtime::Program program(baseline);
    double db = std::numeric_limits<double>::infinity();
    for (std::size_t sample = 0; sample < samples.count; ++sample) {
        const auto inputs = samples.read(sample);
        const auto expected = PartialExecution(program, inputs, {}, ctx).outputs();
        const auto found = PartialExecution(switches.program(), inputs, {}, ctx).outputs();
        for (std::size_t i = 0; i < std::min(expected.size(), found.size()); ++i)
            db = std::min(db, metricsBetween(expected[i], found[i]).sqnrDb);
    }
    return db;
}

SwitchedModel switchedInside(const graph::Graph& baseline, const graph::Graph& analysis, const SampleSource& samples,
                             const Message& reason, JobContext& ctx)
{
    SwitchedModel model;
    model.bypassed = std::make_unique<const BypassedModel>(bypassQuantizers(baseline, analysis));
    model.switches = std::make_unique<const QuantizerSwitches>(*model.bypassed, analysis);
    requireEquivalence(*model.switches, analysis, samples, ctx);
    model.inside = results::SwitchesInside{reason, bypassedDb(baseline, *model.switches, samples, ctx)};
    return model;
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

SwitchedModel switchQuantizers(const graph::Graph& baseline, const graph::Graph& analysis, const SampleSource& samples,
                               JobContext& ctx)
{
    try {
        SwitchedModel model;
        model.switches = std::make_unique<const QuantizerSwitches>(baseline, analysis);
        requireEquivalence(*model.switches, analysis, samples, ctx);
        return model;
    } catch (const Error& moved) {
        if (moved.code() == ErrorCode::BadArgument)
            throw;
        try {
            return switchedInside(baseline, analysis, samples, moved.whole(), ctx);
        } catch (const Error& inside) {
            spdlog::info("the quantizers can't be switched inside the analysis model either: {}", inside.what());
            if (computesInIntegers(analysis))
                throw neither(moved, inside);
        }
        throw;
    }
}

} // namespace ql::analysis
