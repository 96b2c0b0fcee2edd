// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/wire/acceptor.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/base/packed.h"
#include "core/ranks/addresses.h"

#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <utility>

namespace ql::ranks {

namespace {

constexpr std::chrono::seconds kHandshakeLimit{10};
constexpr std::chrono::milliseconds kRetryInterval{100}; ///< where the system has no descriptors left
constexpr int kAtATime = 16;                             ///< so that those who came before go on
constexpr std::size_t kMostLines = 10;

} // namespace

Acceptor::Acceptor(std::shared_ptr<const Tls> tls, Socket listener, std::size_t most, Authorize authorize,
                   OnAccepted onAccepted)
    : m_tls(std::move(tls))
    , m_listener(std::move(listener))
    , m_most(most)
    , m_authorize(std::move(authorize))
    , m_onAccepted(std::move(onAccepted))
{
}

void Acceptor::addTo(PollSet& set)
{
    if (m_listener && Clock::now() >= m_acceptsFrom)
        set.add(m_listener.number(), POLLIN, [this] { accept(); });
    for (auto& handshake : m_handshakes) {
        const auto& channel = handshake.stream.channel();
        set.add(channel.descriptor(), handshake.isKnown ? handshake.stream.awaits() : channel.awaits(),
                [this, &handshake] { proceed(handshake); });
    }
}

void Acceptor::accept()
{
    for (int i = 0; i < kAtATime; ++i) {
        Socket socket(::accept4(m_listener.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!socket) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
                m_acceptsFrom = Clock::now() + kRetryInterval;
            return;
        }
        const int isOn = 1;
        ::setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &isOn, sizeof isOn);
        auto name = peerOf(socket);
        m_handshakes.push_back(
            {.name = std::move(name),
             .stream = MessageStream(SecureChannel(*m_tls, std::move(socket), SecureChannel::Side::Answers))});
    }
}

void Acceptor::proceed(Handshake& handshake)
{
    if (handshake.isDone)
        return;
    try {
        if (!handshake.isKnown)
            handshake.isKnown = handshake.stream.channel().shakeHands();
        if (handshake.isKnown)
            readHello(handshake);
    } catch (const BrokenConnection& broken) {
        const bool hasEnded = broken.kind() == BrokenConnection::Kind::Ended;
        reject(handshake, hasEnded ? "it ended before it showed that it knows the secret"
                                   : "it did not show that it knows the secret");
    } catch (const Error& error) {
        reject(handshake, error.what());
    }
}

void Acceptor::readHello(Handshake& handshake)
{
    const auto bytes = handshake.stream.receive();
    if (!bytes)
        return;
    const auto hello = unpacked<Hello>(*bytes);
    const auto answer = m_authorize(hello);
    handshake.stream.send(packed(answer));
    handshake.isDone = true;
    if (answer == HelloReply::Accepted)
        m_onAccepted(hello, std::move(handshake.stream));
}

void Acceptor::reject(Handshake& handshake, const char* why)
{
    handshake.isDone = true;
    if (++m_refused <= kMostLines)
        logWarning(Message("refused a connection from {}: {}", handshake.name, why));
}

void Acceptor::expire()
{
    const auto forget = [this] {
        std::erase_if(m_handshakes, [](const Handshake& handshake) { return handshake.isDone; });
    };
    forget();
    const auto now = Clock::now();
    const bool isShort = now < m_acceptsFrom; // of descriptors
    for (std::size_t i = 0; i < m_handshakes.size(); ++i) {
        if (now - m_handshakes[i].since > kHandshakeLimit)
            reject(m_handshakes[i], "it did not show in time that it knows the secret");
        else if (m_handshakes.size() - i > m_most || (isShort && i == 0))
            reject(m_handshakes[i], "it had not shown that it knows the secret when too many came after it");
    }
    forget();
}

void Acceptor::close()
{
    if (!m_listener)
        return;
    m_listener.close();
    for (auto& handshake : m_handshakes)
        if (!handshake.isDone)
            reject(handshake, "it had not shown that it knows the secret when all were there");
    m_handshakes.clear();
    if (m_refused > kMostLines)
        logWarning(Message("refused {} more connections like these", m_refused - kMostLines));
}

} // namespace ql::ranks
