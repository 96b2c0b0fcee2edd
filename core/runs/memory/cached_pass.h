// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/memory/memory_budget.h"
#include "core/runs/memory/node_keys.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"

#include <map>
#include <vector>

namespace ql::runs {

/// Cache of node results by key, so that a network which differs slightly from an earlier one runs only the nodes that
/// changed. Not thread-safe.
class NodeResultCache {
public:
    /// Holds no more than @p mostBytes, nor than MemoryBudget::bytes().
    explicit NodeResultCache(std::size_t mostBytes)
        : m_share(MemoryShare::Limit::Budgeted, mostBytes)
    {
    }

    const std::vector<Tensor>* find(const NodeKey& key);
    void store(const NodeKey& key, const std::vector<Tensor>& results);
    /// Evicts the entries that were neither stored nor found since the last call.
    void sweep();
    std::size_t bytes() const { return m_share.bytes(); }

private:
    struct Entry {
        std::vector<Tensor> results;
        std::size_t bytes = 0;
        bool isFresh = true;
    };

    MemoryShare m_share;
    std::map<NodeKey, Entry> m_entries;
};

/// A Pass that takes results of nodes from a NodeResultCache where it holds them, and runs the others.
class CachedPass : private Pass {
public:
    /// @p hooks may contain interceptors only if they leave values unchanged. @throws Error as Pass
    CachedPass(const Program& program, const NamedTensors& inputs, NodeResultCache& cache, Hooks hooks);

    using Pass::isDone;
    using Pass::keep;
    using Pass::next;
    using Pass::outputs;
    using Pass::release;
    using Pass::tensor;
    void step();
    /// Same as step(), since results are cached node by node.
    graph::ValueId fusedStep();
    /// The number of nodes that ran, as opposed to those found in the cache.
    std::size_t executedCount() const { return m_executed; }

private:
    const Program& m_program;
    NodeResultCache& m_cache;
    NodeKeys m_keys;
    std::size_t m_executed = 0;
};

} // namespace ql::runs
