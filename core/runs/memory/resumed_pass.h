// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/memory/memory_budget.h"
#include "core/runs/memory/node_keys.h"
#include "core/runs/program/program.h"

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

namespace ql::runs {

/// A program and the keys of its nodes, in which inputs go by their names: the same for all samples.
struct KeyedProgram {
    /// @p graph must outlive it. @throws Error as Program
    explicit KeyedProgram(const graph::Graph& graph);

    Program program;
    NodeKeys keys;                                     ///< by node id
    std::vector<std::vector<graph::NodeId>> bodyNodes; ///< by position in the program's order; empty without bodies
};

/// The results of nodes on one sample, by key.
class SampleResults {
public:
    /// Stores only what @p share has room for.
    explicit SampleResults(std::shared_ptr<MemoryShare> share)
        : m_share(std::move(share))
    {
    }
    ~SampleResults();
    SampleResults(SampleResults&&) noexcept = default;
    SampleResults& operator=(SampleResults&&) = delete;

    /// By output of the node, undefined ones for what isn't stored; null for an unknown node.
    const std::vector<Tensor>* find(const NodeKey& key) const;
    void store(const NodeKey& key, std::size_t output, std::size_t outputCount, const Tensor& tensor);

private:
    struct HashOfKey {
        std::size_t operator()(const NodeKey& key) const { return key.front(); }
    };

    std::shared_ptr<MemoryShare> m_share;
    std::size_t m_bytes = 0;
    std::unordered_map<NodeKey, std::vector<Tensor>, HashOfKey> m_results;
};

/// What a program makes of a sample, of which @p known tells what networks that differ in few nodes gave at their own:
/// only the nodes run that the outputs need beyond these. Results are the same to the bit. @p kept takes in what was
/// computed or found, apart from what depends on constants alone or lies between nodes that ran along with each other.
/// @throws Error as run(); Cancelled
std::vector<Tensor> outputsFrom(const KeyedProgram& keyed, const NamedTensors& inputs,
                                std::span<const SampleResults* const> known, const JobContext& ctx,
                                SampleResults* kept = nullptr);

} // namespace ql::runs
