// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runtime/executor.h"

#include <cstdint>
#include <vector>

namespace ql::analysis {

/// What one iteration of the loops around a value gave.
struct ValueIteration {
    std::vector<std::int64_t> numbers; ///< of the loops, the outermost first
    runtime::Tensor tensor;
};

/// Where one side of a comparison gets its tensors from: a model that runs, or a dump of one that ran.
class ValueSource {
public:
    virtual ~ValueSource() = default;

    /// How many nodes must have run before @p value exists; 0 for what is there from the start.
    virtual std::size_t readyAfter(graph::ValueId value) const = 0;
    /// Protects @p value from being freed until release(). Call before it is produced.
    virtual void keep(graph::ValueId value) = 0;
    virtual void release(graph::ValueId value) = 0;
    /// Executes nodes until @p count of them are done. @throws Error with node and label, Cancelled
    virtual void advanceTo(std::size_t count) = 0;
    virtual std::size_t nodeCount() const = 0;
    /// Undefined when it is gone, or was never there.
    virtual runtime::Tensor tensor(graph::ValueId value) const = 0;
    /// Of a kept value in a loop's body, all iterations up to now; of any other nothing. tensor() is the last one's.
    virtual std::vector<ValueIteration> iterations(graph::ValueId) const { return {}; }
    /// In graph order. @pre advanced to the end
    virtual std::vector<runtime::Tensor> outputs() const = 0;
    virtual double seconds() const = 0; ///< inside nodes
    /// Multiply-accumulate operations that each node did, by node index.
    virtual const std::vector<std::uint64_t>& macs() const = 0;

    void finish() { advanceTo(nodeCount()); }
};

} // namespace ql::analysis
