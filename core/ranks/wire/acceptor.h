// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ranks/wire/hello.h"
#include "core/ranks/wire/message_stream.h"
#include "core/ranks/wire/poll_set.h"

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <string>

namespace ql::ranks {

/// Accepts connections: of whoever shows that it knows the secret and says hello. All others, and those that say
/// nothing, are refused with a line in the log, and keep nobody else waiting. For one thread.
class Acceptor {
public:
    using Authorize = std::function<HelloReply(const Hello&)>;
    /// Takes those that Authorize accepts.
    using OnAccepted = std::function<void(const Hello&, MessageStream)>;

    /// @p listener listens already. At most @p most handshakes go on at a time.
    Acceptor(std::shared_ptr<const Tls> tls, Socket listener, std::size_t most, Authorize authorize,
             OnAccepted onAccepted);
    ~Acceptor() { close(); }
    Acceptor(const Acceptor&) = delete;
    Acceptor& operator=(const Acceptor&) = delete;

    void addTo(PollSet& set);
    /// Refuses those whose handshake takes too long. Call it after each wait.
    void expire();
    bool isOpen() const { return bool(m_listener); }
    /// For good.
    void close();

private:
    using Clock = std::chrono::steady_clock;
    struct Handshake {
        std::string name;
        MessageStream stream;
        bool isKnown = false;
        bool isDone = false; ///< accepted or refused
        Clock::time_point since = Clock::now();
    };

    void accept();
    void proceed(Handshake& handshake);
    void readHello(Handshake& handshake);
    void reject(Handshake& handshake, const char* why);

    std::shared_ptr<const Tls> m_tls;
    Socket m_listener;
    std::size_t m_most;
    Authorize m_authorize;
    OnAccepted m_onAccepted;
    std::deque<Handshake> m_handshakes; ///< oldest first
    std::size_t m_refused = 0;
    Clock::time_point m_acceptsFrom = Clock::now(); ///< again
};

} // namespace ql::ranks
