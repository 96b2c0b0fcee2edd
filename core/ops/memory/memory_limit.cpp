// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/memory/memory_limit.h"

#include "core/base/error.h"
#include "core/base/start/huge_pages.h"
#include "core/ops/aten.h"
#include "core/ops/memory/block_cache.h"
#include "core/ops/torch_version.h"

#include <c10/core/CPUAllocator.h>
#include <cstdlib>
#include <fstream>
#include <new>
#include <string>
#include <unistd.h>

namespace ql::ops {

namespace {

constexpr double kAlwaysTried = 16 << 20; ///< filling it takes far longer than asking how much there is
constexpr std::size_t kLarge = 1 << 20;
constexpr std::size_t kMostKept = 256 << 20;
constexpr double kLeftAlone = 1.0 / 32; ///< of the machine's memory

double wholeBytes()
{
    return static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double availableBytes()
{
    std::ifstream facts("/proc/meminfo");
    for (std::string line; std::getline(facts, line);)
        if (line.starts_with("MemAvailable:"))
            return std::strtod(line.c_str() + sizeof("MemAvailable:"), nullptr) * 1024;
    return wholeBytes();
}

/// Never unmade: tensors may be freed after everything else.
BlockCache& largeBlocks()
{
    static auto* const kBlocks = new BlockCache(kMostKept);
    return *kBlocks;
}

void giveBack(void* block)
{
    largeBlocks().giveBack(block);
}

void giveBackAny(void* block)
{
    if (largeBlocks().isTaken(block))
        largeBlocks().giveBack(block);
    else if (block)
        giveBackSmallBlock(block);
}

void giveBackSmall(void* block)
{
    if (block)
        giveBackSmallBlock(block);
}

/// Cached blocks, small and large, and a question before both.
class TensorAllocator final : public Allocator {
public:
    c10::DeleterFnPtr raw_deleter() const override { return &giveBackAny; }

private:
    c10::DataPtr allocated(std::size_t bytes) const override
    {
        if (!isAffordable(static_cast<double>(bytes)))
            throw Error(ErrorCode::Engine,
                        Message("a tensor of {:.3g} GB doesn't fit in memory", static_cast<double>(bytes) * 1e-9),
                        "use a smaller input or batch, or is a size in the model wrong?");
        if (bytes >= kLarge) {
            auto* const block = largeBlocks().take(bytes);
            return {block, block, &giveBack, at::Device(at::DeviceType::CPU)};
        }
        auto* const block = bytes > 0 ? takeSmallBlock(bytes) : nullptr;
        return {block, block, &giveBackSmall, at::Device(at::DeviceType::CPU)};
    }
};

} // namespace

bool isAffordable(double bytes)
{
    return bytes <= kAlwaysTried || bytes <= availableBytes() - kLeftAlone * wholeBytes();
}

void setTensorAllocator()
{
    static auto* const kAllocator = new TensorAllocator;
    static const bool kIsSet = [] {
        c10::SetCPUAllocator(kAllocator);
        // What isn't a tensor stays with the process, too, but not without end.
        return keepFreedMemory();
    }();
    static_cast<void>(kIsSet);
}

} // namespace ql::ops
