// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/connections.h"

#include "core/base/log.h"
#include "core/base/packed.h"
#include "core/ranks/addresses.h"
#include "core/ranks/client_handshake.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <thread>
#include <tuple>

namespace ql::ranks {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kToNameTheMissing{5};
constexpr std::chrono::seconds kFewestToAnswer{2};
constexpr int kQueue = 4096;

/// Where a rank's server listens.
struct Endpoint {
    std::string address;
    std::uint16_t port = 0;

    static auto parts(auto& self) { return std::tie(self.address, self.port); }
};

std::string endpointKey(std::size_t rank)
{
    return "endpoint/" + std::to_string(rank);
}

Message systemsWords(int problem)
{
    return Message::text(std::strerror(problem));
}

bool listens(const Socket& socket)
{
    return socket && ::listen(socket.number(), kQueue) == 0;
}

/// Debian calls a machine 127.0.1.1 on itself. A secret tells of several.
void warnIfUnreachable(const Launch& launch, const Socket& socket)
{
    const auto address = ownAddressOf(socket);
    if (!launch.secret.empty() && address != launch.address && launch.address != "localhost" && isLoopback(address))
        logWarning(
            Message("rank 0 listens at {}, which this machine takes {} for: others can't reach it; set MASTER_ADDR to "
                    "an address that they can",
                    address, launch.address));
}

/// Rank 0's server. Whoever can connect to it can have the key where that is given away.
void openStore(Connections& connections, const Launch& launch)
{
    auto socket = boundTo(launch.address, launch.port);
    if (!socket)
        throw cannotMeet(launch, systemsWords(errno));
    warnIfUnreachable(launch, socket);
    connections.tls = std::make_shared<Tls>(launch.secret.empty() ? randomKey() : keyOf(launch.secret));
    std::optional<LocalKeyServer> keyServer;
    try {
        if (launch.secret.empty())
            keyServer.emplace(launch.port, connections.tls->key());
    } catch (const std::system_error& error) {
        throw cannotMeet(launch, systemsWords(error.code().value()));
    }
    if (!listens(socket))
        throw cannotMeet(launch, systemsWords(errno));
    connections.server = std::make_unique<RankServer>(launch, connections.tls, std::move(socket), std::move(keyServer));
}

/// The server of another rank than 0, at the address from which it reaches rank 0.
Endpoint openOwnServer(Connections& connections, const Launch& launch)
{
    const char* interface = std::getenv("GLOO_SOCKET_IFNAME");
    Endpoint endpoint{interface ? addressOfInterface(interface) : ownAddressTowards(launch.address, launch.port)};
    auto socket = boundTo(endpoint.address, 0);
    if (!listens(socket))
        throw Error(ErrorCode::BadArgument,
                    Message("rank {} can't listen at \"{}\": {}", launch.rank, endpoint.address, systemsWords(errno)),
                    "GLOO_SOCKET_IFNAME names the network interface that leads to the other ranks");
    endpoint.port = portOf(socket);
    connections.server = std::make_unique<RankServer>(launch, connections.tls, std::move(socket), std::nullopt);
    return endpoint;
}

/// Where ranks run on machines to which no rank 0 can hand a key.
void requireSecret(const Launch& launch)
{
    if (!launch.secret.empty())
        return;
    if (launch.isSpread) // as all know
        throw Error(launch.rank == 0 ? ErrorCode::BadArgument : ErrorCode::Engine,
                    Message("the {} ranks run on several machines, and no secret was given", launch.size),
                    howToGiveASecret());
    if (launch.rank != 0 && !addressesOf(launch.address, launch.port).empty() && !isThisMachine(launch.address))
        throw Error(ErrorCode::BadArgument,
                    Message("rank 0 runs on another machine, {}, and no secret was given", launch.address),
                    howToGiveASecret());
}

/// The job's key; nothing as long as no rank 0 of this user gives one away.
std::shared_ptr<const Tls> ownTls(const Launch& launch)
{
    if (!launch.secret.empty())
        return std::make_shared<Tls>(keyOf(launch.secret));
    const auto key = localKey(launch.port);
    return key ? std::make_shared<Tls>(*key) : nullptr;
}

/// One try. False where rank 0 may still come.
bool connectToStore(Connections& connections, const Launch& launch, const CancelPoint& check)
{
    auto socket = connectedToAny(launch.address, launch.port, check);
    if (!socket)
        return false;
    try {
        connections.tls = ownTls(launch);
    } catch (const BrokenConnection&) {
        return false;
    }
    if (!connections.tls)
        throw Error(ErrorCode::BadArgument,
                    Message("rank 0 at {} port {} was given a secret, this rank was not", launch.address,
                            std::to_string(launch.port)),
                    howToGiveASecret());
    const Hello hello{Hello::Purpose::Store, launch.rank, launch.size, launch.attempt};
    auto stream = authenticated(launch, *connections.tls, std::move(socket), hello, check);
    if (!stream)
        return false;
    connections.remoteStore = std::make_unique<RemoteStore>(
        std::move(*stream), std::max<std::chrono::milliseconds>(launch.silence, kFewestToAnswer));
    return true;
}

/// Where the next rank's server listens, once it said so.
Endpoint nextEndpoint(Connections& connections, const Launch& launch, const CancelPoint& check)
{
    const auto next = (launch.rank + 1) % launch.size;
    if (next == 0)
        return {launch.address, launch.port};
    for (;; std::this_thread::sleep_for(kLook)) {
        if (const auto endpoint = connections.store().get(endpointKey(next)))
            return unpacked<Endpoint>(*endpoint);
        check();
    }
}

} // namespace

Connections openConnections(const Launch& launch, const CancelPoint& check)
{
    requireSecret(launch);
    Connections connections;
    if (launch.rank == 0) {
        openStore(connections, launch);
        return connections;
    }
    const auto until = Clock::now() + launch.patience + kToNameTheMissing;
    while (!connectToStore(connections, launch, check)) {
        check();
        if (Clock::now() > until)
            throw cannotMeet(launch, Message("nobody listens there"));
        std::this_thread::sleep_for(kLook);
    }
    const auto endpoint = openOwnServer(connections, launch);
    try {
        connections.store().set(endpointKey(launch.rank), packed(endpoint));
    } catch (const BrokenConnection&) {
        throw cannotMeet(launch, Message("rank 0 ended"));
    }
    return connections;
}

Ring closeRing(Connections& connections, const Launch& launch, const CancelPoint& check)
{
    const Hello hello{Hello::Purpose::Ring, launch.rank, launch.size, launch.attempt};
    const auto endpoint = nextEndpoint(connections, launch, check);
    const auto until = Clock::now() + launch.patience;
    std::optional<MessageStream> next;
    std::optional<SecureChannel> previous;
    for (; !next || !previous; std::this_thread::sleep_for(kLook)) {
        check();
        if (Clock::now() > until)
            throw BrokenConnection(BrokenConnection::Kind::Ended,
                                   "no way to " + endpoint.address + " port " + std::to_string(endpoint.port));
        if (!next)
            if (auto socket = connectedToAny(endpoint.address, endpoint.port, check))
                next = authenticated(launch, *connections.tls, std::move(socket), hello, check);
        if (!previous)
            previous = connections.server->takePrevious();
    }
    return {launch.rank, launch.size, std::move(next->channel()), std::move(*previous)};
}

} // namespace ql::ranks
