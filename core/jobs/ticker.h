// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace ql::jobs {

/// Calls a function again and again on a thread of its own, beginning at once, until it dies.
class Ticker {
public:
    /// @p tick must not throw.
    Ticker(std::chrono::milliseconds interval, std::function<void()> tick);
    ~Ticker();
    Ticker(const Ticker&) = delete;
    Ticker& operator=(const Ticker&) = delete;

private:
    void live(const std::stop_token& stop);

    std::chrono::milliseconds m_interval;
    std::function<void()> m_tick;
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::jthread m_thread; ///< last, so that it ends before what it uses
};

} // namespace ql::jobs
