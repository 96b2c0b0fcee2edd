// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/job_context.h"

#include "core/base/error.h"

#include <algorithm>
#include <utility>

namespace ql {

namespace {
constexpr std::chrono::milliseconds kTellInterval{100};
constexpr double kLeastFractionForEstimate = 0.02;
} // namespace

JobContext::JobContext(std::stop_token stop, Listener listener)
    : m_stop(std::move(stop))
    , m_listener(std::move(listener))
{
}

void JobContext::beginStage(Message stage, std::size_t total, double from, double to)
{
    throwIfCancelled();
    m_stage = std::move(stage);
    m_total = total;
    m_done = 0;
    m_from = from;
    m_to = to;
    notify({});
}

void JobContext::step(std::size_t n, const std::string& detail)
{
    throwIfCancelled();
    m_done += n;
    const bool isLast = m_done >= m_total;
    if (m_listener && (isLast || Clock::now() - m_told >= kTellInterval))
        notify(detail);
}

void JobContext::throwIfCancelled() const
{
    throwIfStopped(m_stop);
}

void throwIfStopped(const std::stop_token& stop)
{
    if (stop.stop_requested())
        throw Cancelled();
}

void JobContext::notify(const std::string& detail)
{
    if (!m_listener)
        return;
    m_told = Clock::now();
    const double share = m_total == 0 ? 1.0 : std::min(1.0, double(m_done) / double(m_total));
    Progress progress;
    progress.fraction = m_from + (m_to - m_from) * share;
    progress.stage = m_stage;
    progress.detail = detail;
    progress.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(m_told - m_began);
    if (m_left && m_left->count() >= 0.0) {
        const std::chrono::duration<double> passed = m_told - m_began;
        progress.fraction = std::max(m_fraction, passed / (passed + *m_left));
        progress.remaining = std::chrono::duration_cast<std::chrono::milliseconds>(*m_left);
    } else if (!m_left && progress.fraction >= kLeastFractionForEstimate) {
        const double left = double(progress.elapsed.count()) * (1.0 - progress.fraction) / progress.fraction;
        progress.remaining = std::chrono::milliseconds(std::int64_t(left));
    }
    m_fraction = progress.fraction;
    m_listener(progress);
}

} // namespace ql
