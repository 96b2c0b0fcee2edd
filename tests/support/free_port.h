// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <arpa/inet.h>
#include <cstdint>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace ql::tests {

using SocketName = int (*)(int, sockaddr*, socklen_t*);

/// What @p name, getsockname() or getpeername(), tells of a descriptor; 0 where it has no port of IPv4.
inline std::uint16_t portOf(int descriptor, SocketName name)
{
    sockaddr_in address{};
    socklen_t size = sizeof address;
    const bool isThere = name(descriptor, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    return isThere && address.sin_family == AF_INET ? ntohs(address.sin_port) : std::uint16_t(0);
}

/// A port that nobody listens on.
inline std::uint16_t freePort()
{
    const int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    bind(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    const auto port = portOf(descriptor, ::getsockname);
    close(descriptor);
    return port;
}

} // namespace ql::tests
