// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/local_key.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <system_error>

namespace ql::ranks {

namespace {

constexpr int kMostWaiting = 1024;
constexpr int kAnswersAtATime = 16;
constexpr std::chrono::seconds kToAnswer{2};

struct LocalName {
    sockaddr_un bytes{};
    socklen_t size = 0;

    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&bytes); }
};

/// One without a file: it begins with a zero, and is gone with its socket.
LocalName nameFor(std::uint16_t port)
{
    const auto text = "quantloupe-ranks/" + std::to_string(::geteuid()) + '/' + std::to_string(port);
    LocalName name;
    name.bytes.sun_family = AF_UNIX;
    std::ranges::copy(text, name.bytes.sun_path + 1);
    name.size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + text.size());
    return name;
}

Socket localSocket()
{
    return Socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

bool isOfThisUser(const Socket& socket)
{
    ucred peer{};
    socklen_t size = sizeof peer;
    return ::getsockopt(socket.number(), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.uid == ::geteuid();
}

} // namespace

LocalKeyServer::LocalKeyServer(std::uint16_t port, const Key& key)
    : m_key(key)
    , m_listener(localSocket())
{
    const auto name = nameFor(port);
    if (!m_listener || ::bind(m_listener.number(), name.get(), name.size) != 0
        || ::listen(m_listener.number(), kMostWaiting) != 0)
        throw std::system_error(errno, std::generic_category());
}

void LocalKeyServer::addTo(PollSet& set)
{
    if (m_listener)
        set.add(m_listener.number(), POLLIN, [this] { sendKey(); });
}

void LocalKeyServer::sendKey()
{
    for (int i = 0; i < kAnswersAtATime; ++i) {
        const Socket socket(::accept4(m_listener.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
        if (!socket)
            return;
        // A new socket has room for it. Whoever doesn't wait for it has no use for it.
        if (isOfThisUser(socket) && ::send(socket.number(), m_key.data(), m_key.size(), MSG_NOSIGNAL) < 0)
            continue;
    }
}

std::optional<Key> localKey(std::uint16_t port)
{
    const BrokenConnection isBusy(BrokenConnection::Kind::Ended, "whoever gives the key is busy");
    const auto name = nameFor(port);
    const auto socket = localSocket();
    if (!socket || ::connect(socket.number(), name.get(), name.size) != 0) {
        if (errno == EAGAIN || errno == EINTR)
            throw isBusy;
        return std::nullopt;
    }
    if (!isOfThisUser(socket))
        return std::nullopt;
    Key key{};
    if (waitFor(socket.number(), POLLIN, kToAnswer) == 0
        || ::recv(socket.number(), key.data(), key.size(), 0) != static_cast<ssize_t>(key.size()))
        throw isBusy;
    return key;
}

} // namespace ql::ranks
