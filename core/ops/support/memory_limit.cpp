// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/memory_limit.h"

#include "core/base/error.h"
#include "core/ops/aten.h"
#include "core/ops/torch/torch_version.h"

#include <c10/core/CPUAllocator.h>
#include <cstdlib>
#include <fstream>
#include <malloc.h>
#include <new>
#include <string>
#include <unistd.h>

namespace ql::ops {

namespace {

constexpr double kAlwaysTried = 16 << 20; ///< filling it takes far longer than asking how much there is
constexpr double kLeftAlone = 1.0 / 32;   ///< of the machine's memory

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

/// LibTorch's own allocator with a question before it.
class AskingAllocator final : public Allocator {
public:
    explicit AskingAllocator(c10::Allocator& own)
        : m_own(own)
    {
    }
    c10::DeleterFnPtr raw_deleter() const override { return m_own.raw_deleter(); }

private:
    c10::DataPtr allocated(std::size_t bytes) const override
    {
        if (!isAffordable(static_cast<double>(bytes)))
            throw Error(ErrorCode::Engine,
                        Message("a tensor of {:.3g} GB doesn't fit in memory", static_cast<double>(bytes) * 1e-9),
                        "use a smaller input or batch, or is a size in the model wrong?");
        try {
            return m_own.allocate(bytes);
        } catch (const c10::Error&) { // its words are of no use to anybody
            throw std::bad_alloc();
        }
    }

    c10::Allocator& m_own;
};

} // namespace

bool isAffordable(double bytes)
{
    return bytes <= kAlwaysTried || bytes <= availableBytes() - kLeftAlone * wholeBytes();
}

void refuseUnaffordableTensors()
{
    // Once made, it is never unmade: tensors may be freed after everything else.
    static auto* const kAsking = new AskingAllocator(*c10::GetCPUAllocator());
    static const bool kIsSet = [] {
        c10::SetCPUAllocator(kAsking);
        return true;
    }();
    static_cast<void>(kIsSet);
}

void keepFreedMemory()
{
    static const bool kIsSet = mallopt(M_TRIM_THRESHOLD, 256 << 20) != 0 && mallopt(M_MMAP_THRESHOLD, 32 << 20) != 0;
    static_cast<void>(kIsSet);
}

} // namespace ql::ops
