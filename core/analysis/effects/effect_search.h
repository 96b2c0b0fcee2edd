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

/// SQNR by site, in dB.
struct SiteValues {
    std::vector<double> valueDb; ///< of its value in the analysis model; NaN where it isn't known
    std::vector<double> localDb; ///< of what it gives on exact inputs; NaN, or empty, where it didn't run so
};

/// By site, in which order they are tried: where the error of a value, or of what a reader that is right on exact
/// inputs makes of it, exceeds most that of what is read there, by noise per signal and by decibels in turn. Sites
/// whose value is the baseline's are left out.
std::vector<std::size_t> effectOrder(const std::vector<EffectSite>& sites,
                                     const std::vector<std::vector<std::size_t>>& read, const SiteValues& values);

/// Measures sites one by one, then groups where no single one brings back half of the noise, then the leading ones
/// alone, as far as @p budget goes. Nothing in it depends on time or threads.
class EffectSearch {
public:
    /// All must outlive it; @p localDb as SiteValues has it.
    EffectSearch(EffectRuns& runs, const JudgedOutput& judged, EffectBudget& budget,
                 const std::vector<EffectSite>& sites, const MatchedModels& models, JobContext& ctx,
                 std::vector<double> localDb = {});

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
    std::vector<double> m_localDb; ///< by site
    std::vector<std::vector<std::size_t>> m_read;
    std::vector<SiteEffect> m_effects;
    double m_wholeDb = 0.0;
};

} // namespace ql::analysis
