// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/worker/read_in_child.h"

#include "core/base/error.h"
#include "core/base/memory/expansion_budget.h"
#include "core/base/probe_in_child.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <omp.h>

namespace ql::importers {

namespace {

ProbeLimits limitsFor(std::uint64_t fileBytes, const SharedMemory& result)
{
    constexpr std::uint64_t kMegabyte = 1 << 20;
    const auto patience = std::chrono::seconds(10 + fileBytes / (16 * kMegabyte));
    const auto expanded = std::max(8 * fileBytes, AllowedExpansion::bytes());
    return {patience, 4096 * kMegabyte + expanded, true, result.descriptor(), 512 * kMegabyte + expanded};
}

/// Alone: the other threads of OpenMP's team are not there. LibTorch goes by OpenMP's number; at::set_num_threads would
/// make its second pool anew, whose threads spin for as long as most files take to read.
void perform(const std::function<void()>& read)
{
    omp_set_num_threads(1);
    try {
        read();
    } catch (const std::exception& error) {
        if (isLackOfMemory(error))
            throw std::bad_alloc();
        throw;
    }
}

} // namespace

bool isLackOfMemory(const std::exception& error)
{
    return std::strstr(error.what(), "allocate memory") || dynamic_cast<const std::bad_alloc*>(&error);
}

Message harmHint()
{
    return Message("the file is damaged or made to do harm: don't open it elsewhere");
}

void readInChild(const std::function<void()>& read, SharedMemory& result, std::uint64_t fileBytes,
                 const std::stop_token& stop)
{
    const auto limits = limitsFor(fileBytes, result);
    ProbeEnding ending;
    // Another thread may have held a lock when the child was born: it waits without end, once.
    for (int i = 0; i == 0 || (i == 1 && ending.isStalled); ++i) {
        result.clear();
        ending = probeInChild([&read] { perform(read); }, limits, stop);
    }
    if (!ending.death.empty())
        throw Error(ErrorCode::UnsupportedFormat, Message("it is not read, because reading it {}", ending.death),
                    harmHint());
}

} // namespace ql::importers
