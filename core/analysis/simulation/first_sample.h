// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/simulation/simulation.h"
#include "core/runs/program/program.h"

#include <vector>

namespace ql::analysis {

/// What the float model makes of the first sample, and how near a plan comes to it.
class FirstSample {
public:
    /// @p prepared must outlive it. @throws Error naming the model; Cancelled
    FirstSample(const PreparedSimulation& prepared, JobContext& ctx);

    /// Of the output that is worst. @throws Error (BadArgument) where no output of the float model has numbers
    double worstCosine(const quant::QuantPlan& plan, JobContext& ctx) const;

private:
    const PreparedSimulation& m_prepared;
    runs::NamedTensors m_inputs;
    std::vector<runs::Tensor> m_exact;
};

} // namespace ql::analysis
