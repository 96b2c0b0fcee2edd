// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ranks/wire/secure_channel.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ql::ranks {

/// Whole messages over a connection, small ones. Every call may throw BrokenConnection.
class MessageStream {
public:
    explicit MessageStream(SecureChannel channel)
        : m_channel(std::move(channel))
    {
    }

    /// Sends what it can at once; the rest goes with flush().
    void send(std::string_view message);
    void flush();
    /// The next one that is whole. Never waits.
    std::optional<std::string> receive();
    /// Waits for the next one. Nothing after @p patience. What @p check throws goes through.
    std::optional<std::string> await(std::chrono::milliseconds patience, const CancelPoint& check = {});
    /// What there is to wait for: POLLIN, with POLLOUT as long as something is to be sent.
    short awaits() const;
    SecureChannel& channel() { return m_channel; }
    const SecureChannel& channel() const { return m_channel; }

private:
    bool receiveInto(char* bytes, std::size_t size);

    SecureChannel m_channel;
    std::string m_unsent;
    std::uint32_t m_size = 0;   ///< of the message that comes
    std::size_t m_received = 0; ///< of its size, then of itself
    std::string m_message;
    bool m_hasSize = false;
};

} // namespace ql::ranks
