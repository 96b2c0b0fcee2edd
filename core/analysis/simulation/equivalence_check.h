// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/simulation/quantizer_switches.h"
#include "core/base/job_context.h"
#include "core/results/metrics.h"
#include "core/runs/what_if.h"

#include <vector>

namespace ql::analysis {

/// The metrics between two tensors. Every one is NaN, the worst, when the tensors differ in
/// size, or in how many NaN and infinite elements they hold.
results::Metrics metricsBetween(const runs::Tensor& x, const runs::Tensor& y);

/// Whether a baseline with switches is what it claims to be: all switches off it is the baseline bit for bit, all on it
/// is the analysis model up to rounding ties.
class EquivalenceCheck {
public:
    EquivalenceCheck(const QuantizerSwitches& switches, const graph::Graph& analysis);

    /// What one output of the analysis model says; NaN for an output that it lacks.
    struct Output {
        results::Metrics whole;      ///< baseline against analysis model
        double reproductionDb = 0.0; ///< SQNR of the baseline with all switches on against the analysis model
    };
    /// Runs the baseline on @p inputs, on which @p off is the run with all switches off.
    /// @throws Error (Internal) when their outputs differ; as runs::run(); Cancelled
    void requireBaseline(const runs::NamedTensors& inputs, const runs::WhatIf& off, JobContext& ctx) const;

    /// @p off is the run on the baseline's inputs with all switches off, @p on that on the analysis model's with all
    /// on, @p expected the analysisOutputs() for the latter.
    /// @throws Error (InvalidGraph) when the reproduction is worse than 20 dB, (ShapeMismatch)
    std::vector<Output> check(const runs::WhatIf& off, const runs::WhatIf& on,
                              const std::vector<runs::Tensor>& expected) const;

    /// What the analysis model itself gives for @p inputs, which go by the baseline's names, in the order of the
    /// baseline's outputs; undefined for those that it lacks.
    /// @throws Error as runs::run(); Cancelled
    std::vector<runs::Tensor> analysisOutputs(const runs::NamedTensors& inputs, JobContext& ctx) const;

private:
    void requireReproduced(double db, std::size_t output) const;

    const QuantizerSwitches& m_switches;
    const graph::Graph& m_analysis;
    runs::Program m_program; ///< the analysis model's
};

} // namespace ql::analysis
