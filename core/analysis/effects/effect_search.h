// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/effects/effect_runs.h"

#include <optional>
#include <vector>

namespace ql::analysis {

/// What was measured of a site, in dB of what is judged.
struct SiteEffect {
    std::optional<double> setRightDb;
    std::optional<double> aloneDb;
    std::vector<std::size_t> together; ///< sites that were set right with it
};

/// By site, in which order they are tried: where the error of a value, or of what reads it, exceeds most that of what
/// it reads, by noise per signal and by decibels in turn. @p values is the SQNR of each site's value in dB, NaN where
/// it isn't known; sites whose value is the baseline's are left out.
std::vector<std::size_t> effectOrder(const std::vector<EffectSite>& sites,
                                     const std::vector<std::vector<std::size_t>>& read,
                                     const std::vector<double>& values);

/// Measures sites one by one, then groups where no single one brings back half of the noise, then the leading ones
/// alone, as far as @p budget goes. Nothing in it depends on time or threads.
class EffectSearch {
public:
    /// All must outlive it.
    EffectSearch(EffectRuns& runs, const JudgedOutput& judged, EffectBudget& budget,
                 const std::vector<EffectSite>& sites, const MatchedModels& models, JobContext& ctx);

    /// By site. @throws Cancelled
    std::vector<SiteEffect> run();
    double wholeDb() const { return m_wholeDb; }

private:
    std::optional<double> setRight(const std::vector<std::size_t>& sites, double share);
    void trySites(const std::vector<std::size_t>& order);
    void tryGroups(const std::vector<std::size_t>& order);
    void tryGroup(std::vector<std::size_t> group);
    void tryAlone(const std::vector<std::size_t>& order);
    void measureAlone(std::size_t site, std::vector<bool>& isTried);
    double removedBy(std::optional<double> db) const;
    double mostRemoved() const;
    /// Of the noise, for a single culprit: more is asked of an output that is fair.
    double leastRemoved() const;

    EffectRuns& m_runs;
    const JudgedOutput& m_judged;
    EffectBudget& m_budget;
    const std::vector<EffectSite>& m_sites;
    const MatchedModels& m_models;
    JobContext& m_ctx;
    std::vector<std::vector<std::size_t>> m_read;
    std::vector<SiteEffect> m_effects;
    double m_wholeDb = 0.0;
};

} // namespace ql::analysis
