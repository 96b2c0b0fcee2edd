// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measure/error_energy.h"
#include "core/analysis/measure/slice_sums.h"
#include "core/analysis/simulation/output_slices.h"
#include "core/base/job_context.h"
#include "core/base/rank_group.h"
#include "core/results/metrics.h"
#include "core/runs/memory/resumed_pass.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ql::analysis {

/// A part of an output that counts as an output of its own.
struct JudgedPart {
    std::size_t output = 0;
    SliceSums::Part part;
    std::vector<SliceRange> named = {}; ///< where somebody named it: these places, not those of the part
};

/// Holds forms of a network against it at its outputs, on the same samples each time. Not thread-safe.
class OutputJudge {
public:
    /// Runs @p exact, which must outlive this, as must @p ranks, which share the samples of agreements().
    /// @throws Error as runs::run(); Cancelled
    OutputJudge(const graph::Graph& exact, std::vector<runs::NamedTensors> inputs, JobContext& ctx,
                RankGroup& ranks = aloneGroup());

    /// From now on others share the samples of agreements(); they must outlive this.
    void shareWith(RankGroup& ranks) { m_ranks = &ranks; }

    std::size_t sampleCount() const { return m_inputs.size(); }
    const std::vector<runs::NamedTensors>& inputs() const { return m_inputs; }
    /// Of what the network's structure makes parts of an output, those that carry signal (slice_sums.h). Behind the
    /// outputs they are judged by index, too.
    const std::vector<JudgedPart>& parts() const { return m_parts; }
    /// One more of them, whatever the structure; gives its index. @throws Error (BadArgument) where the network gives
    /// no such elements, none but zeros, or NaN or infinity on any sample
    std::size_t addPart(const OutputSlice& slice);
    /// What the network gives for each sample.
    const std::vector<std::vector<runs::Tensor>>& exact() const { return m_outputs; }
    /// Forms that others may share nodes with.
    enum class Start { First, Second };
    /// From now on forms that share nodes with @p form run only what differs (runs/memory/resumed_pass.h), as far as
    /// its values fit the memory; several ranks run each as a whole, as do small networks. It takes the place of what
    /// was @p start before. No number depends on it. @throws Error as runs::run(); Cancelled
    void startFrom(const graph::Graph& form, JobContext& ctx, Start start = Start::First);
    /// What @p form gives. @throws Error as runs::run(); Cancelled
    std::vector<std::vector<runs::Tensor>> outputs(const graph::Graph& form, JobContext& ctx) const;
    /// Whether the parts of output @p index hold all of it.
    bool isWhollyInParts(std::size_t index) const;
    /// On how many samples the network itself gives NaN or infinity at output @p index, by which nothing can be judged.
    std::size_t brokenSamples(std::size_t index) const;
    /// Whether output @p index has a number other than zero on any sample; parts always have.
    bool hasSignal(std::size_t index) const;
    /// One per output, in the network's order, and part, over all samples; of @p judged only, and such that @p metric
    /// can be told. @throws Error as runs::run(); Cancelled
    std::vector<OutputAgreement> agreements(const graph::Graph& form, const std::vector<std::size_t>& judged,
                                            JobContext& ctx, results::MetricId metric = results::MetricId::Sqnr) const;
    /// The same of outputs() that are known: one for each sample.
    std::vector<OutputAgreement> agreementsOf(const std::vector<std::vector<runs::Tensor>>& found,
                                              const std::vector<std::size_t>& judged) const;

private:
    using SharedResults = std::shared_ptr<const runs::SampleResults>;

    void findParts();
    std::vector<const runs::SampleResults*> knownOf(std::size_t sample) const;
    /// What @p form makes of each sample, by index.
    std::function<std::vector<runs::Tensor>(std::size_t, JobContext&)> runOf(const graph::Graph& form) const;
    std::size_t judgedCount() const { return m_exact.outputs().size() + m_parts.size(); }
    /// Of output or part @p index.
    runs::Tensor judgedOf(const std::vector<runs::Tensor>& outputs, std::size_t index) const;

    const graph::Graph& m_exact;
    RankGroup* m_ranks; ///< never null
    std::vector<runs::NamedTensors> m_inputs;
    std::vector<std::vector<runs::Tensor>> m_outputs; ///< of the network, by sample
    std::vector<JudgedPart> m_parts;
    std::array<std::vector<SharedResults>, 2> m_known; ///< of what forms start from, by sample; empty without one
    mutable double m_secondsEach = 0.0;                ///< once a sample was run
};

/// The worst there is, an infinity, where it can't be measured.
double valueOf(const OutputAgreement& agreement, results::MetricId metric);

/// The multiply-accumulates of each layer on one sample, by name. @throws Error as runs::run()
std::map<std::string, double> layerMacs(const graph::Graph& graph, const runs::NamedTensors& inputs,
                                        const JobContext& ctx);

} // namespace ql::analysis
