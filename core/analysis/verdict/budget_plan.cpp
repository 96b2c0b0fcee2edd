// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/verdict/budget_plan.h"

#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/numbers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ql::analysis {

namespace {

using results::ErrorBudget;

constexpr std::size_t kMostGrowth = 5; // runs beside that of the set that the shares name

} // namespace

BudgetPlan::BudgetPlan(std::vector<Row> rows, bool isBroken)
    : m_rows(std::move(rows))
    , m_order(m_rows.size())
    , m_isBroken(isBroken)
{
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    // What breaks an output alone comes first where it is broken; where it isn't, something masks it.
    std::ranges::stable_sort(m_order, [this](std::size_t a, std::size_t b) {
        const double left = m_rows[a].noise;
        const double right = m_rows[b].noise;
        if (std::isnan(left) || std::isnan(right))
            return m_isBroken ? std::isnan(left) && !std::isnan(right) : !std::isnan(left) && std::isnan(right);
        return left > right;
    });
    for (const auto& row : m_rows)
        m_sum += std::isnan(row.noise) ? 0.0 : row.noise;

    std::size_t size = 0;
    double sum = 0.0;
    const auto noiseOf = [this](std::size_t place) { return m_rows[m_order[place]].noise; };
    while (m_isBroken && size < m_order.size() && std::isnan(noiseOf(size)))
        ++size;
    if (size == 0)
        for (; size < m_order.size() && sum < ErrorBudget::kExplained * m_sum; ++size)
            sum += std::isnan(noiseOf(size)) ? 0.0 : noiseOf(size);
    m_runs.push_back({});
    const auto leave = [this](std::size_t from, std::size_t to) {
        m_runs.emplace_back(m_order.begin() + std::ptrdiff_t(from), m_order.begin() + std::ptrdiff_t(to));
    };
    if (size > 0)
        leave(0, size);
    const std::size_t step = std::max<std::size_t>(1, size / 4);
    for (std::size_t i = 0; i < kMostGrowth && size < m_order.size(); ++i) {
        const auto next = std::min(size + step, m_order.size());
        leave(size, next);
        size = next;
    }
}

std::vector<results::BudgetShare> BudgetPlan::shares(double signal) const
{
    std::vector<results::BudgetShare> shares;
    for (const auto place : m_order) {
        const auto& [row, noise] = m_rows[place];
        const double share = m_sum > 0.0 || std::isnan(noise) ? noise / m_sum : 0.0;
        shares.push_back({row->opName, row->sensitiveType, row->opType, row->quantDtype, share,
                          std::isnan(noise) ? kNaN : sqnrDbOf(signal, noise)});
    }
    return shares;
}

std::optional<results::ErrorBudget> BudgetPlan::budget(const std::vector<double>& left, double signal) const
{
    const double whole = left.front();
    if (whole == 0.0 || m_rows.empty())
        return std::nullopt;
    ErrorBudget budget;
    budget.isBroken = std::isnan(whole);
    budget.wholeDb = budget.isBroken ? kNaN : sqnrDbOf(signal, whole);
    budget.sumDb = budget.isBroken ? kNaN : sqnrDbOf(m_sum, whole);
    budget.shares = shares(signal);
    const auto explains = [&](double rest) {
        return budget.isBroken ? !std::isnan(rest) : rest <= (1.0 - ErrorBudget::kExplained) * whole;
    };
    double rest = whole;
    for (std::size_t run = 1; run < m_runs.size() && !budget.isExplained; ++run) {
        budget.setSize += m_runs[run].size();
        rest = left[run];
        budget.isExplained = explains(rest);
    }
    for (std::size_t i = 0; i < budget.setSize; ++i)
        budget.setShare += budget.shares[i].share;
    budget.repairedDb = std::isnan(rest) ? kNaN : sqnrDbOf(signal, rest);
    budget.removed = 1.0 - rest / whole;
    return budget;
}

} // namespace ql::analysis
