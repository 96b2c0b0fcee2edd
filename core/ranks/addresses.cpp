// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/addresses.h"

#include "core/ranks/wire/poll_set.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ifaddrs.h>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>

namespace ql::ranks {

namespace {

constexpr std::chrono::seconds kToConnect{10};

Socket opened(const Address& address, int type)
{
    return Socket(::socket(address.bytes.ss_family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

Address ownAddress(const Socket& socket)
{
    Address own;
    own.size = sizeof own.bytes;
    if (::getsockname(socket.number(), reinterpret_cast<sockaddr*>(&own.bytes), &own.size) != 0)
        own.size = 0;
    return own;
}

std::uint16_t portOf(const Address& address)
{
    if (address.bytes.ss_family == AF_INET6)
        return ntohs(reinterpret_cast<const sockaddr_in6*>(&address.bytes)->sin6_port);
    return address.bytes.ss_family == AF_INET ? ntohs(reinterpret_cast<const sockaddr_in*>(&address.bytes)->sin_port)
                                              : std::uint16_t(0);
}

/// What stands for all addresses of a machine becomes the one at which only the machine itself is reached.
Address withoutWildcard(Address address)
{
    if (address.bytes.ss_family == AF_INET) {
        auto* ip = reinterpret_cast<sockaddr_in*>(&address.bytes);
        if (ip->sin_addr.s_addr == htonl(INADDR_ANY))
            ip->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    } else if (address.bytes.ss_family == AF_INET6) {
        auto* ip = reinterpret_cast<sockaddr_in6*>(&address.bytes);
        if (IN6_IS_ADDR_UNSPECIFIED(&ip->sin6_addr))
            ip->sin6_addr = in6addr_loopback;
    }
    return address;
}

} // namespace

std::vector<Address> addressesOf(const std::string& host, std::uint16_t port)
{
    addrinfo hints{};
    hints.ai_family = AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (::getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0)
        return {};
    const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> all(found, &freeaddrinfo);
    std::vector<Address> addresses;
    for (const auto* one = found; one; one = one->ai_next) {
        Address address;
        address.size = one->ai_addrlen;
        std::memcpy(&address.bytes, one->ai_addr, one->ai_addrlen);
        addresses.push_back(withoutWildcard(address));
    }
    return addresses;
}

std::string textOf(const Address& address)
{
    char text[NI_MAXHOST] = "";
    ::getnameinfo(address.get(), address.size, text, sizeof text, nullptr, 0, NI_NUMERICHOST);
    return text;
}

std::string peerOf(const Socket& socket)
{
    Address peer;
    peer.size = sizeof peer.bytes;
    if (::getpeername(socket.number(), reinterpret_cast<sockaddr*>(&peer.bytes), &peer.size) != 0)
        return "an address that is gone";
    return textOf(peer) + " port " + std::to_string(portOf(peer));
}

std::string ownAddressOf(const Socket& socket)
{
    return textOf(ownAddress(socket));
}

bool isLoopback(const std::string& address)
{
    return address == "::1" || address.starts_with("127.");
}

std::uint16_t portOf(const Socket& socket)
{
    return portOf(ownAddress(socket));
}

std::string ownAddressTowards(const std::string& host, std::uint16_t port)
{
    for (const auto& peer : addressesOf(host, port)) {
        const auto socket = opened(peer, SOCK_DGRAM); // its connect() only looks up the way
        if (socket && ::connect(socket.number(), peer.get(), peer.size) == 0)
            return textOf(ownAddress(socket));
    }
    return {};
}

std::string addressOfInterface(const std::string& name)
{
    ifaddrs* found = nullptr;
    if (::getifaddrs(&found) != 0)
        return {};
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> all(found, &freeifaddrs);
    for (const int family : {AF_INET, AF_INET6})
        for (const auto* one = found; one; one = one->ifa_next) {
            if (!one->ifa_addr || one->ifa_addr->sa_family != family || name != one->ifa_name)
                continue;
            Address address;
            address.size = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
            std::memcpy(&address.bytes, one->ifa_addr, address.size);
            return textOf(address);
        }
    return {};
}

bool isThisMachine(const std::string& host)
{
    constexpr std::uint16_t kAny = 0;
    return std::ranges::any_of(addressesOf(host, kAny), [](const Address& address) {
        const auto socket = opened(address, SOCK_DGRAM);
        return socket && ::bind(socket.number(), address.get(), address.size) == 0;
    });
}

Socket boundTo(const std::string& host, std::uint16_t port)
{
    errno = EADDRNOTAVAIL;
    for (const auto& address : addressesOf(host, port)) {
        auto socket = opened(address, SOCK_STREAM);
        const int isOn = 1;
        if (socket)
            ::setsockopt(socket.number(), SOL_SOCKET, SO_REUSEADDR, &isOn, sizeof isOn);
        if (socket && ::bind(socket.number(), address.get(), address.size) == 0)
            return socket;
        if (errno != EADDRNOTAVAIL && errno != EAFNOSUPPORT)
            break; // the others would come here, too
    }
    return {};
}

Socket connectedTo(const Address& address, const CancelPoint& check)
{
    auto socket = opened(address, SOCK_STREAM);
    if (!socket)
        return {};
    if (::connect(socket.number(), address.get(), address.size) != 0) {
        if (errno != EINPROGRESS)
            return {};
        const auto until = std::chrono::steady_clock::now() + kToConnect;
        while (waitFor(socket.number(), POLLOUT, kLook) == 0) {
            check();
            if (std::chrono::steady_clock::now() > until)
                return {};
        }
    }
    int problem = 0;
    socklen_t size = sizeof problem;
    if (::getsockopt(socket.number(), SOL_SOCKET, SO_ERROR, &problem, &size) != 0 || problem != 0)
        return {};
    const int isOn = 1;
    ::setsockopt(socket.number(), IPPROTO_TCP, TCP_NODELAY, &isOn, sizeof isOn);
    return socket;
}

} // namespace ql::ranks
