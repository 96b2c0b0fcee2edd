// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/rank_server.h"

#include <functional>
#include <sys/eventfd.h>
#include <utility>

namespace ql::ranks {

namespace {

constexpr std::size_t kMostUnknown = 256;
constexpr std::chrono::milliseconds kExpiryInterval{200};

} // namespace

RankServer::RankServer(const Launch& launch, std::shared_ptr<const Tls> tls, Socket listener,
                       std::optional<LocalKeyServer> keyServer)
    : m_launch(launch)
    , m_tls(std::move(tls))
    , m_wakeUp(::eventfd(0, EFD_CLOEXEC))
    , m_keyServer(std::move(keyServer))
    , m_acceptor(
          m_tls, std::move(listener), kMostUnknown + launch.size,
          [this](const Hello& hello) { return authorize(hello); },
          [this](const Hello& hello, MessageStream stream) { addPeer(hello, std::move(stream)); })
{
    const auto body = [this](JobContext& ctx) {
        run(ctx.stopToken());
        return true;
    };
    m_thread.start<bool>(body, {});
}

RankServer::~RankServer() = default;

void RankServer::run(const std::stop_token& stop)
{
    const std::stop_callback onStop(stop, [this] { ::eventfd_write(m_wakeUp.number(), 1); });
    while (!stop.stop_requested()) {
        PollSet set;
        set.add(m_wakeUp.number(), POLLIN, [] {});
        m_acceptor.addTo(set);
        if (m_keyServer)
            m_keyServer->addTo(set);
        for (const auto& [rank, stream] : m_clients)
            if (stream)
                set.add(stream->channel().descriptor(), stream->awaits(), [this, rank = rank] { serve(rank); });
        set.wait(m_acceptor.isOpen() ? kExpiryInterval : std::chrono::hours(1));
        m_acceptor.expire();
        if (m_acceptor.isOpen() && areAllConnected()) {
            m_acceptor.close();
            m_keyServer.reset();
        }
    }
}

HelloReply RankServer::authorize(const Hello& hello) const
{
    const auto size = m_launch.size;
    if (hello.attempt != m_launch.attempt)
        return HelloReply::OtherAttempt;
    if (hello.size != size || hello.rank >= size)
        return HelloReply::OtherSize;
    if (hello.purpose == Hello::Purpose::Ring)
        return m_hasPrevious || hello.rank != (m_launch.rank + size - 1) % size ? HelloReply::Taken
                                                                                : HelloReply::Accepted;
    const auto client = m_clients.find(hello.rank);
    const bool isTaken = m_launch.rank != 0 || hello.rank == 0 || (client != m_clients.end() && client->second);
    return isTaken ? HelloReply::Taken : HelloReply::Accepted;
}

void RankServer::addPeer(const Hello& hello, MessageStream stream)
{
    if (hello.purpose == Hello::Purpose::Store) {
        m_clients[hello.rank] = std::move(stream);
        ++m_clientCount;
        return;
    }
    m_hasPrevious = true;
    const std::lock_guard lock(m_mutex);
    m_previous = std::move(stream.channel());
}

void RankServer::serve(std::uint64_t rank)
{
    auto& stream = m_clients.at(rank);
    try {
        stream->flush();
        while (const auto question = stream->receive())
            stream->send(m_store.answer(*question));
    } catch (const std::exception&) { // it left, or sends what no rank does
        stream.reset();
        --m_clientCount;
    }
}

bool RankServer::areAllConnected() const
{
    return m_hasPrevious && (m_launch.rank != 0 || m_clients.size() == m_launch.size - 1);
}

std::optional<SecureChannel> RankServer::takePrevious()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_previous, std::nullopt);
}

} // namespace ql::ranks
