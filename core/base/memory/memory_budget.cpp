// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/memory/memory_budget.h"

#include <limits>
#include <mutex>
#include <set>

namespace ql {

namespace {

constexpr double kUnlimited = std::numeric_limits<double>::infinity();

struct Budgets {
    std::mutex mutex;
    std::multiset<double> living;
};

Budgets& budgets()
{
    static Budgets all;
    return all;
}

} // namespace

MemoryBudget::MemoryBudget(double bytes)
    : m_bytes(bytes > 0.0 ? bytes : kUnlimited)
{
    const std::scoped_lock lock(budgets().mutex);
    budgets().living.insert(m_bytes);
}

MemoryBudget::~MemoryBudget()
{
    const std::scoped_lock lock(budgets().mutex);
    budgets().living.erase(budgets().living.find(m_bytes));
}

double MemoryBudget::bytes()
{
    const std::scoped_lock lock(budgets().mutex);
    return budgets().living.empty() ? kUnlimited : *budgets().living.begin();
}

std::size_t MemoryShare::most() const
{
    const auto budget = m_limit == Limit::Budgeted ? MemoryBudget::bytes() : kUnlimited;
    return budget < static_cast<double>(m_most) ? static_cast<std::size_t>(budget) : m_most;
}

bool MemoryShare::take(std::size_t bytes)
{
    const auto allowed = most();
    auto held = m_held.load();
    while (bytes <= allowed && held <= allowed - bytes)
        if (m_held.compare_exchange_weak(held, held + bytes))
            return true;
    return false;
}

} // namespace ql
