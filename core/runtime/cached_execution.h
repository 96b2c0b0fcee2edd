// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/value_cache.h"

namespace ql::runtime {

/// As Execution, but takes what a node gives from a memory that knows it. Values die at their last use unless kept.
class CachedExecution {
public:
    /// @throws Error as Execution
    CachedExecution(const Program& program, NamedTensors inputs, ValueCache& cache, std::stop_token stop);
    ~CachedExecution();

    bool isDone() const;
    graph::NodeId next() const;
    void step();
    void keep(graph::ValueId value);
    void release(graph::ValueId value);
    const Tensor& tensor(graph::ValueId value) const;
    std::vector<Tensor> outputs() const;
    /// Nodes that really ran.
    std::size_t executedCount() const { return m_executed; }

private:
    const Program& m_program;
    ValueCache& m_cache;
    std::vector<std::optional<NodeKey>> m_keys;
    std::unique_ptr<class Frame> m_frame;
    std::size_t m_executed = 0;
};

} // namespace ql::runtime
