// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/verdict/budget_plan.h"

#include "core/analysis/measure/tensor_comparison.h"
#include "core/base/numbers.h"
#include "core/base/order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ql::analysis {

namespace {

using results::ErrorBudget;

constexpr std::size_t kFirstRuns = 2;
constexpr std::size_t kMostGrowth = 5; // runs beside that of the set that the shares name

} // namespace

BudgetPlan::BudgetPlan(std::vector<Row> rows, bool isBroken)
    : m_rows(std::move(rows))
    , m_order(m_rows.size())
    , m_isBroken(isBroken)
{
    for (auto& row : m_rows)
        row.noise = std::isfinite(row.noise) ? row.noise : kNaN;
    std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    // What breaks an output alone is the worst of all, also where others mask it.
    std::ranges::stable_sort(m_order, Falling<NaNs::First>(), [this](std::size_t row) { return m_rows[row].noise; });
    for (const auto& row : m_rows)
        m_sum += std::isnan(row.noise) ? 0.0 : row.noise;
    planRuns();
}

void BudgetPlan::planRuns()
{
    std::size_t size = 0;
    m_runs.push_back({});
    const auto leaveUntil = [&](std::size_t end) {
        if (end > size)
            m_runs.emplace_back(m_order.begin() + std::ptrdiff_t(size), m_order.begin() + std::ptrdiff_t(end));
        size = std::max(size, end);
    };
    leaveUntil(std::size_t(std::ranges::count_if(m_rows, [](const Row& row) { return std::isnan(row.noise); })));
    if (size == 0 || !m_isBroken) {
        auto end = size;
        for (double sum = 0.0; end < m_order.size() && sum < ErrorBudget::kExplained * m_sum; ++end)
            sum += m_rows[m_order[end]].noise;
        leaveUntil(end);
    }
    const std::size_t step = std::max<std::size_t>(1, size / 4);
    for (std::size_t i = 0; i < kMostGrowth && size < m_order.size(); ++i)
        leaveUntil(std::min(size + step, m_order.size()));
}

bool BudgetPlan::isExplained(double whole, double rest) const
{
    return std::isnan(whole) ? !std::isnan(rest) : rest <= (1.0 - ErrorBudget::kExplained) * whole;
}

std::span<const std::vector<std::size_t>> BudgetPlan::nextRuns(const std::vector<double>& left) const
{
    const auto rest = std::span(m_runs).subspan(left.size());
    if (left.empty())
        return rest.first(std::min(kFirstRuns, rest.size()));
    const bool isKnown = left.front() == 0.0 || (left.size() > 1 && isExplained(left.front(), left.back()));
    if (isKnown || rest.empty())
        return {};
    return left.size() == kFirstRuns ? rest.first(1) : rest;
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
    double rest = whole;
    for (std::size_t run = 1; run < left.size() && !budget.isExplained; ++run) {
        budget.setSize += m_runs[run].size();
        rest = left[run];
        budget.isExplained = isExplained(whole, rest);
    }
    for (std::size_t i = 0; i < budget.setSize; ++i)
        if (budget.isBroken || !std::isnan(budget.shares[i].share))
            budget.setShare += budget.shares[i].share;
    budget.repairedDb = std::isnan(rest) ? kNaN : sqnrDbOf(signal, rest);
    budget.removed = 1.0 - rest / whole;
    return budget;
}

} // namespace ql::analysis
