// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/rehearsal.h"

#include "core/base/error.h"
#include "core/base/probe_in_child.h"

#include <ATen/Parallel.h>
#include <cstring>
#include <new>

namespace ql::import {

namespace {

ProbeLimits limitsFor(std::uint64_t fileBytes)
{
    constexpr std::uint64_t kMegabyte = 1 << 20;
    const auto patience = std::chrono::seconds(10 + fileBytes / (16 * kMegabyte));
    return {patience, 4096 * kMegabyte + 8 * fileBytes, true};
}

/// Alone: the other threads of LibTorch's pools are not there.
void perform(const std::function<void()>& read)
{
    at::set_num_threads(1);
    try {
        read();
    } catch (const std::exception& error) {
        if (std::strstr(error.what(), "allocate memory"))
            throw std::bad_alloc();
        throw;
    }
}

} // namespace

void rehearse(const std::function<void()>& read, std::uint64_t fileBytes, const std::stop_token& stop)
{
    const auto limits = limitsFor(fileBytes);
    ProbeEnding ending;
    // Another thread may have held a lock when the child was born: it waits without end, once.
    for (int i = 0; i == 0 || (i == 1 && ending.isStalled); ++i)
        ending = probeInChild([&read] { perform(read); }, limits, stop);
    if (!ending.death.empty())
        throw Error(ErrorCode::UnsupportedFormat, Message("it is not read, because reading it {}", ending.death),
                    "the file is damaged or made to do harm: don't open it elsewhere");
}

} // namespace ql::import
