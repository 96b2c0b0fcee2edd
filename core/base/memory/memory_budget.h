// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>

namespace ql {

/// RAII limit on the bytes of what layers gave that each store of this process may hold (`--max-memory`). Where several
/// are alive at once (concurrent requests), the smallest applies. No result depends on it, only time does. Thread-safe.
class MemoryBudget {
public:
    /// @p bytes 0 = as many as this machine can spare.
    explicit MemoryBudget(double bytes);
    ~MemoryBudget();
    MemoryBudget(const MemoryBudget&) = delete;
    MemoryBudget& operator=(const MemoryBudget&) = delete;

    /// Infinity where nothing limits it.
    static double bytes();

private:
    double m_bytes;
};

/// Counts the bytes that one store holds and refuses more than it may. Thread-safe.
class MemoryShare {
public:
    /// Budgeted: the store's own most, and no more than MemoryBudget::bytes(). Fixed: its own most whatever the budget,
    /// since weights take what they take, or since a number that is reported depends on what is held.
    enum class Limit { Budgeted, Fixed };

    /// Bytes of what weights became that a store holds: the rest is made again for whoever reads it.
    static constexpr std::size_t kMostOfConstants = std::size_t(256) << 20;

    MemoryShare(Limit limit, std::size_t most)
        : m_limit(limit)
        , m_most(most)
    {
    }

    /// False, and nothing is taken, where the store would hold more than it may.
    bool take(std::size_t bytes);
    void giveBack(std::size_t bytes) { m_held -= bytes; }
    std::size_t bytes() const { return m_held; }

private:
    std::size_t most() const;

    Limit m_limit;
    std::size_t m_most;
    std::atomic<std::size_t> m_held = 0;
};

} // namespace ql
