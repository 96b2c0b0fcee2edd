// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ranks/ring.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <poll.h>
#include <utility>

namespace ql::ranks {

namespace {

constexpr std::size_t kHead = sizeof(std::uint64_t); ///< a block's size, which goes before it

/// What one rank has, as far as it came.
struct Block {
    std::array<char, kHead> head{};
    std::string bytes;
    std::size_t come = 0; ///< of both

    std::uint64_t size() const
    {
        std::uint64_t size = 0;
        std::memcpy(&size, head.data(), kHead);
        return size;
    }
    bool isWhole() const { return come >= kHead && come == kHead + bytes.size(); }
    /// Where what came @p done bytes after the begin of both goes on, and for how long.
    std::pair<char*, std::size_t> from(std::size_t done)
    {
        if (done < kHead)
            return {head.data() + done, kHead - done};
        return {bytes.data() + (done - kHead), bytes.size() - (done - kHead)};
    }
};

/// One time around.
class Round {
public:
    Round(std::size_t rank, std::size_t size, std::string mine)
        : m_rank(rank)
        , m_blocks(size)
    {
        auto& own = m_blocks[rank];
        const std::uint64_t count = mine.size();
        std::memcpy(own.head.data(), &count, kHead);
        own.bytes = std::move(mine);
        own.come = kHead + own.bytes.size();
    }

    bool isAllSent() const { return m_sending == m_blocks.size() - 1; }
    bool isAllHere() const { return m_coming == m_blocks.size(); }
    bool hasToSend() const { return !isAllSent() && m_sent < blockAt(m_sending).come; }

    /// Whether it sent any.
    bool send(SecureChannel& next)
    {
        bool hasSent = false;
        while (hasToSend()) {
            auto& block = blockAt(m_sending);
            const auto [bytes, count] = block.from(m_sent);
            const auto sent = next.send(bytes, std::min(count, block.come - m_sent));
            if (sent == 0)
                break;
            hasSent = true;
            m_sent += sent;
            if (block.isWhole() && m_sent == block.come) {
                ++m_sending;
                m_sent = 0;
            }
        }
        return hasSent;
    }

    bool receive(SecureChannel& previous)
    {
        bool hasReceived = false;
        while (!isAllHere()) {
            auto& block = blockAt(m_coming);
            const auto [bytes, count] = block.from(block.come);
            const auto received = previous.receive(bytes, count);
            if (received == 0)
                break;
            hasReceived = true;
            block.come += received;
            if (block.come == kHead)
                block.bytes.resize(block.size());
            if (block.isWhole())
                ++m_coming;
        }
        return hasReceived;
    }

    std::vector<std::string> take()
    {
        std::vector<std::string> all;
        for (auto& block : m_blocks)
            all.push_back(std::move(block.bytes));
        return all;
    }

private:
    /// Blocks in the order in which they are sent: this rank's own, then that of the rank before …
    Block& blockAt(std::size_t place) { return m_blocks[indexOf(place)]; }
    const Block& blockAt(std::size_t place) const { return m_blocks[indexOf(place)]; }
    std::size_t indexOf(std::size_t place) const { return (m_rank + m_blocks.size() - place) % m_blocks.size(); }

    std::size_t m_rank;
    std::vector<Block> m_blocks;
    std::size_t m_sending = 0; ///< place of the block that is sent
    std::size_t m_sent = 0;    ///< of it
    std::size_t m_coming = 1;  ///< place of the block that comes
};

/// Waits until either goes on. @throws BrokenConnection where the next rank is gone and still lacks something
void waitForEither(const Round& round, const SecureChannel& next, const SecureChannel& previous)
{
    constexpr short kGone = POLLRDHUP | POLLHUP | POLLERR;
    const auto wanted = static_cast<short>(round.hasToSend() ? POLLOUT | POLLRDHUP : POLLRDHUP);
    std::array<pollfd, 2> awaited{
        pollfd{round.isAllSent() ? -1 : next.descriptor(), wanted, 0},
        pollfd{round.isAllHere() ? -1 : previous.descriptor(), POLLIN, 0},
    };
    if (::poll(awaited.data(), awaited.size(), static_cast<int>(kLook.count())) > 0
        && (awaited[0].revents & kGone) != 0)
        throw BrokenConnection(BrokenConnection::Kind::Ended, "the connection to the next rank ended");
}

} // namespace

Ring::Ring(std::size_t rank, std::size_t size, SecureChannel next, SecureChannel previous)
    : m_rank(rank)
    , m_size(size)
    , m_next(std::move(next))
    , m_previous(std::move(previous))
{
}

std::vector<std::string> Ring::gather(std::string mine, const CancelPoint& check)
{
    Round round(m_rank, m_size, std::move(mine));
    while (!round.isAllSent() || !round.isAllHere()) {
        check();
        const bool hasSent = round.send(m_next);
        const bool hasReceived = round.receive(m_previous);
        if (!hasSent && !hasReceived)
            waitForEither(round, m_next, m_previous);
    }
    return round.take();
}

} // namespace ql::ranks
