// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/slice_axes.h"
#include "core/analysis/measure/slice_sums.h"
#include "core/graph/ir/graph.h"
#include "core/ops/tensor.h"
#include "core/results/compare_result.h"

#include <optional>
#include <string>
#include <vector>

namespace ql::analysis {

/// What two tensors of an output say about it, before it is put into words. Powers are means over the elements of a
/// sample, then over the samples, so that every sample counts alike.
struct OutputSums {
    double signal = 0.0;
    double noise = 0.0;
    double largest = 0.0;
    double lowX = 0.0, highX = 0.0, lowY = 0.0, highY = 0.0; ///< of finite elements
    std::uint64_t elements = 0;
    std::uint64_t finitePairs = 0;
    std::uint64_t broken = 0; ///< elements that are NaN or infinite in one of both alone
    std::uint64_t samples = 0;
    bool areShapesEqual = true;
    bool isInteger = false;    ///< the baseline's: its elements are decisions
    bool holdsStrings = false; ///< the elements are no numbers
    results::Agreement agreement;
    std::uint64_t worstSample = 0;
    double worstDb = 0.0;
    SliceSums slices;
    bool channelsDecide = true; ///< false where a decision is among the channels: agreement judges them

    /// Takes in the next sample.
    void add(const OutputSums& sample);
    double sqnrDb() const;
    results::OutputVerdict verdict(std::string name) const;
};

/// As far as what a comparison keeps can say it: without agreement.
OutputSums sumsOf(const results::LayerRow& row);

/// How good each output of an analysis model is, sample by sample.
class OutputQualities {
public:
    /// The graph must outlive it.
    explicit OutputQualities(const graph::Graph& baseline);
    /// @p axes are those of sliceAxesOf(), where they are known already.
    OutputQualities(const graph::Graph& baseline, const std::vector<SliceAxes>& axes);

    /// The outputs of one sample in the baseline's order; undefined where the analysis model lacks one.
    void addSample(const std::vector<ops::Tensor>& baseline, const std::vector<ops::Tensor>& analysis);
    /// The mean of x² of an output.
    double signalPower(std::size_t output) const { return m_sums[output].signal; }
    /// The mean of (y − x)².
    double noisePower(std::size_t output) const { return m_sums[output].noise; }
    std::uint64_t sampleCount() const { return m_sums.empty() ? 0 : m_sums.front().samples; }
    /// The lowest of an output that carries signal, of whatever kind.
    std::optional<results::WorstSlice> worstSlice(std::size_t output) const { return m_sums[output].slices.worst(); }
    /// Without error budgets.
    results::OutputVerdict verdict(std::size_t output) const;
    results::Verdict verdict() const;

private:
    const graph::Graph& m_baseline;
    std::vector<SliceAxes> m_axes;  ///< by output
    std::vector<OutputSums> m_sums; ///< by output
};

} // namespace ql::analysis
