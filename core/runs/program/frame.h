// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/graph/ir/graph.h"
#include "core/ops/device/device.h"
#include "core/ops/fusion/dequantized_factors.h"
#include "core/ops/fusion/fused_chain.h"
#include "core/runs/device/device_values.h"
#include "core/runs/program/constant_results.h"
#include "core/runs/program/node_inputs.h"
#include "core/runs/program/node_work.h"
#include "core/runs/program/program.h"

#include <span>
#include <utility>

namespace ql::runs {

class ConstantValues;

/// A node of a program: its kernel, and the programs of the graphs in its attributes.
struct BoundNode {
    graph::NodeId id;
    ops::Kernel kernel;
    NodeWork work;
    bool changesShapeOnly = false;                       ///< of its first input
    std::uint64_t constants = 0;                         ///< bit i: input i depends on constants only
    std::unique_ptr<ConstantResults> cached;             ///< where all inputs do
    std::vector<std::pair<std::string, Program>> bodies; ///< by attribute name
    std::vector<graph::BodyId> openBodies;
    std::vector<graph::ValueId> dying;       ///< values nobody reads after this node
    std::optional<ops::FusedChain> chain;    ///< what its kernel may do along with its work
    std::optional<ops::FusedChain> switched; ///< the same, and an Identity behind it
    std::optional<ops::DequantizedFactors> dequantized;
    std::optional<ops::DeviceInputs> device; ///< how it runs on a device, if it can
};

struct Program::Private {
    const graph::Graph* graph = nullptr;
    const ops::Registry* registry = nullptr;
    std::vector<graph::NodeId> order;
    std::vector<std::size_t> positions;           ///< by node id
    std::vector<graph::NodeId> flatOrder;         ///< order, and before each node those of its open bodies
    std::vector<std::size_t> flatPositions;       ///< by node id
    std::vector<BoundNode> nodes;                 ///< in flat order
    std::vector<std::size_t> steps;               ///< where the nodes of order stand in flat order
    std::vector<std::vector<std::size_t>> bodies; ///< the same of each open body's
    std::vector<Tensor> constants;                ///< by value id; undefined for the others
    std::unique_ptr<DeviceConstants> device;      ///< null where all runs on the processor
    mutable MemoryShare constantBytes{MemoryShare::Limit::Fixed, MemoryShare::kMostOfConstants};

    Private(const graph::Graph& source, const ops::Registry& registry, const ConstantValues* enclosing);
    static std::shared_ptr<const Private> of(const graph::Graph& graph, const ops::Registry& registry);
    void findPositions();
    void placeOnDevice(bool isBody);
    static bool isFor(const DeviceConstants* has, const ops::Device* wanted);
    static BoundNode bound(const graph::Node& node, const ops::Registry& registry, const ConstantValues& constants);
};

/// Runs @p body and adds the node's description to any Error that leaves it. The description is made only then: nodes
/// are many, errors few.
template <typename Body>
decltype(auto) inContextOf(const graph::Node& node, Body&& body)
{
    try {
        return std::forward<Body>(body)();
    } catch (Error& error) {
        error.addContext(node.description());
        throw;
    }
}

/// The live values of one program at one moment of its execution. The main graph has one; every turn of a body
/// gets its own.
class Frame {
public:
    /// @p storage of tensors, all undefined, may come from an earlier frame: making it costs more than a node.
    Frame(const Program& program, const Hooks& hooks, std::string path, std::vector<std::int64_t> iterations = {},
          std::vector<Tensor> storage = {});

