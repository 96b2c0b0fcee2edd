// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

namespace ql::analysis {

/// How far a search for repairs has come and how long it will go on, from what each kind of its steps took so far. How
/// often candidates are looked at beside others isn't known before: each time that one was added, all are looked at
/// once more.
class FixProgress {
public:
    /// @p ctx must outlive this. @p mostSeconds as the request has it; 0 = no limit.
    FixProgress(JobContext& ctx, double mostSeconds)
        : m_ctx(ctx)
        , m_mostSeconds(mostSeconds)
    {
    }

    /// @throws Cancelled, as all below
    void beginRanking(std::size_t layers);
    void stepRanked(std::size_t layers, const std::string& layer = {}) { m_ctx.step(layers, layer); }
    /// So many candidates on this rank, those that learn being slow.
    void beginMeasuring(std::size_t quick, std::size_t slow);
    /// One of them needs no measuring: an earlier search did that.
    void stepKnown(bool isSlow);
    /// Here begins the one of them that the step counts.
    void stepCandidate(bool isSlow, const std::string& fix = {});
    void beginCombining();
    /// So many candidates are looked at once more, after which the search ends unless one is worth it.
    void beginPass(std::size_t quick, std::size_t slow);
    /// One is: others are looked at only where they may win more.
    void endPass() { m_isPass = false; }
    /// A look at a candidate beside those chosen begins.
    void stepLook(bool isSlow, const std::string& fix = {});
    /// One that was only estimated beside those chosen is learned anew from here on.
    void stepLearned(const std::string& fix = {});
    /// What is left is writing.
    void end();

private:
    using Clock = std::chrono::steady_clock;

    /// Steps of one kind.
    struct Steps {
        std::size_t left = 0;
        std::size_t done = 0;
        double seconds = 0.0; ///< of those done
        double each(double guess) const { return done > 0 ? seconds / double(done) : guess; }
    };

    void begin(Message stage, std::size_t steps, double to);
    void closeStep();
    void open(Steps& steps);
    /// In seconds; nothing while nobody can know.
    std::optional<double> measuringLeft() const;
    double combiningSeconds() const;
    double passLeft(std::size_t quick, std::size_t slow) const;
    double combiningLeft() const;
    void tell();

    JobContext& m_ctx;
    double m_mostSeconds;
    Clock::time_point m_began = Clock::now();
    Steps m_quick; ///< measured alone
    Steps m_slow;
    Steps m_quickLooks; ///< beside others; left = in the pass that goes on
    Steps m_slowLooks;
    Steps m_learned;
    double m_longest = 0.0;       ///< seconds of one that learned alone
    std::size_t m_quickCount = 0; ///< of all candidates
    std::size_t m_slowCount = 0;
    Steps* m_open = nullptr; ///< the kind of what goes on now
    Clock::time_point m_opened;
    bool m_isCombining = false;
    bool m_isPass = false;
    double m_from = 0.0; ///< of the bar, as it fills in the running stage
};

} // namespace ql::analysis
