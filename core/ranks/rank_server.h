// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/jobs/worker.h"
#include "core/ranks/launch.h"
#include "core/ranks/local_key.h"
#include "core/ranks/remote_store.h"
#include "core/ranks/wire/acceptor.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace ql::ranks {

/// Takes the connections of other ranks on a thread of its own: of the one before it in the ring, and for rank 0 of all
/// others, for the store that it keeps. Once all are connected nobody listens any more.
class RankServer {
public:
    /// @p listener listens already. @p keyServer where no secret was given
    RankServer(const Launch& launch, std::shared_ptr<const Tls> tls, Socket listener,
               std::optional<LocalKeyServer> keyServer);
    ~RankServer();
    RankServer(const RankServer&) = delete;
    RankServer& operator=(const RankServer&) = delete;

    /// Rank 0's; any thread.
    MemoryStore& store() { return m_store; }
    /// The connection from the rank before, once it is there. Any thread.
    std::optional<SecureChannel> takePrevious();
    /// How many others are connected to the store. Any thread.
    std::size_t clientCount() const { return m_clientCount; }

private:
    void run(const std::stop_token& stop);
    HelloReply authorize(const Hello& hello) const;
    void addPeer(const Hello& hello, MessageStream stream);
    void serve(std::uint64_t rank);
    bool areAllConnected() const;

    Launch m_launch;
    std::shared_ptr<const Tls> m_tls;
    MemoryStore m_store;
    Socket m_wakeUp; ///< eventfd, readable when the destructor wants the thread to end
    std::optional<LocalKeyServer> m_keyServer;
    std::map<std::uint64_t, std::optional<MessageStream>> m_clients; ///< none once one left
    std::atomic<std::size_t> m_clientCount = 0;
    bool m_hasPrevious = false;
    std::mutex m_mutex; ///< of the next
    std::optional<SecureChannel> m_previous;
    Acceptor m_acceptor;
    jobs::Worker m_thread; ///< last, so that it ends before what it uses
};

} // namespace ql::ranks
