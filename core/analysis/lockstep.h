// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/runtime/executor.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ql::analysis {

/// One of two models that run in lockstep.
class LockstepSide {
public:
    /// @p label ("baseline model.onnx") becomes the context of errors.
    LockstepSide(const graph::Graph& graph, std::string label, runtime::NamedTensors inputs, JobContext& ctx);

    /// How many nodes must have run before @p value exists; 0 for inputs and constants.
    std::size_t readyAfter(graph::ValueId value) const;
    void keep(graph::ValueId value) { m_execution.keep(value); }
    void release(graph::ValueId value) { m_execution.release(value); }
    /// Executes nodes until @p count of them are done. @throws Error with node and label, Cancelled
    void advanceTo(std::size_t count);
    void finish() { advanceTo(nodeCount()); }
    std::size_t nodeCount() const { return m_program.order().size(); }
    const runtime::Tensor& tensor(graph::ValueId value) const { return m_execution.tensor(value); }
    std::vector<runtime::Tensor> outputs() const { return m_execution.outputs(); }
    double seconds() const { return m_seconds; } ///< inside nodes
    /// Multiply-accumulate operations that each node did, by node index.
    const std::vector<std::uint64_t>& macs() const { return m_macs; }

private:
    void step();

    const graph::Graph& m_graph;
    std::string m_label;
    JobContext& m_ctx;
    runtime::Program m_program;
    runtime::Execution m_execution;
    std::vector<std::size_t> m_readyAfter; ///< by value index
    std::vector<std::uint64_t> m_macs;
    std::size_t m_done = 0;
    double m_seconds = 0.0;
};

/// Two values to be looked at together; index is the caller's.
struct LockstepPair {
    graph::ValueId baseline;
    graph::ValueId analysis;
    std::size_t index = 0;
};
using LockstepVisitor =
    std::function<void(const LockstepPair&, const runtime::Tensor& baseline, const runtime::Tensor& analysis)>;

/// Runs both sides to their ends and shows every pair to @p visit as soon as both tensors exist; nothing but what waits
/// for its partner outlives its last use. Pairs are visited in the baseline's order of execution.
void runInLockstep(LockstepSide& baseline, LockstepSide& analysis, std::vector<LockstepPair> pairs,
                   const LockstepVisitor& visit);

} // namespace ql::analysis
