// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/slice_axes.h"
#include "core/analysis/verdict/output_quality.h"
#include "core/results/switched_runs.h"

#include <optional>
#include <vector>

namespace ql::analysis {

/// How far switches, all of them on, are from the analysis model where it is worst: on the worst slice of each output,
/// over all samples.
class Reproduction {
public:
    /// The graph must outlive it.
    explicit Reproduction(const graph::Graph& baseline);

    /// The outputs of a sample: without quantizers, with all switches on, and the analysis model's, undefined where it
    /// lacks one.
    void addSample(const std::vector<ops::Tensor>& off, const std::vector<ops::Tensor>& on,
                   const std::vector<ops::Tensor>& analysis);
    /// Of the output that is farthest off; nothing where all are within 0.1 dB.
    std::optional<results::SwitchedDeviation> deviation() const;

private:
    Reproduction(const graph::Graph& baseline, const std::vector<SliceAxes>& axes);

    const graph::Graph& m_baseline;
    OutputQualities m_own;
    OutputQualities m_switched;
};

} // namespace ql::analysis
