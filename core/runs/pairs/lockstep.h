// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/runs/memory/cached_pass.h"
#include "core/runs/pairs/value_source.h"
#include "core/runs/program/pass.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ql::runs {

/// A model that runs node by node, by a Pass or one like it.
template <typename Run>
class RunningSide : public ValueSource {
public:
    using MakeRun = std::function<std::unique_ptr<Run>(const Program& program, std::vector<Tap> taps)>;

    /// @p label ("baseline model.onnx") becomes the context of errors.
    RunningSide(const graph::Graph& graph, std::string label, JobContext& ctx, const MakeRun& makeRun);

    std::size_t readyAfter(graph::ValueId value) const override { return m_readyAfter[value.position()]; }
    void keep(graph::ValueId value) override;
    void release(graph::ValueId value) override;
    void advanceTo(std::size_t count) override;
    std::size_t nodeCount() const override { return m_program.order().size(); }
    Tensor tensor(graph::ValueId value) const override { return m_run->tensor(value); }
    ValueIterations iterations(graph::ValueId value) const override { return m_kept.of(value); }
    Tensor tensorIn(graph::ValueId value, std::span<const std::int64_t> numbers) const override
    {
        return m_kept.depthOf(value) == 0 ? tensor(value) : m_kept.at(value, numbers);
    }
    std::vector<Tensor> outputs() const override { return m_run->outputs(); }
    double seconds() const override { return m_seconds; }
    const std::vector<std::uint64_t>& macs() const override { return m_macs; }
    const Program& program() const { return m_program; }

protected:
    const Run& run() const { return *m_run; }

private:
    void step();
    /// One for what steps don't show: nodes of bodies.
    std::vector<Tap> tapsOfBodies();
    void look(const ValueEvent& event);

    const graph::Graph& m_graph;
    std::string m_label;
    JobContext& m_ctx;
    Program m_program;
    std::vector<std::size_t> m_readyAfter; ///< by value index
    std::vector<std::uint64_t> m_macs;
    IterationStore m_kept;
    std::unique_ptr<Run> m_run;
    std::size_t m_done = 0;
    double m_seconds = 0.0;
};

/// One of two models that run in lockstep.
class LockstepSide final : public RunningSide<Pass> {
public:
    LockstepSide(const graph::Graph& graph, std::string label, NamedTensors inputs, JobContext& ctx,
                 std::vector<Interceptor> interceptors = {});
};

/// The same, but nodes that @p memory knows don't run again.
class CachedSide final : public RunningSide<CachedPass> {
public:
    CachedSide(const graph::Graph& graph, std::string label, NamedTensors inputs, NodeResultCache& cache,
               JobContext& ctx);

    std::size_t executedCount() const { return run().executedCount(); }
};

/// Two values to be looked at together; index is the caller's.
struct LockstepPair {
    graph::ValueId baseline;
    graph::ValueId analysis;
    std::size_t index = 0;
};
using LockstepVisitor = std::function<void(const LockstepPair&, const Tensor& baseline, const Tensor& analysis)>;

/// A value of one side without a partner; index is the caller's.
struct UnmatchedValue {
    graph::ValueId value;
    std::size_t index = 0;
};
using LoneVisitor = std::function<void(const UnmatchedValue&, const Tensor& tensor)>;

/// Values of one side that are to be looked at by themselves, as soon as the side has come so far.
class UnmatchedVisits {
public:
    /// Nothing of @p source may have run; it must outlive this.
    UnmatchedVisits(ValueSource& source, std::vector<UnmatchedValue> values, LoneVisitor visit);
    /// Visits what is there when @p count nodes are done.
    void visitUpTo(std::size_t count);

private:
    ValueSource& m_source;
    std::vector<UnmatchedValue> m_values; ///< in order of execution
    LoneVisitor m_visit;
    std::size_t m_next = 0;
};

/// Runs both sides to their ends and shows every pair to @p visit as soon as both tensors exist; nothing but what waits
/// for its partner outlives its last use. Pairs are visited in the baseline's order of execution.
void runInLockstep(ValueSource& baseline, ValueSource& analysis, std::vector<LockstepPair> pairs,
                   const LockstepVisitor& visit, UnmatchedVisits baselineAlone, UnmatchedVisits analysisAlone);

} // namespace ql::runs
