// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/wire/door.h"

#include "core/base/error.h"
#include "core/base/packed.h"
#include "core/ranks/addresses.h"

#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <spdlog/spdlog.h>
#include <utility>

namespace ql::ranks {

namespace {

constexpr std::chrono::seconds kToIntroduce{10};
constexpr std::chrono::milliseconds kRest{100}; ///< where the system has no descriptors left
constexpr int kAtATime = 16;                    ///< so that those who came before go on
constexpr std::size_t kMostLines = 10;

} // namespace

Door::Door(std::shared_ptr<const Tls> tls, Socket listener, std::size_t most, Judge judge, Admit admit)
    : m_tls(std::move(tls))
    , m_listener(std::move(listener))
    , m_most(most)
    , m_judge(std::move(judge))
    , m_admit(std::move(admit))
{
}

void Door::addTo(PollSet& set)
{
    if (m_listener && Clock::now() >= m_open)
        set.add(m_listener.number(), POLLIN, [this] { accept(); });
    for (auto& visitor : m_visitors) {
        const auto& channel = visitor.stream.channel();
        set.add(channel.descriptor(), visitor.isKnown ? visitor.stream.awaits() : channel.awaits(),
                [this, &visitor] { attend(visitor); });
    }
}

void Door::accept()
{
    for (int i = 0; i < kAtATime; ++i) {
        Socket socket(::accept4(m_listener.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!socket) {
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
                m_open = Clock::now() + kRest;
            return;
        }
        const int isOn = 1;
        ::setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &isOn, sizeof isOn);
        auto name = peerOf(socket);
        m_visitors.push_back(
            {.name = std::move(name),
             .stream = MessageStream(SecureChannel(*m_tls, std::move(socket), SecureChannel::Side::Answers))});
    }
}

void Door::attend(Visitor& visitor)
{
    if (visitor.isDone)
        return;
    try {
        if (!visitor.isKnown)
            visitor.isKnown = visitor.stream.channel().shakeHands();
        if (visitor.isKnown)
            greet(visitor);
    } catch (const BrokenConnection& broken) {
        const bool hasEnded = broken.kind() == BrokenConnection::Kind::Ended;
        turnAway(visitor, hasEnded ? "it ended before it showed that it knows the secret"
                                   : "it did not show that it knows the secret");
    } catch (const Error& error) {
        turnAway(visitor, error.what());
    }
}

void Door::greet(Visitor& visitor)
{
    const auto bytes = visitor.stream.receive();
    if (!bytes)
        return;
    const auto greeting = unpacked<Greeting>(*bytes);
    const auto answer = m_judge(greeting);
    visitor.stream.send(packed(answer));
    visitor.isDone = true;
    if (answer == Answer::Welcome)
        m_admit(greeting, std::move(visitor.stream));
}

void Door::turnAway(Visitor& visitor, const char* why)
{
    visitor.isDone = true;
    if (++m_refused <= kMostLines)
        spdlog::warn("refused a connection from {}: {}", visitor.name, why);
}

void Door::sweep()
{
    const auto forget = [this] { std::erase_if(m_visitors, [](const Visitor& visitor) { return visitor.isDone; }); };
    forget();
    const auto now = Clock::now();
    const bool isShort = now < m_open; // of descriptors
    for (std::size_t i = 0; i < m_visitors.size(); ++i) {
        if (now - m_visitors[i].since > kToIntroduce)
            turnAway(m_visitors[i], "it did not show in time that it knows the secret");
        else if (m_visitors.size() - i > m_most || (isShort && i == 0))
            turnAway(m_visitors[i], "it had not shown that it knows the secret when too many came after it");
    }
    forget();
}

void Door::close()
{
    if (!m_listener)
        return;
    m_listener.close();
    for (auto& visitor : m_visitors)
        if (!visitor.isDone)
            turnAway(visitor, "it had not shown that it knows the secret when all were there");
    m_visitors.clear();
    if (m_refused > kMostLines)
        spdlog::warn("refused {} more connections like these", m_refused - kMostLines);
}

} // namespace ql::ranks
