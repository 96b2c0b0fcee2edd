// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/samples/samples.h"
#include "core/analysis/simulation/switched_model.h"
#include "core/base/job_context.h"
#include "core/runs/what_if.h"

#include <memory>
#include <vector>

namespace ql::analysis {

/// The runs of whole samples that those with some switches on are held against. What the placing of the switches ran on
/// the only sample isn't run again; of several samples each call runs anew.
class WholeRunSource {
public:
    using SharedRun = std::shared_ptr<const runs::WhatIf>;

    /// All but @p memory must outlive it. What the placing ran remembers last iterations only.
    WholeRunSource(const graph::Graph& baseline, const graph::Graph& analysis, const SwitchedModel& model,
                   const SampleSource& samples, runs::LoopMemory memory = runs::LoopMemory::LastIteration);

    /// The @p inputs of all of these are a sample's, by the baseline's names. @throws Error as runs::run(); Cancelled
    /// @{
    SharedRun plain(const runs::NamedTensors& inputs, JobContext& ctx) const;
    /// The analysis model, on its own states: everything on, @p others called after the quantizers.
    SharedRun allOn(const runs::NamedTensors& inputs, std::vector<runs::Interceptor> others, JobContext& ctx) const;
    /// As EquivalenceCheck::analysisOutputs().
    std::vector<runs::Tensor> analysisOutputs(const runs::NamedTensors& inputs, JobContext& ctx) const;
    /// The baseline's own, also where the switches are inside the analysis model.
    std::vector<runs::Tensor> baselineOutputs(const runs::NamedTensors& inputs, JobContext& ctx) const;
    /// @}

    const EquivalenceCheck& check() const { return m_check; }

private:
    bool isKnown() const { return m_model.runs && m_memory == runs::LoopMemory::LastIteration; }

    const graph::Graph& m_baseline;
    const SwitchedModel& m_model;
    const SampleSource& m_samples;
    EquivalenceCheck m_check;
    runs::LoopMemory m_memory;
};

} // namespace ql::analysis
