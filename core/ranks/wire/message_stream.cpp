// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/wire/message_stream.h"

#include "core/ranks/wire/poll_set.h"

#include <algorithm>
#include <poll.h>

namespace ql::ranks {

namespace {

constexpr std::uint32_t kMostBytes = 16u << 20;

} // namespace

void MessageStream::send(std::string_view message)
{
    const auto size = static_cast<std::uint32_t>(message.size());
    m_unsent.append(reinterpret_cast<const char*>(&size), sizeof size);
    m_unsent += message;
    flush();
}

void MessageStream::flush()
{
    std::size_t sent = 0;
    while (sent < m_unsent.size()) {
        const auto count = m_channel.send(m_unsent.data() + sent, m_unsent.size() - sent);
        if (count == 0)
            break;
        sent += count;
    }
    m_unsent.erase(0, sent);
}

short MessageStream::awaits() const
{
    return static_cast<short>(m_unsent.empty() ? POLLIN : POLLIN | POLLOUT);
}

/// Whether all are there.
bool MessageStream::receiveInto(char* bytes, std::size_t size)
{
    while (m_received < size) {
        const auto count = m_channel.receive(bytes + m_received, size - m_received);
        if (count == 0)
            return false;
        m_received += count;
    }
    m_received = 0;
    return true;
}

std::optional<std::string> MessageStream::receive()
{
    if (!m_hasSize) {
        if (!receiveInto(reinterpret_cast<char*>(&m_size), sizeof m_size))
            return std::nullopt;
        if (m_size > kMostBytes)
            throw BrokenConnection(BrokenConnection::Kind::NoRank, "a message that no rank sends");
        m_hasSize = true;
        m_message.resize(m_size);
    }
    if (!receiveInto(m_message.data(), m_message.size()))
        return std::nullopt;
    m_hasSize = false;
    return std::exchange(m_message, {});
}

std::optional<std::string> MessageStream::await(std::chrono::milliseconds patience, const CancelPoint& check)
{
    const auto until = std::chrono::steady_clock::now() + patience;
    for (;;) {
        flush();
        if (auto message = receive())
            return message;
        if (std::chrono::steady_clock::now() > until)
            return std::nullopt;
        if (check)
            check();
        waitFor(m_channel.descriptor(), awaits(), kLook);
    }
}

} // namespace ql::ranks
