// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/ticker.h"

#include <utility>

namespace ql::jobs {

Ticker::Ticker(std::chrono::milliseconds interval, std::function<void()> tick)
    : m_interval(interval)
    , m_tick(std::move(tick))
    , m_thread([this](const std::stop_token& stop) { live(stop); })
{
}

Ticker::~Ticker() = default;

void Ticker::live(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        m_tick();
        std::unique_lock lock(m_mutex);
        m_wake.wait_for(lock, stop, m_interval, [] { return false; });
    }
}

} // namespace ql::jobs
