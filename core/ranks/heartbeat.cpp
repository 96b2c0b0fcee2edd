// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/heartbeat.h"

#include "core/base/packed.h"

#include <exception>
#include <utility>

namespace ql::ranks {

namespace {

// What stands on the store.
constexpr const char* kNews = "news"; ///< how often somebody wrote one of the following
constexpr const char* kStop = "stop";
constexpr const char* kSuspicion = "suspicion";
constexpr const char* kEnd = "end";
constexpr const char* kEndCount = "ends"; ///< how many wanted to write it

std::string beatOf(std::size_t rank)
{
    return "beat/" + std::to_string(rank);
}

} // namespace

Heartbeat::Heartbeat(KeyValueStore& store, const std::vector<Member>& members, std::size_t rank, HeartbeatLimits limits,
                     std::stop_token local, std::function<Clock::time_point()> now)
    : m_store(store)
    , m_members(members)
    , m_rank(rank)
    , m_limits(limits)
    , m_local(std::move(local))
    , m_now(std::move(now))
    , m_looked(m_now())
    , m_onLocalStop(m_local, [this] { m_stop.request_stop(); })
{
    if (rank == 1)
        m_watched.push_back({.rank = 0, .changed = m_looked});
    for (std::size_t other = 1; rank == 0 && other < members.size(); ++other)
        m_watched.push_back({.rank = other, .changed = m_looked});
}

void Heartbeat::look() noexcept
{
    try {
        lookAtAll();
    } catch (const std::exception&) {
        // The store is gone: whoever hosts it is.
        settle({GroupEnd::Kind::Died, 0, {}});
        return;
    }
    const std::lock_guard lock(m_mutex);
    m_looked = m_now();
}

void Heartbeat::lookAtAll()
{
    m_store.add(beatOf(m_rank), 1);
    const auto write = [this](const char* key) {
        m_store.set(key, "1");
        m_store.add(kNews, 1);
    };
    if (m_local.stop_requested() && !std::exchange(m_hasToldStop, true))
        write(kStop);
    bool isSuspected = false;
    {
        const std::lock_guard lock(m_mutex);
        isSuspected = std::exchange(m_isSuspected, false);
    }
    if (isSuspected && !m_isSuspicious)
        write(kSuspicion);
    if (const auto news = m_store.add(kNews, 0); news != m_news) {
        m_news = news;
        readNews();
    }
    lookAfterOthers();
}

void Heartbeat::readNews()
{
    if (m_store.get(kStop))
        m_stop.request_stop();
    m_isSuspicious = m_isSuspicious || m_store.get(kSuspicion).has_value();
    if (const auto end = m_store.get(kEnd))
        settle(unpacked<GroupEnd>(*end));
}

void Heartbeat::lookAfterOthers()
{
    const auto now = m_now();
    const Beat* mostSilent = nullptr;
    for (auto& beat : m_watched) {
        const auto count = m_store.add(beatOf(beat.rank), 0);
        if (count != std::exchange(beat.count, count))
            beat.changed = now;
        if (!mostSilent || beat.changed < mostSilent->changed)
            mostSilent = &beat;
    }
    const auto limit = m_isSuspicious ? m_limits.silenceOfSuspects : m_limits.silence;
    if (mostSilent && now - mostSilent->changed > limit)
        notify({GroupEnd::Kind::Died, mostSilent->rank, {}});
}

void Heartbeat::settle(const GroupEnd& end)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_end)
            m_end = end;
    }
    m_stop.request_stop();
}

std::optional<GroupEnd> Heartbeat::end() const
{
    const std::lock_guard lock(m_mutex);
    // Where the host of the store is stopped, a look at it does not return.
    if (!m_end && m_now() - m_looked > m_limits.silence + m_limits.silenceOfSuspects)
        return GroupEnd{GroupEnd::Kind::Died, 0, {}};
    return m_end;
}

void Heartbeat::suspect()
{
    const std::lock_guard lock(m_mutex);
    m_isSuspected = true;
}

void Heartbeat::notify(const GroupEnd& end)
{
    if (m_store.add(kEndCount, 1) == 1) {
        m_store.set(kEnd, packed(end));
        m_store.add(kNews, 1);
    }
    const auto first = m_store.get(kEnd);
    settle(first ? unpacked<GroupEnd>(*first) : end);
}

Error Heartbeat::errorOf(const GroupEnd& end) const
{
    const auto name = nameOf(m_members, end.rank);
    if (end.kind == GroupEnd::Kind::Failed) {
        Error error(ErrorCode::Engine, Message::text(end.why));
        error.addContext(name);
        return error;
    }
    const Message hint("the same command continues from what is kept in --out, with fewer ranks if need be");
    if (end.kind == GroupEnd::Kind::Broken)
        return {ErrorCode::Engine, Message("{} lost its connections: {}", name, end.why), hint};
    return {ErrorCode::Engine, Message("{} ended or no longer answers", name), hint};
}

} // namespace ql::ranks
