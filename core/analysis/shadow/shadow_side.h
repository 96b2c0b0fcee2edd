// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/shadow/layer_segment.h"
#include "core/analysis/simulation/lockstep.h"
#include "core/import/onnx/onnx_importer.h"

#include <optional>
#include <vector>

namespace ql::analysis {

/// One of the two models: gives tensors of its own run, and runs layers again on the other's.
class ShadowSide {
public:
    ShadowSide(const import::ImportedModel& model, const std::vector<Layer>& layers,
               const std::vector<LayerMatch>& matches, runtime::NamedTensors inputs, JobContext& ctx);

    LockstepSide& execution() { return m_execution; }
    const Layer& layer(std::size_t index) const { return m_layers[index]; }
    std::size_t partnerOf(std::size_t layer) const { return m_matches[layer].partner; }
    LayerSegment segment(std::size_t layer) const { return segmentOf(m_graph, m_layers, m_matches, layer); }

    /// The value by which layer @p reader, whose segment is given, sees layer @p made.
    graph::ValueId seenValue(const LayerSegment& segment, std::size_t made) const;
    /// A tensor of this run as real numbers. @pre it was kept
    runtime::Tensor realNumbers(graph::ValueId value) const;
    /// The value of @p layer, made by its segment from @p given (real numbers, one per segment input), as real numbers.
    runtime::Tensor rerun(std::size_t layer, const LayerSegment& segment, const std::vector<runtime::Tensor>& given,
                          std::stop_token stop) const;

private:
    runtime::Tensor asStored(std::size_t layer, const runtime::Tensor& realNumbers) const;

    const graph::Graph& m_graph;
    const std::vector<Layer>& m_layers;
    const std::vector<LayerMatch>& m_matches;
    std::vector<std::optional<results::QuantizerInfo>> m_quantizers; ///< of integer values, by value index
    runtime::NamedTensors m_inputs;
    LockstepSide m_execution;
};

} // namespace ql::analysis
