// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/ranks/key_value_store.h"
#include "core/ranks/rendezvous.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

namespace ql::ranks {

struct HeartbeatLimits {
    std::chrono::milliseconds interval{200};            ///< between two looks
    std::chrono::milliseconds silence{10'000};          ///< after which a rank is taken for dead
    std::chrono::milliseconds silenceOfSuspects{1'000}; ///< the same once a connection broke
};

/// How a group ends before its work is done.
struct GroupEnd {
    enum class Kind : std::uint8_t {
        Died,   ///< `rank` ended without a word or no longer answers
        Failed, ///< `rank` says why
        Broken  ///< connections between ranks that live
    };
    Kind kind = Kind::Died;
    std::uint64_t rank = 0;
    std::string why;

    static auto parts(auto& self) { return std::tie(self.kind, self.rank, self.why); }
};

/// Shows the others that this rank lives, and learns how they are: each look writes a beat into the store and reads the
/// news there. Rank 0 looks after the beats of all others, rank 1 after those of rank 0; who finds one silent says so
/// into the store, and the first word counts for all. look() is for one thread, the rest for any.
class Heartbeat {
public:
    using Clock = std::chrono::steady_clock;

    /// @p store and @p members must outlive this. @p local: this rank's own wish to stop. @p now tells the time
    Heartbeat(KeyValueStore& store, const std::vector<Member>& members, std::size_t rank, HeartbeatLimits limits,
              std::stop_token local, std::function<Clock::time_point()> now = &Clock::now);

    /// Call it every HeartbeatLimits::interval. Never throws.
    void look() noexcept;

    /// Triggered once any rank wants to stop or the group ends.
    std::stop_token stopToken() const { return m_stop.get_token(); }
    /// Known once this rank has heard of it; also that the store itself is gone, and with it the rank that hosts it.
    std::optional<GroupEnd> end() const;
    /// A connection broke: whose beats stay away is to be found soon.
    void suspect();
    /// Tells all others, unless somebody else ended the group before.
    void notify(const GroupEnd& end);
    /// What end() means to a user.
    Error errorOf(const GroupEnd& end) const;
    HeartbeatLimits limits() const { return m_limits; }

private:
    struct Beat {
        std::size_t rank = 0;
        Clock::time_point changed;
        std::int64_t count = -1;
    };

    void lookAtAll();
    void readNews();
    void lookAfterOthers();
    void settle(const GroupEnd& end);

    KeyValueStore& m_store;
    const std::vector<Member>& m_members;
    std::size_t m_rank;
    HeartbeatLimits m_limits;
    std::stop_token m_local;
    std::function<Clock::time_point()> m_now;
    std::stop_source m_stop;
    std::vector<Beat> m_watched;
    std::int64_t m_news = 0; ///< that were read
    bool m_hasToldStop = false;
    bool m_isSuspicious = false;
    mutable std::mutex m_mutex; ///< of what follows
    Clock::time_point m_looked;
    bool m_isSuspected = false;
    std::optional<GroupEnd> m_end;
    std::stop_callback<std::function<void()>> m_onLocalStop; ///< last: it uses m_stop
};

} // namespace ql::ranks
