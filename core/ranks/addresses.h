// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ranks/wire/socket.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <sys/socket.h>
#include <vector>

namespace ql::ranks {

/// One address of a host, with a port.
struct Address {
    sockaddr_storage bytes{};
    socklen_t size = 0;

    const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&bytes); }
};

/// In the order in which they are to be tried; empty where @p host has none. Sends nothing to them.
std::vector<Address> addressesOf(const std::string& host, std::uint16_t port);
/// As numbers: "10.0.0.7", "::1".
std::string textOf(const Address& address);
/// "10.0.0.7 port 5432": the other end of a connection.
std::string peerOf(const Socket& socket);
/// This end, as numbers; of a socket that has none an empty text and 0.
std::string ownAddressOf(const Socket& socket);
std::uint16_t portOf(const Socket& socket);
/// Whether @p address, as numbers, is one at which a machine only reaches itself.
bool isLoopback(const std::string& address);

/// The address, as numbers, under which this machine sends to @p host: the one where others that know @p host reach it.
/// Empty where @p host has no address or there is no way to it. Sends nothing.
std::string ownAddressTowards(const std::string& host, std::uint16_t port);
/// The address, as numbers, of a network interface; empty where it has none.
std::string addressOfInterface(const std::string& name);
/// Whether @p host is this machine: one of its addresses is ours.
bool isThisMachine(const std::string& host);

/// A socket at @p host's address alone, that others can't reach before ::listen(); 0 = any free port. Where the address
/// stands for all of a machine's, as 0.0.0.0 does, it is at the machine itself. Nothing, and errno, where that fails.
Socket boundTo(const std::string& host, std::uint16_t port);
/// Nothing where nobody listens there, or no answer comes within some seconds.
Socket connectedTo(const Address& address, const CancelPoint& check);

} // namespace ql::ranks
