// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/group.h"

#include "core/jobs/ticker.h"
#include "core/ranks/client_handshake.h"
#include "core/ranks/connections.h"
#include "core/ranks/heartbeat.h"
#include "core/ranks/rendezvous.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace ql::ranks {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kGraceWhenStopped = std::chrono::seconds(2);
constexpr auto kLastWaitOfFirst = std::chrono::seconds(3);
constexpr auto kLastWait = std::chrono::seconds(10);
constexpr const char* kLeft = "left";
constexpr const char* kFirstLeft = "rank 0 left";

/// A stop of this process alone, as long as there is no group.
CancelPoint cancelPoint(const std::stop_token& stop)
{
    return [stop] {
        if (stop.stop_requested())
            throw Cancelled();
    };
}

class RingGroup final : public RankGroup {
public:
    RingGroup(const Launch& launch, const std::stop_token& local)
        : m_launch(launch)
        , m_connections(openConnections(launch, cancelPoint(local)))
    {
    }

    /// Once, before anything else. @throws Error, Cancelled
    void meet(const std::stop_token& local)
    {
        rendezvous(local);
        HeartbeatLimits limits;
        limits.interval = std::max(limits.interval, std::chrono::milliseconds(m_launch.size));
        limits.silenceOfSuspects = 4 * limits.interval;
        limits.silence = std::max(m_launch.silence, limits.silenceOfSuspects);
        m_heartbeat.emplace(store(), m_members, rank(), limits, local);
        m_ticker.emplace(limits.interval, [this] { m_heartbeat->look(); });
        try {
            m_ring.emplace(closeRing(m_connections, m_launch, [this] { throwIfOver(); }));
        } catch (const BrokenConnection& broken) {
            throwBroken(broken.what());
        }
    }

    std::size_t rank() const override { return m_launch.rank; }
    std::size_t size() const override { return m_launch.size; }
    Message nameOf(std::size_t rank) const override { return ranks::nameOf(m_members, rank); }
    int threadShare() const override { return ranks::threadShare(m_members, rank()); }
    std::stop_token stopToken() const override { return m_heartbeat->stopToken(); }

    std::vector<std::string> allGather(std::string mine) override
    {
        throwIfEnded();
        std::optional<Clock::time_point> stopped;
        const auto check = [this, &stopped] {
            throwIfEnded();
            if (stopToken().stop_requested() && !stopped)
                stopped = Clock::now();
            if (stopped && Clock::now() - *stopped > kGraceWhenStopped)
                throw Cancelled();
        };
        try {
            return m_ring->gather(std::move(mine), check);
        } catch (const BrokenConnection& broken) {
            throwBroken(broken.what());
        }
    }

    std::string broadcast(std::string mine) override
    {
        return std::move(allGather(isFirst() ? std::move(mine) : std::string()).front());
    }

    std::optional<Error> failure() const override
    {
        const auto end = m_heartbeat->end();
        if (!end || (end->kind != GroupEnd::Kind::Died && end->rank == rank()))
            return std::nullopt;
        return m_heartbeat->errorOf(*end);
    }

    bool isReporter() const override
    {
        const auto end = m_heartbeat->end();
        return isFirst() || (rank() == 1 && end && end->kind == GroupEnd::Kind::Died && end->rank == 0);
    }

    void leave(Ending ending, const std::string& why) override
    {
        if (ending == Ending::Done) {
            allGather({});
            leaveStore();
            return;
        }
        // A store whose host is stopped answers no more.
        if (const auto end = m_heartbeat->end();
            end && end->kind == GroupEnd::Kind::Died && end->rank == 0 && !isFirst())
            return;
        try {
            if (ending == Ending::Failed)
                m_heartbeat->notify({GroupEnd::Kind::Failed, rank(), why});
            store().add(kLeft, 1);
            waitForOthersToLeave();
        } catch (const std::exception&) {
            // The store is gone, and with it whoever should have known.
        }
    }

private:
    KeyValueStore& store() { return m_connections.store(); }

    void rendezvous(const std::stop_token& local)
    {
        try {
            m_members = ranks::rendezvous(store(), m_launch, thisMember(), local);
        } catch (const BrokenConnection& broken) {
            throw cannotMeet(m_launch, Message("rank 0 ended"));
        } catch (const Error&) {
            waitForClients(); // who came knows why the store goes
            throw;
        }
    }

    /// As long as rank 0 keeps the store no look at it fails, and is taken for its death.
    void leaveStore()
    {
        if (!isFirst())
            m_ticker.reset();
        if (m_connections.remoteStore)
            m_connections.remoteStore->leave();
        waitForClients();
    }

    void waitForClients() const
    {
        const auto until = Clock::now() + kLastWaitOfFirst;
        while (isFirst() && m_connections.server->clientCount() > 0 && Clock::now() < until)
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }

    void throwIfEnded() const
    {
        if (const auto end = m_heartbeat->end())
            throw m_heartbeat->errorOf(*end);
    }

    void throwIfOver() const
    {
        throwIfEnded();
        if (stopToken().stop_requested())
            throw Cancelled();
    }

    /// A connection broke: waits for the news of who is dead. @throws Error always
    [[noreturn]] void throwBroken(const std::string& why)
    {
        const auto began = Clock::now();
        const auto limits = m_heartbeat->limits();
        m_heartbeat->suspect();
        while (Clock::now() - began < 2 * limits.silenceOfSuspects + 5 * limits.interval) {
            throwIfEnded();
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        const GroupEnd end{GroupEnd::Kind::Broken, rank(), why};
        try {
            m_heartbeat->notify(end);
        } catch (const std::exception&) {
            throw m_heartbeat->errorOf({GroupEnd::Kind::Died, 0, {}});
        }
        throw m_heartbeat->errorOf(m_heartbeat->end().value_or(end));
    }

    void waitForOthersToLeave()
    {
        const auto end = m_heartbeat->end();
        const bool isOneDead = end && end->kind == GroupEnd::Kind::Died;
        const auto alive = static_cast<std::int64_t>(size() - (isOneDead ? 1 : 0));
        if (!isFirst() && isOneDead && end->rank == 0)
            return;
        const auto until = Clock::now() + (isFirst() ? kLastWaitOfFirst : kLastWait);
        const auto isDone = [&] {
            return isFirst() ? store().add(kLeft, 0) >= alive : store().get(kFirstLeft).has_value();
        };
        while (Clock::now() < until && !isDone())
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        if (isFirst())
            store().set(kFirstLeft, "1");
    }

    Launch m_launch;
    Connections m_connections;
    std::vector<Member> m_members;
    std::optional<Heartbeat> m_heartbeat;
    std::optional<Ring> m_ring;
    std::optional<jobs::Ticker> m_ticker; ///< last, so that it ends before what it uses
};

} // namespace

std::shared_ptr<RankGroup> joinGroup(const Launch& launch, const std::stop_token& local)
{
    auto group = std::make_shared<RingGroup>(launch, local);
    group->meet(local);
    return group;
}

} // namespace ql::ranks
