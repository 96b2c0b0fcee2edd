// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the repairs that win something alone are chosen together.
#include "core/analysis/fix/fix_queue.h"

#include <algorithm>

namespace ql::analysis {

using results::FixRow;

/// In the order of gain per cost; then once more those that win nothing alone: faults hide each other. Nobody knows
/// how often: each time takes half of the progress that is left.
void FixQueue::combine()
{
    constexpr double kEnd = 0.97;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_rows[i].alone)
            order.push_back(i);
    std::ranges::stable_sort(order, std::ranges::greater(), [this](auto i) { return m_rows[i].gainPerCost; });
    double from = kCombiningFrom;
    do {
        const double to = from + (kEnd - from) / 2.0;
        m_ctx.beginStage("combining repairs", order.size(), from, to);
        from = to;
    } while (addOne(order));
}

/// One way through the candidates, each of which is added if it is worth it. Whether any was.
bool FixQueue::addOne(const std::vector<std::size_t>& order)
{
    bool isAny = false;
    for (const auto i : order) {
        if (!hasTime())
            return false;
        m_ctx.step(1, m_rows[i].fix);
        if (std::ranges::find(m_chosen, i) != m_chosen.end())
            continue;
        auto set = m_chosen;
        set.insert(std::ranges::upper_bound(set, i), i);
        const auto& with = measured(set);
        if (!with || !isWorthIt(m_best, *with))
            continue;
        m_chosen = std::move(set);
        m_best = *with;
        isAny = true;
    }
    return isAny;
}

/// What others made superfluous.
void FixQueue::takeBack()
{
    for (std::size_t i = 0; i < m_chosen.size() && hasTime();) {
        auto fewer = m_chosen;
        fewer.erase(fewer.begin() + std::ptrdiff_t(i));
        const auto& without = measured(fewer);
        if (!without || isWorthIt(*without, m_best)) {
            ++i;
            continue;
        }
        m_best = *without;
        m_chosen = std::move(fewer);
    }
    for (const auto i : m_chosen)
        m_rows[i].state = FixRow::State::Chosen;
}

void FixQueue::tellWhatEachAdds()
{
    Set set;
    for (const auto i : m_chosen) {
        set.push_back(i);
        if (const auto& with = measured(set))
            m_rows[i].metricAfter = with->metric;
    }
}

} // namespace ql::analysis
