// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/client_handshake.h"

#include "core/base/packed.h"
#include "core/ranks/addresses.h"
#include "core/ranks/wire/poll_set.h"

#include <utility>

namespace ql::ranks {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds kToShakeHands{10};

void requireAccepted(const Launch& launch, const Hello& hello, HelloReply answer)
{
    if (answer == HelloReply::OtherSize)
        throw cannotMeet(launch, Message("the ranks there are not {}", launch.size), true);
    if (answer == HelloReply::Taken)
        throw cannotMeet(launch, Message("there is a rank {} already", hello.rank), true);
}

} // namespace

Message howToGiveASecret()
{
    return Message("give every rank the same QUANTLOUPE_RANKS_SECRET of 16 characters or more, or "
                   "QUANTLOUPE_RANKS_SECRET_FILE, a file with one");
}

Error cannotMeet(const Launch& launch, const Message& why, bool isOwnFault)
{
    const bool isTeller = launch.rank <= 1 || isOwnFault; // where all fail alike, rank 0 may not be there to say so
    return {isTeller ? ErrorCode::BadArgument : ErrorCode::Engine,
            Message("the ranks cannot meet at {} port {}: {}", launch.address, std::to_string(launch.port), why),
            Message("MASTER_ADDR must be the machine of rank 0 and MASTER_PORT free there")};
}

Socket connectedToAny(const std::string& host, std::uint16_t port, const CancelPoint& check)
{
    for (const auto& address : addressesOf(host, port))
        if (auto socket = connectedTo(address, check))
            return socket;
    return {};
}

std::optional<MessageStream> authenticated(const Launch& launch, const Tls& tls, Socket socket, const Hello& hello,
                                           const CancelPoint& check)
{
    const auto until = Clock::now() + kToShakeHands;
    try {
        MessageStream stream(SecureChannel(tls, std::move(socket), SecureChannel::Side::Opens));
        while (!stream.channel().shakeHands()) {
            check();
            if (Clock::now() > until)
                return std::nullopt;
            waitFor(stream.channel().descriptor(), stream.channel().awaits(), kLook);
        }
        stream.send(packed(hello));
        const auto words = stream.await(kToShakeHands, check);
        const auto answer = words ? unpacked<HelloReply>(*words) : HelloReply::OtherAttempt;
        requireAccepted(launch, hello, answer);
        return answer == HelloReply::Accepted ? std::optional(std::move(stream)) : std::nullopt;
    } catch (const BrokenConnection& broken) {
        if (broken.kind() == BrokenConnection::Kind::Ended)
            return std::nullopt;
        const bool isOther = broken.kind() == BrokenConnection::Kind::OtherSecret;
        throw Error(ErrorCode::BadArgument,
                    Message("the ranks cannot meet at {} port {}: {}", launch.address, std::to_string(launch.port),
                            isOther ? Message("the secret there is another")
                                    : Message("what listens there is no rank of this job")),
                    howToGiveASecret());
    }
}

} // namespace ql::ranks
