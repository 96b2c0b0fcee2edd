// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runs/program/program.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace ql::runs {

/// What one iteration of the loops around a value gave.
struct ValueIteration {
    std::vector<std::int64_t> numbers; ///< of the loops, the outermost first
    Tensor tensor;
};

/// What the iterations of a value are known by: not all of them where these are too many.
struct ValueIterations {
    std::vector<ValueIteration> kept; ///< in order; their numbers are multiples of the step
    std::int64_t step = 1;
    std::uint64_t count = 0; ///< that gave the value
};

/// The tensors of requested values for each iteration of the loops around them, within a memory limit. Beyond it only
/// every second iteration is kept, then every fourth, and so on, the same ones for all values of a loop. Results show
/// which ones, so the limit is the same whatever the MemoryBudget.
class IterationStore {
public:
    static constexpr std::size_t kMostBytes = std::size_t(256) << 20;

    /// @p graph must outlive it.
    explicit IterationStore(const graph::Graph& graph, std::size_t mostBytes = kMostBytes);

    /// Nothing happens for a value outside of loops. @{
    void keep(graph::ValueId value);
    void release(graph::ValueId value);
    /// @}
    /// Stores the kept values that an event shows: the node's outputs, and loop-carried values among its inputs.
    void look(const ValueEvent& event);

    /// None of a value that isn't kept.
    const ValueIterations& of(graph::ValueId value) const;
    /// @p value in iteration @p numbers, of which the first are those of the loops around it; undefined when it is gone
    /// or never was.
    Tensor at(graph::ValueId value, std::span<const std::int64_t> numbers) const;
    /// How many loops stand around @p value.
    std::size_t depthOf(graph::ValueId value) const;
    std::size_t bytes() const { return m_bytes; }

private:
    struct Stored {
        int keepers = 0;
        ValueIterations iterations;
        std::vector<std::int64_t> last; ///< numbers
    };
    struct Storage {
        std::size_t holders = 0;
        std::size_t bytes = 0;
    };
    /// The iterations kept of one outermost loop: those whose numbers are all multiples of the step.
    struct Thinning {
        std::int64_t step = 1;
        std::int64_t largest = 0; ///< number seen
    };

    void add(graph::ValueId value, std::span<const std::int64_t> numbers, const Tensor& tensor);
    void thin(graph::BodyId loop);
    void hold(const Tensor& tensor);
    void drop(const Tensor& tensor);

    const graph::Graph& m_graph;
    std::size_t m_mostBytes;
    std::size_t m_bytes = 0;
    std::vector<std::size_t> m_depths;      ///< by body
    std::vector<graph::BodyId> m_outermost; ///< the loop's body around each body, by body; invalid outside of loops
    std::vector<Thinning> m_thinnings;      ///< by body
    std::unordered_map<graph::ValueId, Stored> m_stored;
    std::unordered_map<const void*, Storage> m_storages;
};

} // namespace ql::runs
