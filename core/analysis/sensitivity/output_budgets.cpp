// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sensitivity/sensitivity.h"

#include "core/base/error.h"

namespace ql::analysis {

void addBudgets(results::Verdict& verdict, const graph::Graph& baseline, const graph::Graph& analysis,
                const SampleSource& sample, bool replaysDecisions, JobContext& ctx)
{
    results::SensitivityRequest request;
    request.growingSets = 0;
    request.replaysDecisions = replaysDecisions;
    try {
        const auto ranking = sensitivity(baseline, analysis, sample, request, ctx);
        verdict.whyNoBudget = ranking->verdict.whyNoBudget;
        for (auto& output : verdict.outputs)
            for (const auto& ranked : ranking->verdict.outputs)
                if (ranked.name == output.name)
                    output.budget = ranked.budget;
    } catch (const Error& error) {
        // The comparison stands without it: a float model, for example, has no quantizers to be switched.
        verdict.whyNoBudget = error.message();
    }
}

} // namespace ql::analysis
