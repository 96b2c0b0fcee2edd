// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/effects/effect_budget.h"
#include "core/analysis/effects/effect_sites.h"
#include "core/analysis/effects/judged_output.h"
#include "core/analysis/simulation/compared_side.h"
#include "core/runs/what_if.h"

#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace ql::analysis {

/// The values of a run that is over. Refers to it.
class RunValues final : public runs::ValueSource {
public:
    explicit RunValues(const runs::WhatIf& run)
        : m_run(&run)
    {
    }

    void show(const runs::WhatIf& run) { m_run = &run; }

    std::size_t readyAfter(graph::ValueId) const override { return 0; }
    void keep(graph::ValueId) override {}
    void release(graph::ValueId) override {}
    void advanceTo(std::size_t) override {}
    std::size_t nodeCount() const override { return 0; }
    runs::Tensor tensor(graph::ValueId value) const override { return m_run->tensor(value); }
    std::vector<runs::Tensor> outputs() const override { return m_run->outputs(); }
    double seconds() const override { return 0.0; }
    const std::vector<std::uint64_t>& macs() const override { return m_macs; }

private:
    const runs::WhatIf* m_run;
    std::vector<std::uint64_t> m_macs;
};

/// Two models on one sample, run again with layers set right in the one, or alone wrong in the other. Remembers both
/// runs; one thread at a time. Refers to what it was made from.
class EffectRuns {
public:
    /// Runs both models. @pre both sides have programs. @throws Error as runs::run(); Cancelled
    EffectRuns(const MatchedModels& models, const ComparedSide& baseline, const ComparedSide& analysis,
               JobContext& ctx);
    EffectRuns(const EffectRuns&) = delete;
    EffectRuns& operator=(const EffectRuns&) = delete;

    /// False where the values of all layers don't fit into memory: then each further run would be one of everything.
    bool areCached() const { return m_baselineRun.isCached() && m_analysisRun.isCached(); }
    const std::vector<EffectSite>& sites() const { return m_sites; }

    /// What is judged of the analysis model as it is.
    double whole(const JudgedOutput& judged) const;
    /// With @p sites, in order of execution, computed by the baseline on the inputs that they then have. Nothing where
    /// a value of theirs can't be exchanged. @throws Cancelled
    std::optional<double> setRight(std::span<const EffectSite> sites, const JudgedOutput& judged);
    /// The baseline with @p site alone as in the analysis model, on the baseline's inputs. Nothing as above.
    std::optional<double> alone(const EffectSite& site, const JudgedOutput& judged);
    /// At most, of setRight() or alone(); nothing where @p budget doesn't afford it, which is known before all of a
    /// large model is gone through.
    std::optional<NodeWork> affordableWorkOf(std::span<const EffectSite> sites, const EffectBudget& budget,
                                             double share = 1.0) const;

    /// Whether readers get the layer's value in integers: set right, it still lies on their grid.
    bool givesIntegers(const EffectSite& site) const;
    /// Whether the analysis model's layer reads what others give in integers, on their grids.
    bool readsIntegers(const EffectSite& site) const;
    /// SQNR of the layer's value in the analysis model; NaN where that can't be compared.
    double valueDb(const EffectSite& site) const;

private:
    using Replaced = std::vector<std::pair<graph::ValueId, runs::Tensor>>;
    /// The value of @p layer of @p taker, computed on the other side's tensors, as real numbers. What only the baseline
    /// has is left out on the way to its readers, who get what stands in its place.
    runs::Tensor computed(const LayerRunner& taker, std::size_t layer, const LayerRunner& giver,
                          std::size_t partner) const;
    /// What only the baseline has between a layer of it and all its readers; kNoLayer for nothing.
    std::size_t missingBehind(std::size_t baselineLayer) const;
    std::optional<Replaced> rightValues(const EffectSite& site) const;
    std::optional<double> aloneAtInput(const EffectSite& site, const JudgedOutput& judged);
    std::optional<Replaced> wrongValues(const EffectSite& site) const;

    const MatchedModels& m_models;
    const ComparedSide& m_baselineModel;
    const ComparedSide& m_analysisModel;
    JobContext& m_ctx;
    runs::WhatIf m_baselineRun;
    runs::WhatIf m_analysisRun;
    RunValues m_baselineValues;
    RunValues m_analysisValues;
    LayerRunner m_baseline;
    LayerRunner m_analysis;
    std::vector<runs::Tensor> m_baselineOutputs;
    std::vector<EffectSite> m_sites;
    std::unordered_map<std::size_t, std::size_t> m_missing; ///< by what it reads
};

} // namespace ql::analysis
