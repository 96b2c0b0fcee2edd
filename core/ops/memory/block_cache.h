// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace ql::ops {

/// Blocks of memory that go back to Linux one by one, but for those given back last: a forward pass asks for the same
/// sizes again and again, and getting memory page by page took a quarter of a network's time. (malloc keeps all or
/// nothing: behind one small tensor that lives on, gigabytes of freed ones stay with the process.)
/// Any thread may call anything.
class BlockCache {
public:
    /// @p mostKept bytes of blocks that nobody uses, in all; a larger one is never kept.
    explicit BlockCache(std::size_t mostKept)
        : m_mostKept(mostKept)
    {
    }
    ~BlockCache();
    BlockCache(const BlockCache&) = delete;
    BlockCache& operator=(const BlockCache&) = delete;

    /// At least @p bytes, aligned to a page; what is in it is anybody's guess. @throws std::bad_alloc
    void* take(std::size_t bytes);
    /// @p block came from take(), and wasn't given back since.
    void giveBack(void* block) noexcept;
    bool isTaken(const void* block) const;
    std::size_t keptBytes() const;

private:
    struct Block {
        void* memory;
        std::size_t capacity;
    };
    bool takeKept(std::size_t bytes, Block& found);
    bool keep(const Block& block) noexcept;

    const std::size_t m_mostKept;
    mutable std::mutex m_mutex;
    std::unordered_map<const void*, std::size_t> m_taken; ///< with their capacity
    std::vector<Block> m_kept;                            ///< the one given back last at the end
    std::size_t m_keptBytes = 0;
};

/// Memory for tensors below a mebibyte. Every thread keeps blocks that it gave back, a few megabytes in all, and hands
/// them out again for the very same size: a forward pass asks for the same sizes again and again. That spares malloc's
/// search, and, with more than one core, a block comes to whoever had the same part of it before: what another core
/// wrote takes ten times as long to reach.
/// Any thread may give back what another took.
void* takeSmallBlock(std::size_t bytes); ///< aligned to 64 bytes. @throws std::bad_alloc
void giveBackSmallBlock(void* block) noexcept;
std::size_t keptSmallBytes(); ///< by the calling thread

} // namespace ql::ops
