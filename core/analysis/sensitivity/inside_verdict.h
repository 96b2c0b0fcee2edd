// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/verdict/output_quality.h"
#include "core/base/job_context.h"
#include "core/runtime/executor.h"

#include <optional>
#include <vector>

namespace ql::analysis {

/// The verdict where quantizers are switched inside the analysis model, whose budgets measure against that model with
/// all of them bypassed: outputs are judged by the baseline's own, and a budget holds only where the quantizers make
/// at least half of the difference from these.
class InsideVerdict {
public:
    /// @p bypassed has outputs by the baseline's names where they correspond. Both graphs must outlive it.
    InsideVerdict(const graph::Graph& baseline, const graph::Graph& bypassed);

    /// Runs the baseline on @p inputs. @p bypassed and @p analysis are outputs on them in the bypassed model's order.
    /// @throws Error as Execution; Cancelled
    void addSample(const runtime::NamedTensors& inputs, const std::vector<runtime::Tensor>& bypassed,
                   const std::vector<runtime::Tensor>& analysis, JobContext& ctx);

    /// What @p ranking, about outputs of the bypassed model, says of the baseline's.
    results::Verdict verdict(const results::Verdict& ranking) const;

private:
    const graph::Graph& m_baseline;
    runtime::Program m_program;                         ///< the baseline's
    std::vector<std::optional<std::size_t>> m_partners; ///< by output of the baseline: the bypassed model's
    OutputQualities m_whole;                            ///< of the analysis model
    OutputQualities m_bypassed;
};

} // namespace ql::analysis
