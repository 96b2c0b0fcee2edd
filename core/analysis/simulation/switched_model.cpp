// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/switched_model.h"

#include "core/analysis/simulation/equivalence_check.h"
#include "core/base/error.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <limits>

namespace ql::analysis {

namespace {

using runtime::PartialExecution;

void requireEquivalence(const QuantizerSwitches& switches, const graph::Graph& analysis,
                        const runtime::NamedTensors& inputs, JobContext& ctx)
{
    const PartialExecution off(switches.program(), inputs, {}, ctx);
    const PartialExecution on(switches.program(), inputs, {switches.allBut({})}, ctx);
    EquivalenceCheck(switches, analysis).check(inputs, off, on, ctx);
}

/// The worst output's.
double bypassedDb(const graph::Graph& baseline, const QuantizerSwitches& switches, const runtime::NamedTensors& inputs,
                  JobContext& ctx)
{
    const runtime::Program program(baseline);
    const auto expected = PartialExecution(program, inputs, {}, ctx).outputs();
    const auto found = PartialExecution(switches.program(), inputs, {}, ctx).outputs();
    double db = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < std::min(expected.size(), found.size()); ++i)
        db = std::min(db, metricsBetween(expected[i], found[i]).sqnrDb);
    return db;
}

SwitchedModel switchedInside(const graph::Graph& baseline, const graph::Graph& analysis,
                             const runtime::NamedTensors& inputs, const Message& reason, JobContext& ctx)
{
    SwitchedModel model;
    model.bypassed = std::make_unique<const BypassedModel>(bypassQuantizers(baseline, analysis));
    model.switches = std::make_unique<const QuantizerSwitches>(*model.bypassed, analysis);
    requireEquivalence(*model.switches, analysis, inputs, ctx);
    model.inside = results::SwitchesInside{reason, bypassedDb(baseline, *model.switches, inputs, ctx)};
    return model;
}

} // namespace

SwitchedModel switchQuantizers(const graph::Graph& baseline, const graph::Graph& analysis,
                               const runtime::NamedTensors& inputs, JobContext& ctx)
{
    try {
        SwitchedModel model;
        model.switches = std::make_unique<const QuantizerSwitches>(baseline, analysis);
        requireEquivalence(*model.switches, analysis, inputs, ctx);
        return model;
    } catch (const Error& moved) {
        if (moved.code() == ErrorCode::BadArgument)
            throw;
        try {
            return switchedInside(baseline, analysis, inputs, moved.whole(), ctx);
        } catch (const Error& inside) {
            spdlog::info("the quantizers can't be switched inside the analysis model either: {}", inside.what());
        }
        throw;
    }
}

} // namespace ql::analysis