    /// Whether the next step's node only gives its first input another shape.
    bool nextChangesShapeOnly() const { return nextNode().changesShapeOnly; }
    bool isDone() const { return m_position == m_program.m_d->steps.size(); }
    graph::NodeId next() const { return m_program.order()[m_position]; }
    void step();
    /// As Pass's.
    graph::ValueId fusedStep();
    /// As step(), but gives the chain that was run along, or null: who seeks passes over its nodes.
    const ops::FusedChain* stepAlong();
    /// What the next step may add along with its node, or an invalid value: must be set, too.
    graph::ValueId nextAddend() const { return nextNode().chain ? nextNode().chain->addend : graph::ValueId(); }
    /// Executes @p node alone, which may stand in an open body and whose inputs must be set.
    void execute(graph::NodeId node);
    /// As step(), but takes @p results for what the node gives instead of running it.
    void stepAs(std::vector<Tensor> results);
    /// Makes the next step() execute the node at @p position of the program's order, whose inputs must be set.
    void seek(std::size_t position) { m_position = position; }
    void keep(graph::ValueId value) { ++m_keepCounts[value.position()]; }
    void release(graph::ValueId value);
    void set(graph::ValueId value, Tensor tensor)
    {
        m_tensors[value.position()] = std::move(tensor);
        if (m_known)
            m_isSet[value.position()] = 1;
    }
    /// What isn't set from now on is as in @p known, by value id, which must outlive this.
    void startFrom(const std::vector<Tensor>& known);
    /// Forgets @p values, which must be all that was set, and gives the storage back; nothing can be run any more.
    std::vector<Tensor> takeStorage(std::span<const graph::ValueId> values);
    /// Forgets @p value unless something keeps it.
    void free(graph::ValueId value);
    const Tensor& tensor(graph::ValueId value) const;
    std::vector<Tensor> outputs() const;

private:
    const BoundNode& nextNode() const { return m_program.m_d->nodes[m_program.m_d->steps[m_position]]; }
    void execute(const BoundNode& bound);
    enum class Ran { Nothing, Alone, Along };
    /// The longest of a node's chains that nobody looks into.
    struct Along {
        const ops::FusedChain* chain = nullptr;
        ops::RoundTrip trip; ///< that follows on it
    };
    Along alongWith(const BoundNode& bound) const;
    Ran executeFused(const BoundNode& bound, const Along& along);
    Ran executeElements(const BoundNode& bound, const ops::FusedChain& chain);
    bool isLookedInto(std::span<const graph::ValueId> inner, std::span<const std::size_t> nodes) const;
    std::optional<ops::RoundTrip> tripBehind(graph::NodeId node) const;
    const Tensor& live(graph::ValueId value) const;
    void evict(graph::ValueId value);
    bool mayBorrow(const BoundNode& bound) const;
    void readInputs(const BoundNode& bound, NodeInputs& inputs) const;
    void readInputsHere(const BoundNode& bound, NodeInputs& inputs) const;
    bool readsItsOwn(const graph::Node& node) const;
    bool isSettled(const BoundNode& bound) const;
    void takeSettled(const BoundNode& bound);
    bool mayBeReplaced(graph::NodeId node) const;
    std::vector<Tensor> evaluate(const BoundNode& bound, std::span<const Tensor> inputs);
    std::vector<Tensor> run(const BoundNode& bound, std::span<const Tensor> inputs, ops::Epilogue* epilogue = nullptr);
    std::vector<Tensor> runBody(const BoundNode& bound, std::string_view attribute, std::vector<Tensor> inputs,
                                std::int64_t iteration);
    std::vector<Tensor> runClosedBody(const BoundNode& bound, std::string_view attribute, std::vector<Tensor> inputs,
                                      std::int64_t iteration);
    std::vector<Tensor> runOpenBody(graph::BodyId id, std::vector<Tensor> inputs);
    std::string pathOf(const BoundNode& bound, std::int64_t iteration) const;
    /// Taps and interceptors see tensors only; the items of sequences were or will be seen as tensors.
    void publish(const BoundNode& bound, std::span<const Tensor> inputs, std::vector<Tensor> results);
    void publishFromDevice(const BoundNode& bound, std::span<const Tensor> inputs, std::vector<Tensor> results);
    void freeDying(const BoundNode& bound);

    const Program& m_program;
    Hooks m_hooks;
    std::string m_path;
    std::vector<std::int64_t> m_iterations; ///< of the loops around
    std::size_t m_position = 0;
    std::unique_ptr<DeviceValues> m_device;       ///< null where all values are in the processor's memory
    std::vector<Tensor> m_tensors;                ///< by value id
    std::vector<std::uint32_t> m_keepCounts;      ///< by value id
    std::vector<std::uint8_t> m_isPastLastUse;    ///< by value id: only a keep protects it
    const bool m_isMain;                          ///< else a closed body's, whose nodes no interceptor knows by id
    const std::vector<Tensor>* m_known = nullptr; ///< what startFrom() was given
    std::vector<std::uint8_t> m_isSet;            ///< by value id, where something is known
    std::vector<std::uint8_t> m_isSettled;        ///< by value id: is where its node caches it; empty = none
    std::vector<std::uint8_t> m_isFused; ///< by flat position: was run along with an earlier node; empty = none
};

} // namespace ql::runs
