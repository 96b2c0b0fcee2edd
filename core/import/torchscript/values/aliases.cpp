// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/values/aliases.h"

#include <algorithm>

namespace ql::importers::torchscript {

std::size_t Aliases::Sets::setOf(const CellPointer& cell)
{
    const auto [entry, isNew] = m_setOf.try_emplace(cell, m_sets.size());
    if (isNew)
        m_sets.push_back({cell});
    return entry->second;
}

void Aliases::Sets::unite(const CellPointer& one, const CellPointer& other)
{
    auto into = setOf(one);
    auto from = setOf(other);
    if (into == from)
        return;
    if (m_sets[into].size() < m_sets[from].size())
        std::swap(into, from);
    for (auto& cell : m_sets[from]) {
        m_setOf[cell] = into;
        m_sets[into].push_back(cell);
    }
    m_sets[from].clear();
}

std::vector<Aliases::CellPointer> Aliases::Sets::with(const CellPointer& cell) const
{
    const auto found = m_setOf.find(cell);
    return found == m_setOf.end() ? std::vector{cell} : m_sets[found->second];
}

void Aliases::relate(const CellPointer& one, const CellPointer& other)
{
    using Kind = Cell::Kind;
    relateContents(one, other);
    if (one->kind != Kind::Tensor && other->kind != Kind::Tensor)
        m_lists.unite(one, other);
}

void Aliases::relateContents(const CellPointer& one, const CellPointer& other)
{
    if (one != other)
        m_memory.unite(one, other);
}

bool Aliases::areRelated(const CellPointer& one, const CellPointer& other) const
{
    const auto all = m_memory.with(one);
    return std::ranges::find(all, other) != all.end();
}

bool Aliases::makeStale(const CellPointer& cell)
{
    m_stale.insert(cell);
    const auto read = m_lastRead.find(cell);
    return read == m_lastRead.end() || std::ranges::none_of(m_loops, [&](const Loop& loop) {
               return cell->born < loop.start && read->second >= loop.start;
           });
}

bool Aliases::noteWrite(const CellPointer& cell, bool changesItems)
{
    bool isSafe = true;
    const auto all = changesItems ? m_lists.with(cell) : m_memory.with(cell);
    for (const auto& each : all) {
        for (auto& loop : m_loops)
            if (each->born <= loop.bodyStart)
                loop.written.insert(each);
        if (each != cell)
            isSafe = makeStale(each) && isSafe;
    }
    return isSafe;
}

bool Aliases::carryOver(const CellPointer& given, const CellPointer& taken)
{
    const auto& loop = m_loops.back();
    const auto isWritten = [&loop](const CellPointer& cell) { return loop.written.contains(cell); };
    const bool isOld = areRelated(given, taken);
    const auto before = m_memory.with(given);
    const bool isShared = std::ranges::any_of(before, [&](const auto& each) { return each->born <= loop.bodyStart; });
    const bool isSafe =
        isOld || !isShared
        || (std::ranges::none_of(before, isWritten) && std::ranges::none_of(m_memory.with(taken), isWritten));
    relate(given, taken);
    return isSafe;
}

} // namespace ql::importers::torchscript
