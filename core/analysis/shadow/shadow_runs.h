// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_runs/layer_runner.h"
#include "core/analysis/measure/iteration_pairs.h"
#include "core/base/job_context.h"
#include "core/caller/functions.h"
#include "core/results/shadow_result.h"

#include <span>
#include <vector>

namespace ql::analysis {

/// The pairs of layers of two models that run in lockstep, and what each layer's twins say: of layers in loops, in
/// every iteration.
class ShadowRuns {
public:
    /// All must outlive it. @p functions of the calling program, or null: their tap sees what the float twin and the
    /// quantized layer make of the analysis model's inputs.
    ShadowRuns(LayerRunner& baseline, LayerRunner& analysis, std::vector<results::ShadowRow>& rows, JobContext& ctx,
               std::shared_ptr<const caller::Functions> functions);

    /// A layer, or the results of a block with the layers that are in it.
    struct Pair {
        std::size_t baseline = kNoLayer;
        std::size_t analysis = kNoLayer;
        std::vector<std::size_t> baselineInside = {};
        std::vector<std::size_t> analysisInside = {};
    };
    /// False when nothing around the layers is quantized: then there is nothing to measure.
    bool add(std::size_t row, const Pair& pair);
    /// Fills in the rows. @throws Error as runs::run(), Cancelled
    void run();
    std::size_t jobCount() const { return m_jobs.size(); }

private:
    using Numbers = std::span<const std::int64_t>; ///< of an iteration; none outside of loops

    /// What a layer is re-run on, and what the tensors of the other side that stand in for its inputs are.
    struct Rerun {
        LayerSegment segment;
        std::vector<graph::ValueId> sources;  ///< in the other graph, one per segment input
        std::vector<graph::ValueId> handedOn; ///< likewise, one per value that a loop hands on; invalid without any
    };
    /// One row and all it waits for.
    struct Job {
        std::size_t row = 0;
        std::size_t baseline = kNoLayer;
        std::size_t analysis = kNoLayer;
        Rerun quantizedTwin;                        ///< the analysis layer on the baseline's tensors
        Rerun floatTwin;                            ///< the baseline layer on the analysis model's
        std::vector<graph::ValueId> baselineValues; ///< to be kept until the job is done
        std::vector<graph::ValueId> analysisValues;
    };
    /// What both models and both twins give.
    struct Values {
        runs::Tensor x, y;
        runs::Tensor floatTwin, quantizedTwin;
    };
    static void findSources(const LayerRunner& taker, Rerun& taken, const LayerRunner& giver, const Rerun& given);
    Values ownValues(const Job& job, Numbers numbers) const;
    void addTwins(const Job& job, Numbers numbers, Values& values) const;
    runs::Tensor rerun(const LayerRunner& taker, std::size_t layer, const Rerun& twin, const LayerRunner& giver,
                       Numbers numbers) const;
    void measure(const Job& job);
    void measureOnce(const Job& job);
    void measureIterations(const Job& job, const PairedIterations& paired);
    void runTwins(const Job& job, const std::vector<Values>& all);
    void describe(results::ShadowRow& row, const Job& job, const Values& values) const;
    void tap(const results::ShadowRow& row, const Values& values) const;
    void sayWhatDidNotRun(results::ShadowRow& row, const Job& job) const;

    LayerRunner& m_baseline;
    LayerRunner& m_analysis;
    std::vector<results::ShadowRow>& m_rows;
    JobContext& m_ctx;
    std::shared_ptr<const caller::Functions> m_functions;
    std::vector<Job> m_jobs;
};

} // namespace ql::analysis
