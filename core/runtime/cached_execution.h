// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/executor.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace ql::runtime {

/// 128 bits that stand for everything that decides what a node gives: operator, attributes, bodies, and the same of
/// all that it reads, down to the bytes of constants and inputs.
using NodeKey = std::array<std::uint64_t, 2>;

/// By node id. Nothing for a node that may give something else each time, and for what depends on one; nor for one with
/// open bodies, of which every value is to be seen.
std::vector<std::optional<NodeKey>> nodeKeys(const graph::Graph& graph, const NamedTensors& inputs);

/// What nodes gave, by their keys: a network that differs little from one that ran before need only run where it
/// differs. Not thread-safe.
class ValueCache {
public:
    /// Keeps no more than @p mostBytes, nor than RememberLimit::bytes().
    explicit ValueCache(std::size_t mostBytes);

    const std::vector<Tensor>* find(const NodeKey& key);
    void store(const NodeKey& key, const std::vector<Tensor>& results);
    /// Forgets what was neither stored nor found since the last call.
    void sweep();
    std::size_t bytes() const { return m_bytes; }

private:
    struct Entry {
        std::vector<Tensor> results;
        std::size_t bytes = 0;
        bool isFresh = true;
    };

    std::size_t m_mostBytes;
    std::size_t m_bytes = 0;
    std::map<NodeKey, Entry> m_entries;
};

/// An Execution that takes results of nodes from a ValueCache where it holds them, and runs the others.
class CachedExecution : private Execution {
public:
    /// @p hooks may contain interceptors only if they leave values unchanged. @throws Error as Execution
    CachedExecution(const Program& program, const NamedTensors& inputs, ValueCache& cache, ExecutionHooks hooks);

    using Execution::isDone;
    using Execution::keep;
    using Execution::next;
    using Execution::outputs;
    using Execution::release;
    using Execution::tensor;
    void step();
    /// Same as step(), since results are cached node by node.
    graph::ValueId fusedStep();
    /// The number of nodes that ran, as opposed to those found in the cache.
    std::size_t executedCount() const { return m_executed; }

private:
    const Program& m_program;
    ValueCache& m_cache;
    std::vector<std::optional<NodeKey>> m_keys;
    std::size_t m_executed = 0;
};

} // namespace ql::runtime
