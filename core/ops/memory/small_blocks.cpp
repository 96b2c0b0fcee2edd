// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/memory/block_cache.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>
#include <unordered_map>
#include <vector>

namespace ql::ops {

namespace {

constexpr std::size_t kLine = 64;
constexpr std::size_t kDirect = 256;                        ///< lines, below which blocks are found without a search
constexpr std::size_t kMostOfThread = std::size_t{8} << 20; ///< by a thread

/// Before the block itself.
struct alignas(kLine) Header {
    std::size_t capacity;
};

/// What one thread has given back.
class Kept {
public:
    Kept() = default;
    ~Kept()
    {
        clear();
        isGone() = true;
    }
    Kept(const Kept&) = delete;
    Kept& operator=(const Kept&) = delete;

    Header* take(std::size_t capacity)
    {
        auto* const blocks = isDirect(capacity) ? &m_direct[capacity / kLine] : found(capacity);
        if (!blocks || blocks->empty())
            return nullptr;
        auto* const block = blocks->back();
        blocks->pop_back();
        m_bytes -= capacity;
        return block;
    }

    /// False where it isn't kept.
    bool keep(Header* block) noexcept
    {
        try {
            if (m_bytes + block->capacity > kMostOfThread)
                clear();
            const auto capacity = block->capacity;
            (isDirect(capacity) ? m_direct[capacity / kLine] : m_blocks[capacity]).push_back(block);
        } catch (const std::bad_alloc&) {
            return false;
        }
        m_bytes += block->capacity;
        return true;
    }

    /// Whether the thread ends, and its tensors outlive this.
    static bool& isGone()
    {
        static thread_local bool gone = false;
        return gone;
    }

    std::size_t bytes() const { return m_bytes; }

private:
    using Blocks = std::vector<Header*>;

    static bool isDirect(std::size_t capacity) { return capacity < kDirect * kLine; }

    /// Null where there never were any.
    Blocks* found(std::size_t capacity)
    {
        const auto blocks = m_blocks.find(capacity);
        return blocks == m_blocks.end() ? nullptr : &blocks->second;
    }

    static void freeAll(Blocks& blocks) noexcept
    {
        for (auto* block : blocks)
            std::free(block);
        blocks.clear();
    }

    void clear() noexcept
    {
        for (auto& [capacity, blocks] : m_blocks)
            freeAll(blocks);
        std::ranges::for_each(m_direct, freeAll);
        m_blocks.clear();
        m_bytes = 0;
    }

    std::unordered_map<std::size_t, Blocks> m_blocks; ///< by capacity, of larger ones
    std::array<Blocks, kDirect> m_direct;             ///< by lines
    std::size_t m_bytes = 0;
};

Kept& keptHere()
{
    static thread_local Kept kept;
    return kept;
}

} // namespace

void* takeSmallBlock(std::size_t bytes)
{
    const auto capacity = (bytes + kLine - 1) / kLine * kLine;
    Header* block = Kept::isGone() ? nullptr : keptHere().take(capacity);
    if (!block)
        block = static_cast<Header*>(std::aligned_alloc(kLine, sizeof(Header) + capacity));
    if (!block)
        throw std::bad_alloc();
    block->capacity = capacity;
    return block + 1;
}

void giveBackSmallBlock(void* block) noexcept
{
    auto* const header = static_cast<Header*>(block) - 1;
    if (Kept::isGone() || !keptHere().keep(header))
        std::free(header);
}

std::size_t keptSmallBytes()
{
    return Kept::isGone() ? 0 : keptHere().bytes();
}

} // namespace ql::ops
