// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/slice_axes.h"

namespace ql::analysis {

/// One value of a node against another of it: an input against an output, in either direction.
struct ValueStep {
    graph::ValueId from;
    graph::ValueId to;
};

/// The axis of @p step.to that holds what lies along @p axis of @p step.from, as far as @p node keeps it apart: it
/// moves it, or works on each element of the axis alone. Nothing for products, and where shapes don't tell.
std::optional<std::int64_t> keptAxis(const graph::Graph& graph, const graph::Node& node, ValueStep step,
                                     std::int64_t axis);

/// The parts of every value, node by node.
class SlicePartsWalk {
public:
    /// The graph must outlive it.
    explicit SlicePartsWalk(const graph::Graph& graph);

    /// What joins parts. Call in topological order.
    void goForward(const graph::Node& node);
    /// What takes them apart. Call in the reverse of it, after all of goForward().
    void goBack(const graph::Node& node);
    std::vector<SlicePart> take(std::size_t value) { return std::move(m_parts[value]); }

private:
    void addJoined(const graph::Node& node);
    void addCut(const graph::Node& node);
    /// What all inputs of a Concat are divided into alike, along its other axes.
    void addCommon(const graph::Node& node, std::int64_t axis);
    void add(graph::ValueId value, SlicePart part);

    const graph::Graph& m_graph;
    std::vector<std::vector<SlicePart>> m_parts; ///< by value
};

} // namespace ql::analysis
