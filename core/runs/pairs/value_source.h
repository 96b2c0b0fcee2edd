// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/runs/memory/iteration_store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ql::results {
struct DumpReading;
}

namespace ql::runs {

/// Where one side of a comparison gets its tensors from: a model that runs, or a dump of one that ran.
class ValueSource {
public:
    virtual ~ValueSource() = default;

    /// How many nodes must have run before @p value exists; 0 for what is there from the start.
    virtual std::size_t readyAfter(graph::ValueId value) const = 0;
    /// Protects @p value from being freed until release(). Call before it is produced.
    virtual void keep(graph::ValueId value) = 0;
    virtual void release(graph::ValueId value) = 0;
    /// What advanceTo() is going to be asked for, in order: a source may come so far meanwhile.
    virtual void expect(std::vector<std::size_t> /*counts*/) {}
    /// Executes nodes until @p count of them are done. @throws Error with node and label, Cancelled
    virtual void advanceTo(std::size_t count) = 0;
    virtual std::size_t nodeCount() const = 0;
    /// Undefined when it is gone, or was never there.
    virtual Tensor tensor(graph::ValueId value) const = 0;
    /// The tensor where @p other, its partner in the other model, says what is in the file of @p value; else tensor().
    virtual Tensor tensorLike(graph::ValueId value, const Tensor&) { return tensor(value); }
    /// How tensorLike() read a file that nothing describes, or null.
    virtual const results::DumpReading* readingOf(graph::ValueId) const { return nullptr; }
    /// On how a dump was read; of a model nothing.
    virtual std::vector<Message> notes() const { return {}; }
    /// Of a kept value in a loop's body, the iterations up to now; of any other nothing. tensor() is the last one's.
    virtual ValueIterations iterations(graph::ValueId) const { return {}; }
    /// A kept value in iteration @p numbers, of which the first are those of the loops around it: tensor() where no
    /// loop is.
    virtual Tensor tensorIn(graph::ValueId value, std::span<const std::int64_t>) const { return tensor(value); }
    /// In graph order. @pre advanced to the end
    virtual std::vector<Tensor> outputs() const = 0;
    virtual double seconds() const = 0; ///< inside advanceTo()
    /// Multiply-accumulate operations that each node did, by node index.
    virtual const std::vector<std::uint64_t>& macs() const = 0;

    void finish() { advanceTo(nodeCount()); }
};

struct TensorPair {
    Tensor baseline;
    Tensor analysis;
};

/// Two partners, each read with the other's help where its dump doesn't say what it is.
TensorPair tensorsOf(ValueSource& baseline, graph::ValueId baselineValue, ValueSource& analysis,
                     graph::ValueId analysisValue);

} // namespace ql::runs
