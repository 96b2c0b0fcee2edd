// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"

#include <cstddef>
#include <string>

namespace ql::analysis {

/// How far a search for repairs has come, counted in units of about the same time each, so that what is left can be
/// told: a layer that is ranked is one, a candidate that is measured many. How often candidates are looked at beside
/// others isn't known before: as long as measuring them alone took, at first, and more whenever that is nearly over.
class FixProgress {
public:
    /// @p ctx must outlive this.
    explicit FixProgress(JobContext& ctx)
        : m_ctx(ctx)
    {
    }

    /// @throws Cancelled, as all below
    void beginRanking(std::size_t layers);
    void stepRanked(std::size_t layers, const std::string& layer = {}) { m_ctx.step(layers, layer); }
    /// So many candidates, those that are slow among them.
    void beginMeasuring(std::size_t candidates, std::size_t slow);
    void beginCombining();
    /// What is slow takes as long as several that aren't.
    void stepCandidate(bool isSlow, const std::string& fix = {});

private:
    void begin(Message stage, std::size_t units, double to);

    JobContext& m_ctx;
    double m_from = 0.0; ///< of the bar, as it fills in the running stage
    double m_to = 0.0;
    std::size_t m_units = 0; ///< of measuring
    std::size_t m_done = 0;  ///< since the stage began
    bool m_isCombining = false;
};

} // namespace ql::analysis
