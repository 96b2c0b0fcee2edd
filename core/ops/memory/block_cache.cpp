// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/memory/block_cache.h"

#include <algorithm>
#include <bit>
#include <new>
#include <sys/mman.h>

namespace ql::ops {

namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kClasses = 8;  ///< between one power of two and the next
constexpr std::size_t kMostLoss = 4; ///< of a kept block at most a fourth goes unused

/// Sizes that differ little share their blocks.
std::size_t capacityFor(std::size_t bytes)
{
    const auto step = std::max(kPage, std::bit_floor(bytes) / kClasses);
    if (bytes > std::size_t(-1) - step)
        throw std::bad_alloc();
    return (bytes + step - 1) / step * step;
}

} // namespace

BlockCache::~BlockCache()
{
    for (const auto& block : m_kept)
        munmap(block.memory, block.capacity);
}

bool BlockCache::takeKept(std::size_t bytes, Block& found)
{
    auto best = m_kept.end();
    for (auto block = m_kept.begin(); block != m_kept.end(); ++block)
        if (block->capacity >= bytes && block->capacity - bytes <= block->capacity / kMostLoss
            && (best == m_kept.end() || block->capacity <= best->capacity))
            best = block;
    if (best == m_kept.end())
        return false;
    found = *best;
    m_keptBytes -= found.capacity;
    m_kept.erase(best);
    return true;
}

void* BlockCache::take(std::size_t bytes)
{
    Block block{nullptr, capacityFor(bytes)};
    const std::scoped_lock lock(m_mutex);
    if (!takeKept(bytes, block)) {
        block.memory = mmap(nullptr, block.capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block.memory == MAP_FAILED)
            throw std::bad_alloc();
    }
    try {
        m_taken.emplace(block.memory, block.capacity);
    } catch (...) {
        munmap(block.memory, block.capacity);
        throw;
    }
    return block.memory;
}

void BlockCache::giveBack(void* memory) noexcept
{
    std::unique_lock lock(m_mutex);
    const auto taken = m_taken.find(memory);
    if (taken == m_taken.end())
        return;
    Block leaving{memory, taken->second};
    m_taken.erase(taken);
    if (leaving.capacity <= m_mostKept && keep(leaving))
        leaving = {nullptr, 0};
    while (leaving.memory || m_keptBytes > m_mostKept) {
        if (!leaving.memory) {
            leaving = m_kept.front();
            m_kept.erase(m_kept.begin());
            m_keptBytes -= leaving.capacity;
        }
        lock.unlock(); // Linux takes a millisecond for ten megabytes
        munmap(leaving.memory, leaving.capacity);
        leaving = {nullptr, 0};
        lock.lock();
    }
}

bool BlockCache::keep(const Block& block) noexcept
{
    try {
        m_kept.push_back(block);
    } catch (const std::bad_alloc&) {
        return false;
    }
    m_keptBytes += block.capacity;
    return true;
}

bool BlockCache::isTaken(const void* block) const
{
    const std::scoped_lock lock(m_mutex);
    return m_taken.contains(block);
}

std::size_t BlockCache::keptBytes() const
{
    const std::scoped_lock lock(m_mutex);
    return m_keptBytes;
}

} // namespace ql::ops
