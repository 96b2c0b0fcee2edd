// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/memory/memory_budget.h"
#include "core/runs/memory/iteration_store.h"
#include "core/runs/program/pass.h"
#include "core/runs/program/program.h"
#include "core/runs/whole_passes.h"

#include <memory>
#include <span>
#include <stop_token>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ql::ops {
struct FusedChain;
}

namespace ql::runs {

/// Of which iterations the values in loops are cached.
enum class LoopMemory { LastIteration, AllIterations };

/// Remembers every value of one execution, and answers "what if these nodes gave something else?" by running only
/// what depends on them. Memory is that of all activations, and of what nodes make of constants alone (weights behind
/// their quantizers) the first 256 MiB: the rest, which may be as large as the model, is made again for whoever reads
/// it. Where all activations are more than MemoryBudget::bytes() or than this machine can spare, nothing but outputs
/// is cached, and each answer takes a pass through the whole program: the same numbers, to the bit, in more time.
/// Const functions may be called from several threads.
class WhatIf {
public:
    struct Result {
        std::vector<Tensor> outputs;         ///< in graph order
        std::vector<graph::NodeId> executed; ///< in order
    };

    /// Runs @p program once on @p inputs. The interceptors are called later, too, for what is made again.
    /// @p mostConstantBytes of what nodes make of constants are cached. @throws as Pass, Cancelled
    WhatIf(const Program& program, NamedTensors inputs, const std::vector<Interceptor>& interceptors, JobContext& ctx,
           LoopMemory memory = LoopMemory::LastIteration,
           std::size_t mostConstantBytes = MemoryShare::kMostOfConstants);

    /// Whether values are remembered; else each answer takes a pass through the whole program.
    bool isCached() const { return !m_passes; }

    /// Of a value in a loop, the last iteration's. @throws Error where it is made again
    Tensor tensor(graph::ValueId value) const;
    /// Of a value in a loop, where all iterations are cached; of any other nothing.
    const ValueIterations& iterations(graph::ValueId value) const;
    /// As IterationStore::at(); without @p numbers, or outside of loops, tensor().
    Tensor tensorIn(graph::ValueId value, std::span<const std::int64_t> numbers) const;
    std::vector<Tensor> outputs() const;
    /// Of all values but constants, those whose memory another takes over during a pass counted once: no rerun() needs
    /// more.
    double bytes() const { return m_bytes; }

    /// Runs @p nodes again, now with @p interceptors instead of the constructor's, and downstream of them every node of
    /// which an input changed by a bit. The caller sees to it that the interceptors differ on @p nodes alone.
    /// Nodes may be run along with others, as by Pass::fusedStep().
    /// A node that only gives its input another shape (Reshape, Squeeze …) need not run and isn't counted: its result
    /// is the changed input, seen in the shape that it had before.
    /// @throws Error, Cancelled
    Result rerun(std::span<const graph::NodeId> nodes, std::vector<Interceptor> interceptors,
                 std::stop_token stop = {}) const;

    /// As rerun(), and remembers what changed: further runs start from there. Only nodes of @p leading run, which is
    /// what leadingTo() gives, where that is given: other outputs than those stay what they were, now and from then on.
    Result advance(std::span<const graph::NodeId> nodes, std::vector<Interceptor> interceptors,
                   std::stop_token stop = {}, const std::vector<bool>* leading = nullptr);

    /// What @p node alone gives on the cached values, in a loop those of iteration @p numbers, on @p given where
    /// one of these is an input of it.
    /// @throws Error, Cancelled
    std::vector<Tensor> evaluate(graph::NodeId node, const std::unordered_map<graph::ValueId, Tensor>& given,
                                 std::stop_token stop = {}, std::span<const std::int64_t> numbers = {}) const;

private:
    using Changes = std::vector<std::pair<graph::ValueId, Tensor>>;
    Result run(std::span<const graph::NodeId> nodes, std::vector<Interceptor> interceptors, std::stop_token stop,
               Changes* changes, const std::vector<bool>* leading = nullptr) const;
    Result runWhole(const std::vector<Interceptor>& interceptors, const std::stop_token& stop, Changes* changes) const;
    void passOver(const ops::FusedChain& chain, class WaitingNodes& waiting, Result& result, Changes* changes) const;
    bool isAsCached(graph::ValueId value, const Tensor& tensor) const;
    void releaseAll(Pass& execution);
    void takeTensors(const Pass& execution);
    bool isOutput(graph::ValueId value) const;
    void findEvictable();
    Tap storeConstants(MemoryShare& share);
    bool isEvicted(graph::ValueId value) const;
    Tensor recomputed(graph::ValueId value) const;
    const ops::FusedChain* stepWithEvicted(class Frame& frame, const graph::Node& node) const;

    const Program& m_program;
    std::vector<Tensor> m_tensors; ///< by value id, constants included
    /// By value id: made of constants, and neither an output nor in a body; or between nodes that ran along.
    std::vector<bool> m_isEvictable;
    std::vector<Interceptor> m_interceptors; ///< what is cached was made with
    std::shared_ptr<IterationStore> m_iterations;
    double m_bytes = 0.0;
    std::shared_ptr<const WholePasses> m_passes; ///< set where nothing is cached
};

/// Runs @p nodes of @p program alone, on values that come from elsewhere, and gives @p wanted. What the nodes read must
/// be among @p given, a constant, or made by one of them. @throws Error with the node's description as context,
/// Cancelled
Tensor runSegment(const Program& program, std::span<const graph::NodeId> nodes,
                  const std::vector<std::pair<graph::ValueId, Tensor>>& given, graph::ValueId wanted,
                  std::stop_token stop = {});

} // namespace ql::runs
