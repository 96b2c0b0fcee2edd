// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/samples/samples.h"
#include "core/analysis/sensitivity/sensitivity_rows.h"
#include "core/analysis/simulation/quantizer_switches.h"
#include "core/analysis/simulation/switched_model.h"
#include "core/base/job_context.h"
#include "core/results/sensitivity_result.h"
#include "core/runs/recorded_pass.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ql::analysis {

/// How much noise each row's quantizers make in an output, predicted to first order from a few backward passes through
/// the baseline: with J the derivative of the output y by what a quantizer sees and δ its error there, the noise is
/// |J δ|². For a random vector r of ±1, E[(rᵀ J δ)²] = |J δ|² (Hutchinson), which is the Taylor score; it sees errors
/// that go together, as clipped values do, but is as scattered as a single draw squared. E[Σ (Jᵀ r)² δ²] is the Fisher
/// score, which is steady, but takes errors to be independent. What is told is the Fisher score, and the Taylor score
/// where that stands out of its scatter.
class GradientScores {
public:
    /// All must outlive it.
    GradientScores(const QuantizerSwitches& switches, std::span<const SwitchGroup> groups, std::size_t probes)
        : m_switches(switches)
        , m_groups(groups)
        , m_probes(probes)
    {
    }

    /// Mean squared error of output @p output's elements for each row, on the sample of @p inputs, by output of
    /// @p outputs; NaN where integers stand between the two, which no derivative passes. @p sample makes the random
    /// vectors others. @throws Error as runs::RecordedPass; Cancelled
    std::vector<std::vector<double>> noise(const runs::NamedTensors& inputs, std::span<const std::size_t> outputs,
                                           std::uint64_t sample, JobContext& ctx) const;

private:
    class Pass;

    const QuantizerSwitches& m_switches;
    std::span<const SwitchGroup> m_groups;
    std::size_t m_probes;
};

/// Ranks as sensitivity() does one-on, but predicts the rows' numbers by GradientScores; then runs those rows that come
/// first, as many as the request wants exact, and growing sets of them. There is no verdict, which takes every row's
/// own run. @throws Error (BadArgument) for what derivatives can't predict: another mode or metric, replayed decisions,
/// functions of the calling program, quantizers in loops, several ranks; Error as GradientScores; Cancelled
std::shared_ptr<const results::SensitivityResult>
gradientRanking(const graph::Graph& baseline, const graph::Graph& analysis, const SwitchedModel& model,
                const SampleSource& samples, const results::SensitivityRequest& request, JobContext& ctx);

} // namespace ql::analysis
