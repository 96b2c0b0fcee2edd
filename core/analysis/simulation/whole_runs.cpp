// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/whole_runs.h"

namespace ql::analysis {

using runtime::PartialExecution;

WholeRunSource::WholeRunSource(const graph::Graph& baseline, const graph::Graph& analysis, const SwitchedModel& model,
                               const SampleSource& samples, runtime::LoopMemory memory)
    : m_baseline(baseline)
    , m_model(model)
    , m_samples(samples)
    , m_check(*model.switches, analysis)
    , m_memory(memory)
{
}

WholeRunSource::SharedRun WholeRunSource::plain(const runtime::NamedTensors& inputs, JobContext& ctx) const
{
    if (isKnown())
        return {m_model.runs, &m_model.runs->off};
    return std::make_shared<const PartialExecution>(m_model.switches->program(), inputs,
                                                    std::vector<runtime::Interceptor>(), ctx, m_memory);
}

WholeRunSource::SharedRun WholeRunSource::allOn(const runtime::NamedTensors& inputs,
                                                std::vector<runtime::Interceptor> others, JobContext& ctx) const
{
    if (isKnown() && others.empty())
        return {m_model.runs, &m_model.runs->on};
    others.insert(others.begin(), m_model.switches->allBut({}));
    return std::make_shared<const PartialExecution>(m_model.switches->program(), m_samples.forAnalysis(inputs), others,
                                                    ctx, m_memory);
}

std::vector<runtime::Tensor> WholeRunSource::analysisOutputs(const runtime::NamedTensors& inputs, JobContext& ctx) const
{
    return m_model.runs ? m_model.runs->analysis : m_check.analysisOutputs(m_samples.forAnalysis(inputs), ctx);
}

std::vector<runtime::Tensor> WholeRunSource::baselineOutputs(const runtime::NamedTensors& inputs, JobContext& ctx) const
{
    if (m_model.runs)
        return m_model.inside ? m_model.runs->baseline : m_model.runs->off.outputs();
    return runtime::outputsOf(runtime::Program(m_baseline), inputs, ctx);
}

} // namespace ql::analysis
