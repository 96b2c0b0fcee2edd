// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/mapping_guard.h"

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace ql::import {

namespace {

/// A signal handler may take no lock, so the ranges stand in a table that never moves.
struct Range {
    std::atomic<std::uintptr_t> begin = 0; ///< 0 = free
    std::atomic<std::uintptr_t> end = 0;
};
constexpr std::size_t kMostMappings = 256;
std::array<Range, kMostMappings> g_ranges;
std::uintptr_t g_pageSize = 0;
struct sigaction g_before {};

/// Puts a page of zeros where the file ended; sends what is not ours to whoever was asked before.
void onBusError(int signal, siginfo_t* info, void* context)
{
    const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    for (const auto& range : g_ranges) {
        if (address < range.begin || address >= range.end)
            continue;
        auto* page = reinterpret_cast<void*>(address / g_pageSize * g_pageSize);
        if (::mmap(page, g_pageSize, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED)
            return;
    }
    if ((g_before.sa_flags & SA_SIGINFO) != 0 && g_before.sa_sigaction)
        g_before.sa_sigaction(signal, info, context);
    else
        ::sigaction(signal, &g_before, nullptr); // the access is tried again and ends the process as it would have
}

void installHandler()
{
    g_pageSize = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    struct sigaction action {};
    action.sa_sigaction = onBusError;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGBUS, &action, &g_before);
}

std::uintptr_t numberOf(const std::byte* address)
{
    return reinterpret_cast<std::uintptr_t>(address);
}

} // namespace

bool guardMapping(std::span<const std::byte> mapping)
{
    static std::once_flag once;
    std::call_once(once, installHandler);
    for (auto& range : g_ranges) {
        std::uintptr_t none = 0;
        if (!range.begin.compare_exchange_strong(none, numberOf(mapping.data())))
            continue;
        range.end = numberOf(mapping.data() + mapping.size());
        return true;
    }
    return false;
}

void forgetMapping(std::span<const std::byte> mapping)
{
    for (auto& range : g_ranges)
        if (range.begin == numberOf(mapping.data())) {
            range.end = 0;
            range.begin = 0;
        }
}

} // namespace ql::import
