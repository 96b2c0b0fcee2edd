// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_runs/layer_runner.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace ql::analysis {

/// One layer of a side that runs, to be run on the tensors that its partner's layer really had. Refers to the sides,
/// which must outlive it.
class LayerReplay {
public:
    /// @p other may be a dump. Nothing where the layer computes nothing: an input of the model.
    static std::optional<LayerReplay> of(const LayerRunner& runner, std::size_t layer, const LayerRunner& other);

    /// Call before either side runs.
    void keep() const;
    void release() const;

    /// The layer's value on the partner's inputs, as real numbers; not defined where one of them is unknown.
    /// @pre what it keeps was run. @throws Error as runs::runSegment(), Cancelled
    runs::Tensor rerun(std::stop_token stop) const;
    /// The same as if layer @p left of the runner weren't there and handed on its first input. Not defined as well
    /// where that has another shape. @pre @p left is one of nodes()
    runs::Tensor rerunWithout(std::size_t left, std::stop_token stop) const;
    /// What the partner really has, in the layout of the runner's value; not defined where it has nothing.
    runs::Tensor found() const;
    /// The runner's own value, on its own inputs.
    runs::Tensor own() const;

    const std::vector<graph::NodeId>& nodes() const { return m_segment.nodes; }
    const LayerSegment& segment() const { return m_segment; }
    std::size_t layer() const { return m_layer; }

private:
    LayerReplay(const LayerRunner& runner, std::size_t layer, const LayerRunner& other);
    std::optional<std::vector<runs::Tensor>> given() const;
    runs::Tensor seenTensor(std::size_t input) const;
    std::optional<LayerRunner::Replaced> handedOn() const;

    const LayerRunner* m_runner;
    const LayerRunner* m_other;
    std::size_t m_layer;
    LayerSegment m_segment;
    std::vector<graph::ValueId> m_seen;     ///< in the other graph, by segment input
    std::vector<graph::ValueId> m_handedOn; ///< likewise, by value that a loop hands on; invalid without a partner
};

} // namespace ql::analysis
