// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory/expansion_budget.h"

#include "core/base/error.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>

namespace ql {

namespace {

constexpr std::uint64_t kMegabyte = 1 << 20;
constexpr std::uint64_t kAlways = 256 * kMegabyte;
constexpr std::uint64_t kMostAlways = 1024 * kMegabyte;
constexpr std::uint64_t kPerByte = 1024;
constexpr std::uint64_t kMostPerByte = 8;

struct Allowances {
    std::mutex mutex;
    std::multiset<std::uint64_t> living;
    std::atomic<std::uint64_t> greatest = 0; ///< read in child processes, in which a locked mutex stays locked
};

Allowances& allowances()
{
    static Allowances all;
    return all;
}

template <typename Edit>
void change(Edit&& edit)
{
    const std::scoped_lock lock(allowances().mutex);
    auto& living = allowances().living;
    edit(living);
    allowances().greatest = living.empty() ? 0 : *living.rbegin();
}

} // namespace

ExpansionBudget::ExpansionBudget(std::uint64_t fileBytes)
    : m_read(fileBytes)
{
}

std::uint64_t ExpansionBudget::allowed() const
{
    const auto own = std::min(kAlways + kPerByte * m_read, kMostAlways + kMostPerByte * m_read);
    return std::max(own, AllowedExpansion::bytes());
}

void ExpansionBudget::make(std::uint64_t count, std::uint64_t bytesEach)
{
    const auto most = allowed();
    std::uint64_t bytes = 0;
    const bool isHuge = __builtin_mul_overflow(count, bytesEach, &bytes);
    if (isHuge || bytes > most - std::min(most, m_made))
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("{} bytes of file stand for more than {} MB in memory", m_read, most / kMegabyte),
                    "if you trust the file, allow more with --max-memory, 8G for example");
    m_made += bytes;
}

AllowedExpansion::AllowedExpansion(std::uint64_t bytes)
    : m_bytes(bytes)
{
    change([this](auto& living) { living.insert(m_bytes); });
}

AllowedExpansion::~AllowedExpansion()
{
    change([this](auto& living) { living.erase(living.find(m_bytes)); });
}

std::uint64_t AllowedExpansion::bytes()
{
    return allowances().greatest;
}

} // namespace ql
