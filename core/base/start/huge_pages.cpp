// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/start/huge_pages.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <malloc.h>
#include <sys/mman.h>

namespace ql {

namespace {

constexpr std::size_t kPage = std::size_t{2} << 20;

/// The whole pages in there.
void adviseHuge(void* memory, std::size_t bytes)
{
    const auto start = reinterpret_cast<std::uintptr_t>(memory);
    const auto first = (start + kPage - 1) / kPage * kPage;
    const auto end = (start + bytes) / kPage * kPage;
    if (end > first) // a system without them refuses, and nothing is lost
        madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
}

} // namespace

bool keepFreedMemory()
{
    constexpr int kLargestOnHeap = 32 << 20;
    // A comparison of 10,000 layers takes 90 MiB: had it to give them back each time, half of its time went there.
    constexpr int kMostKept = 256 << 20;
    return mallopt(M_MMAP_THRESHOLD, kLargestOnHeap) != 0 && mallopt(M_TRIM_THRESHOLD, kMostKept) != 0;
}

void useHugePages()
{
    if (!keepFreedMemory())
        return;
    // The heap grows by two blocks, as one would be too large for it.
    constexpr std::size_t kBlock = std::size_t{30} << 20;
    std::array<void*, 2> blocks{};
    for (auto& block : blocks)
        if ((block = std::malloc(kBlock)))
            adviseHuge(block, kBlock);
    for (auto* block : blocks)
        std::free(block);
}

} // namespace ql
