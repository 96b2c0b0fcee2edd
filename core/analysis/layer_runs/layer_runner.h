// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/layers.h"
#include "core/analysis/matching/matching.h"
#include "core/runs/pairs/value_source.h"

#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace ql::analysis {

/// The result of another layer where a segment begins.
struct SegmentInput {
    std::size_t layer = kNoLayer;
    graph::ValueId value;  ///< that layer's own result, before any quantizer: here a tensor is put in
    graph::ValueId seenAs; ///< what the segment's operators read of it: behind the quantizer, if one stands between
};

/// What a loop hands from iteration to iteration, and what the segment's operators read of it, as above.
struct LoopCarried {
    graph::ValueId value;
    graph::ValueId seenAs;
};

/// The part of a graph that makes one layer's value out of the results of the nearest layers which the other model has
/// too: its operators with the Q/DQ around them, and the layers between that only this model has.
struct LayerSegment {
    std::vector<graph::NodeId> nodes;
    std::vector<SegmentInput> inputs;
    std::vector<graph::ValueId> graphInputs; ///< read directly
    std::vector<LoopCarried> handedOn;
    bool isQuantized = false; ///< it quantizes, or computes on integers
};

/// The matched layers by the index of their own result; kNoLayer for other values. @p layers are those of @p graph,
/// @p matches what became of them.
std::vector<std::size_t> matchedLayersByValue(const graph::Graph& graph, const std::vector<Layer>& layers,
                                              const std::vector<LayerMatch>& matches);

/// @p layerOf is of matchedLayersByValue().
LayerSegment segmentOf(const graph::Graph& graph, const std::vector<Layer>& layers,
                       const std::vector<std::size_t>& layerOf, std::size_t layer);

/// One of the two models: gives tensors of its own run, and runs layers again on the other's.
class LayerRunner {
public:
    /// @p execution runs @p program on @p inputs. All but the inputs must outlive it.
    LayerRunner(const graph::Graph& graph, const std::vector<Layer>& layers, const std::vector<LayerMatch>& matches,
                runs::ValueSource& execution, const runs::Program& program, runs::NamedTensors inputs);
    /// A side that only gives tensors, as a dump does: nothing of it runs again.
    LayerRunner(const graph::Graph& graph, const std::vector<Layer>& layers, const std::vector<LayerMatch>& matches,
                runs::ValueSource& execution);

    runs::ValueSource& execution() const { return m_execution; }
    const Layer& layer(std::size_t index) const { return m_layers[index]; }
    std::size_t partnerOf(std::size_t layer) const { return m_matches[layer].partner; }
    /// @p inside, other layers of the block that it is the result of, are no ends of it.
    LayerSegment segment(std::size_t layer, const std::vector<std::size_t>& inside = {}) const;

    /// Where @p value stands: "If_0/then_branch"; empty outside of bodies.
    std::string bodyOf(graph::ValueId value) const;
    /// What the loop that is the partner of @p handedOn's in @p other hands on in its place, as @p reader sees it;
    /// invalid without any.
    graph::ValueId counterpartOf(graph::ValueId handedOn, const LayerRunner& other, const LayerSegment& reader) const;
    /// The node that makes @p value; invalid for a graph input and a constant.
    graph::NodeId makerOf(graph::ValueId value) const { return m_graph.value(value).producer; }
    /// What @p node reads first; invalid where it reads nothing.
    graph::ValueId firstInputOf(graph::NodeId node) const;
    /// The value by which layer @p reader, whose segment is given, sees layer @p made.
    graph::ValueId seenValue(const LayerSegment& segment, std::size_t made) const;
    /// A tensor of this run, of iteration @p numbers where any are given, as real numbers. @pre it was kept
    runs::Tensor realNumbers(graph::ValueId value, std::span<const std::int64_t> numbers = {}) const;
    /// @p given, what @p giver's partner of layer @p made handed to its readers, in the shape of this model's
    /// @p own: channels elsewhere, rows in other groups. As it is where nothing of @p own was kept.
    runs::Tensor fitted(const runs::Tensor& given, const LayerRunner& giver, std::size_t made,
                        const runs::Tensor& own) const;
    /// @p realNumbers as this model holds its own result of @p layer: quantized, or in its width.
    runs::Tensor asStored(std::size_t layer, const runs::Tensor& realNumbers) const;
    using Replaced = std::vector<std::pair<graph::ValueId, runs::Tensor>>;
    /// The value of @p layer, made by its segment from @p given (real numbers, one per segment input), as real numbers.
    /// @p replaced stand in for constants of the segment, and for what a loop hands on.
    runs::Tensor rerun(std::size_t layer, const LayerSegment& segment, const std::vector<runs::Tensor>& given,
                       std::stop_token stop, const Replaced& replaced = {}) const;
    /// Likewise what the segment makes of @p wanted, as the graph has it.
    runs::Tensor made(graph::ValueId wanted, const LayerSegment& segment, const std::vector<runs::Tensor>& given,
                      std::stop_token stop, const Replaced& replaced = {}) const;

private:
    graph::ValueId seenHandedOn(const LayerSegment& reader, graph::ValueId value) const;
    graph::ValueId readable(graph::ValueId value, graph::ValueId seenAs) const;

    const graph::Graph& m_graph;
    const std::vector<Layer>& m_layers;
    const std::vector<LayerMatch>& m_matches;
    std::vector<std::size_t> m_layerOf;                              ///< by value index
    std::vector<std::optional<results::QuantizerInfo>> m_quantizers; ///< of integer values, by value index
    runs::ValueSource& m_execution;
    const runs::Program* m_program = nullptr; ///< null where nothing runs again
    runs::NamedTensors m_inputs;
};

} // namespace ql::analysis
