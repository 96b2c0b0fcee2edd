// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/jobs/thread_affinity.h"

#include <pthread.h>
#include <sched.h>

namespace ql::jobs {

namespace {

/// The processors that the calling thread may have; none where there are more than the set holds.
cpu_set_t allowedProcessors()
{
    cpu_set_t allowed;
    if (::sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        CPU_ZERO(&allowed);
    return allowed;
}

/// The one that comes @p steps behind @p first in @p allowed, around its end.
int processorBehind(int first, std::size_t steps, const cpu_set_t& allowed)
{
    int processor = first;
    for (steps %= std::size_t(CPU_COUNT(&allowed)); steps > 0; --steps)
        do
            processor = (processor + 1) % CPU_SETSIZE;
        while (!CPU_ISSET(processor, &allowed));
    return processor;
}

} // namespace

void startOnAnotherProcessor(std::thread::native_handle_type helper, std::size_t number)
{
    const auto allowed = allowedProcessors();
    const int own = ::sched_getcpu();
    if (own < 0 || CPU_COUNT(&allowed) < 2)
        return;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(processorBehind(own, number, allowed), &one);
    if (::pthread_setaffinity_np(helper, sizeof one, &one) == 0)
        ::pthread_setaffinity_np(helper, sizeof allowed, &allowed);
}

void ThreadAffinity::keep(std::thread::native_handle_type helper)
{
    const int own = ::sched_getcpu();
    if (own < 0 || own == m_processor)
        return;
    m_processor = own;
    auto others = allowedProcessors();
    CPU_CLR(own, &others);
    if (CPU_COUNT(&others) > 0)
        ::pthread_setaffinity_np(helper, sizeof others, &others);
}

} // namespace ql::jobs
