// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/torchscript/values/binding.h"

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ql::importers::torchscript {

/// Which cells may lie in the same memory without the program saying so before it runs: what branches and loops give,
/// what lists hold. After a write into one, nobody knows the others any more: they are stale. Views are no matter of
/// this class, cells are always those that are no view. Times are the lowering's versions.
class Aliases {
public:
    using CellPointer = std::shared_ptr<Cell>;
    using Time = std::uint64_t;

    void relate(const CellPointer& one, const CellPointer& other);
    /// Two lists may hold the same tensors, but are two.
    void relateContents(const CellPointer& one, const CellPointer& other);
    bool areRelated(const CellPointer& one, const CellPointer& other) const;

    bool isStale(const CellPointer& cell) const { return m_stale.contains(cell); }
    void noteRead(const CellPointer& cell, Time now) { m_lastRead[cell] = now; }
    /// @p changesItems when a list itself changes, not the tensors in it. False when a loop that is being lowered has
    /// read what becomes stale: its next turn would read it again.
    [[nodiscard]] bool noteWrite(const CellPointer& cell, bool changesItems);

    void beginLoop(Time start) { m_loops.push_back({start, start, {}}); }
    /// What the loop carries along was made until @p now.
    void beginBody(Time now) { m_loops.back().bodyStart = now; }
    void endLoop() { m_loops.pop_back(); }
    /// The innermost loop gives the next turn @p given as @p taken. False when that makes relatives of cells that the
    /// body, lowered without knowing, has written into.
    [[nodiscard]] bool carryOver(const CellPointer& given, const CellPointer& taken);

private:
    /// Disjoint sets of cells.
    class Sets {
    public:
        void unite(const CellPointer& one, const CellPointer& other);
        /// At least the cell itself.
        std::vector<CellPointer> with(const CellPointer& cell) const;

    private:
        std::size_t setOf(const CellPointer& cell);

        std::unordered_map<CellPointer, std::size_t> m_setOf;
        std::vector<std::vector<CellPointer>> m_sets;
    };

    struct Loop {
        Time start = 0;
        Time bodyStart = 0;
        std::unordered_set<CellPointer> written; ///< with relatives, of what is older than the body
    };

    bool makeStale(const CellPointer& cell);

    Sets m_memory; ///< what shares memory, lists with the tensors in them
    Sets m_lists;  ///< what may be the same list
    std::unordered_set<CellPointer> m_stale;
    std::unordered_map<CellPointer, Time> m_lastRead;
    std::vector<Loop> m_loops;
};

} // namespace ql::importers::torchscript
