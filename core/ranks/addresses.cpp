// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/addresses.h"

#include "core/base/error.h"

#include <functional>
#include <memory>
#include <netdb.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace ql::ranks {

namespace {

/// Calls @p use with each address of a host until it is content. False where it never is.
bool anyAddress(const std::string& host, std::uint16_t port, int type, const std::function<bool(const addrinfo&)>& use)
{
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = type;
    addrinfo* found = nullptr;
    if (getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0)
        return false;
    const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> all(found, &freeaddrinfo);
    for (const auto* address = found; address; address = address->ai_next)
        if (use(*address))
            return true;
    return false;
}

/// A socket that is connected to @p peer, or -1. A datagram socket only looks up the way.
int connectedTo(const addrinfo& peer)
{
    const int descriptor = socket(peer.ai_family, peer.ai_socktype | SOCK_CLOEXEC, 0);
    if (descriptor < 0 || connect(descriptor, peer.ai_addr, peer.ai_addrlen) == 0)
        return descriptor;
    close(descriptor);
    return -1;
}

} // namespace

std::string ownAddressTowards(const std::string& host, std::uint16_t port)
{
    char text[NI_MAXHOST] = "";
    const bool isFound = anyAddress(host, port, SOCK_DGRAM, [&text](const addrinfo& peer) {
        const int descriptor = connectedTo(peer);
        if (descriptor < 0)
            return false;
        sockaddr_storage own{};
        socklen_t size = sizeof own;
        auto* address = reinterpret_cast<sockaddr*>(&own);
        const bool isNamed = getsockname(descriptor, address, &size) == 0
                             && getnameinfo(address, size, text, sizeof text, nullptr, 0, NI_NUMERICHOST) == 0;
        close(descriptor);
        return isNamed;
    });
    return isFound ? text : std::string();
}

bool waitForListener(const std::string& host, std::uint16_t port, std::chrono::milliseconds patience,
                     const std::stop_token& stop)
{
    constexpr std::chrono::milliseconds kLook{20};
    const auto until = std::chrono::steady_clock::now() + patience;
    const auto listens = [](const addrinfo& peer) {
        const int descriptor = connectedTo(peer);
        if (descriptor >= 0)
            close(descriptor);
        return descriptor >= 0;
    };
    while (!anyAddress(host, port, SOCK_STREAM, listens)) {
        if (stop.stop_requested())
            throw Cancelled();
        if (std::chrono::steady_clock::now() > until)
            return false;
        std::this_thread::sleep_for(kLook);
    }
    return true;
}

} // namespace ql::ranks
