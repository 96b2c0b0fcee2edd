// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/ranks/launch.h"
#include "core/ranks/wire/hello.h"
#include "core/ranks/wire/message_stream.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ql::ranks {

/// Says that the ranks of @p launch can't meet. BadArgument where it is on this rank to tell the user, else Engine.
Error cannotMeet(const Launch& launch, const Message& why, bool isOwnFault = false);
Message howToGiveASecret();

/// At the first of a host's addresses where somebody listens; nothing where nobody does. What @p check throws goes
/// through.
Socket connectedToAny(const std::string& host, std::uint16_t port, const CancelPoint& check);
/// Shows whoever is at the other end of @p socket that this rank knows the secret, and says hello. Nothing where it is
/// to be tried again. @throws Error (BadArgument) where that is of no use; what @p check throws
std::optional<MessageStream> authenticated(const Launch& launch, const Tls& tls, Socket socket, const Hello& hello,
                                           const CancelPoint& check);

} // namespace ql::ranks
