// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ranks/wire/poll_set.h"
#include "core/ranks/wire/secure_channel.h"
#include "core/ranks/wire/socket.h"

#include <cstdint>
#include <optional>

namespace ql::ranks {

/// Hands a key to this user's other processes on this machine that ask for it: over a local socket, of which the system
/// itself says who is at its other end. It leaves no file behind. For one thread.
class LocalKeyServer {
public:
    /// For the job that meets at @p port. @throws std::system_error
    LocalKeyServer(std::uint16_t port, const Key& key);

    void addTo(PollSet& set);
    void close() { m_listener.close(); }

private:
    void sendKey();

    Key m_key;
    Socket m_listener;
};

/// The key of the job that meets at @p port of this machine; nothing where no process of this user gives one.
/// @throws BrokenConnection where one does, but is too busy now
std::optional<Key> localKey(std::uint16_t port);

} // namespace ql::ranks
