// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace ql {

/// How far a question has come. A snapshot, copied to whoever shows it.
struct Progress {
    double fraction = 0.0;                   ///< 0 … 1
    Message stage;                           ///< what is being done, e.g. "comparing layers"
    std::string detail;                      ///< e.g. the node name; may be empty
    std::chrono::milliseconds elapsed{0};    ///< since the job began
    std::chrono::milliseconds remaining{-1}; ///< estimate; -1 while unknown
};

/// What every question of the engine is handed: it reports progress through it and learns that it shall stop.
/// Lives on the caller's stack, is used by one worker thread; the stop token may be triggered from any thread.
class JobContext {
public:
    using Listener = std::function<void(const Progress&)>;

    JobContext() = default;
    JobContext(std::stop_token stop, Listener listener);

    /// Begins a stage of @p total steps that fills the progress bar from @p from to @p to (0 … 1).
    void beginStage(Message stage, std::size_t total, double from = 0.0, double to = 1.0);

    /// Counts @p n steps as done, tells the listener at most ten times a second, and is the cancel point.
    /// Call it at least every 50 ms. @throws Cancelled
    void step(std::size_t n = 1, const std::string& detail = {});

    /// What is left of the whole job, for who knows better than the share of steps that are done; until it is set anew.
    /// Below 0 = nobody can know yet.
    void setRemaining(std::chrono::duration<double> left) { m_left = left; }

    /// The cancel point alone. @throws Cancelled
    void throwIfCancelled() const;
    bool isCancelled() const { return m_stop.stop_requested(); }
    std::stop_token stopToken() const { return m_stop; }

private:
    void notify(const std::string& detail);

    using Clock = std::chrono::steady_clock;
    std::stop_token m_stop;
    Listener m_listener;
    Message m_stage;
    std::size_t m_total = 0;
    std::size_t m_done = 0;
    double m_from = 0.0;
    double m_to = 1.0;
    Clock::time_point m_began = Clock::now();
    Clock::time_point m_told{};
    std::optional<std::chrono::duration<double>> m_left;
    double m_fraction = 0.0; ///< told last
};

/// The cancel point of what has no context of its own. @throws Cancelled
void throwIfStopped(const std::stop_token& stop);

} // namespace ql
