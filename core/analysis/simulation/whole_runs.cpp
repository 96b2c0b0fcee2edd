// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/whole_runs.h"
#include "core/runs/run.h"

namespace ql::analysis {

using runs::WhatIf;

WholeRunSource::WholeRunSource(const graph::Graph& baseline, const graph::Graph& analysis, const SwitchedModel& model,
                               const SampleSource& samples, runs::LoopMemory memory)
    : m_baseline(baseline)
    , m_model(model)
    , m_samples(samples)
    , m_check(*model.switches, analysis)
    , m_memory(memory)
{
}

WholeRunSource::SharedRun WholeRunSource::plain(const runs::NamedTensors& inputs, JobContext& ctx) const
{
    if (isKnown())
        return {m_model.runs, &m_model.runs->off};
    return std::make_shared<const WhatIf>(m_model.switches->program(), inputs, std::vector<runs::Interceptor>(), ctx,
                                          m_memory);
}

WholeRunSource::SharedRun WholeRunSource::allOn(const runs::NamedTensors& inputs, std::vector<runs::Interceptor> others,
                                                JobContext& ctx) const
{
    if (isKnown() && others.empty())
        return {m_model.runs, &m_model.runs->on};
    others.insert(others.begin(), m_model.switches->allBut({}));
    return std::make_shared<const WhatIf>(m_model.switches->program(), m_samples.forAnalysis(inputs), others, ctx,
                                          m_memory);
}

std::vector<runs::Tensor> WholeRunSource::analysisOutputs(const runs::NamedTensors& inputs, JobContext& ctx) const
{
    return m_model.runs ? m_model.runs->analysis : m_check.analysisOutputs(m_samples.forAnalysis(inputs), ctx);
}

std::vector<runs::Tensor> WholeRunSource::baselineOutputs(const runs::NamedTensors& inputs, JobContext& ctx) const
{
    if (m_model.runs)
        return m_model.inside ? m_model.runs->baseline : m_model.runs->off.outputs();
    return runs::outputsOf(runs::Program(m_baseline), inputs, ctx);
}

} // namespace ql::analysis
