// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/graph/ir/graph.h"
#include "core/ops/passes/round_trip.h"
#include "core/ops/registry.h"
#include "core/ops/tensor.h"

#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ql::runs {

using ops::Tensor;

/// One value at the moment it is produced.
struct ValueEvent {
    const graph::Graph& graph;
    const graph::Node& node;
    std::size_t output; ///< which output of the node
    graph::ValueId value;
    const Tensor& tensor; ///< valid during the call; copy the handle to keep it
    std::string path;     ///< "" in the main graph; "Loop_3/2/" inside the third turn of Loop_3's body, open or not
    std::span<const Tensor> inputs; ///< what the node read, omitted ones undefined; valid during the call
    /// Of the loops around the node, the outermost first, from 0; what makes two events of one value different.
    std::span<const std::int64_t> iterations;
};
/// Looks at every value. Called on the executing thread, in order of execution.
using Tap = std::function<void(const ValueEvent&)>;
/// May replace a value before anyone reads it (and before taps see it); nothing keeps it.
class Interceptor {
public:
    /// By node id of the main graph: what it may replace the results of.
    using Nodes = std::shared_ptr<const std::vector<bool>>;

    /// By node id of the main graph: all that it does to a float32 result there, where that is a way through integers
    /// and back.
    using RoundTrips = std::shared_ptr<const std::vector<ops::RoundTrip>>;

    /// @p replace is called for the results of @p nodes, and maybe for others; without them for all. It isn't where
    /// @p trips say what it does and a kernel does that along with its work.
    template <typename Replace>
    requires(!std::same_as<std::remove_cvref_t<Replace>, Interceptor> && std::invocable<Replace&, const ValueEvent&>)
        Interceptor(Replace replace, Nodes nodes = nullptr, RoundTrips trips = nullptr) // NOLINT: a function is one
        : m_replace(std::move(replace))
        , m_nodes(std::move(nodes))
        , m_trips(std::move(trips))
    {
    }

    std::optional<Tensor> operator()(const ValueEvent& event) const { return m_replace(event); }
    bool mayReplace(graph::NodeId node) const { return !m_nodes || (*m_nodes)[node.position()]; }
    /// All that it does to a float32 result of @p node, which it may replace; one that isn't taken where nobody knows.
    ops::RoundTrip tripAt(graph::NodeId node) const { return m_trips ? (*m_trips)[node.position()] : ops::RoundTrip(); }

private:
    std::function<std::optional<Tensor>(const ValueEvent&)> m_replace;
    Nodes m_nodes;
    RoundTrips m_trips;
};

using NamedTensors = std::unordered_map<std::string, Tensor>;

/// A graph made ready to run: order, last uses, bound kernels with what these make of weights, constants as tensors.
/// Immutable after construction, may be shared by several Executions (one thread each). Kept with the graph: a second
/// program of the same graph costs nothing. The graph must outlive it, and stay as it is.
class Program {
public:
    /// @throws Error (UnsupportedOperator) naming the first unsupported node and counting the rest;
    ///         Error (InvalidNode, InvalidGraph) from binding.
    explicit Program(const graph::Graph& graph, const ops::Registry& registry = ops::Registry::current());
    ~Program();
    Program(Program&&) noexcept;
    Program& operator=(Program&&) noexcept;

    const graph::Graph& graph() const;
    /// What step() after step() executes: the nodes that stand in no open body.
    const std::vector<graph::NodeId>& order() const;
    /// The constant's tensor, or undefined.
    const Tensor& constant(graph::ValueId value) const;
    /// Whether all that @p node reads comes from constants.
    bool dependsOnConstants(graph::NodeId node) const;
    /// As graph::multiplies(), which searches for the operator's name.
    bool doesMultiply(graph::NodeId node) const;
    /// All nodes, those of open bodies before the node that runs them.
    const std::vector<graph::NodeId>& flatOrder() const;
    /// By node id: where in order() the node stands, or the one whose bodies it belongs to.
    const std::vector<std::size_t>& positions() const;
    /// By node id: where in flatOrder() the node stands.
    const std::vector<std::size_t>& flatPositions() const;

private:
    friend class Frame;
    struct Private;
    Program(const graph::Graph& graph, const ops::Registry& registry, const class ConstantValues* enclosing);

    std::shared_ptr<const Private> m_d;
};

struct Hooks {
    std::vector<Tap> taps;
    std::vector<Interceptor> interceptors;
    std::stop_token stop; ///< checked between the nodes of bodies, which one step() runs as a whole
};

} // namespace ql::runs
