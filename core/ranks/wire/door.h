// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ranks/wire/greeting.h"
#include "core/ranks/wire/message_stream.h"
#include "core/ranks/wire/poll_set.h"

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <string>

namespace ql::ranks {

/// Where others come in: whoever shows that it knows the secret and greets is let in. Strangers, and those that say
/// nothing, are refused with a line in the log, and keep nobody else waiting. For one thread.
class Door {
public:
    using Judge = std::function<Answer(const Greeting&)>;
    /// Takes whom the judge welcomes.
    using Admit = std::function<void(const Greeting&, MessageStream)>;

    /// @p listener listens already. At most @p most may stand at the door at a time.
    Door(std::shared_ptr<const Tls> tls, Socket listener, std::size_t most, Judge judge, Admit admit);
    ~Door() { close(); }
    Door(const Door&) = delete;
    Door& operator=(const Door&) = delete;

    void addTo(PollSet& set);
    /// Sends away who stood there too long. Call it after each wait.
    void sweep();
    bool isOpen() const { return bool(m_listener); }
    /// For good.
    void close();

private:
    using Clock = std::chrono::steady_clock;
    struct Visitor {
        std::string name;
        MessageStream stream;
        bool isKnown = false;
        bool isDone = false; ///< let in or refused
        Clock::time_point since = Clock::now();
    };

    void accept();
    void attend(Visitor& visitor);
    void greet(Visitor& visitor);
    void turnAway(Visitor& visitor, const char* why);

    std::shared_ptr<const Tls> m_tls;
    Socket m_listener;
    std::size_t m_most;
    Judge m_judge;
    Admit m_admit;
    std::deque<Visitor> m_visitors; ///< oldest first
    std::size_t m_refused = 0;
    Clock::time_point m_open = Clock::now(); ///< again
};

} // namespace ql::ranks
