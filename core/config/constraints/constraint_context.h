// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/config/layer_names.h"
#include "core/config/quant_config.h"
#include "core/graph/ir/graph.h"
#include "core/results/config_result.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ql::config {

/// A node and what the config says of it.
struct LayerFact {
    const graph::Node* node;
    std::string name; ///< as the config calls it
    bool isCompute = true;
    ResolvedLayer resolved;
    std::vector<graph::ValueId> inputs; ///< of data
    bool hasWeight = false;
};

/// What the rules look at.
struct ConstraintContext {
    ConstraintContext(const QuantConfig& config, const graph::Graph& graph);

    /// The format in which @p layer reads data input @p value; a float type when it isn't quantized.
    static Message requestOf(const LayerFact& layer, graph::ValueId value);
    const LayerFact* of(graph::NodeId node) const;
    /// Layers that read @p value as data.
    std::vector<const LayerFact*> readersOf(graph::ValueId value) const;

    const QuantConfig& config;
    const graph::Graph& graph;
    LayerNames names;
    std::vector<LayerFact> layers; ///< in the graph's order

private:
    std::unordered_map<graph::NodeId, std::size_t> m_positions;
};

using ConfigFindings = std::vector<results::Diagnostic>;

/// One rule of the target; all are listed in check_config.cpp.
void checkWidths(const ConstraintContext& context, ConfigFindings& findings);
void checkFanOut(const ConstraintContext& context, ConfigFindings& findings);
void checkPassThrough(const ConstraintContext& context, ConfigFindings& findings);
void checkMustQuantize(const ConstraintContext& context, ConfigFindings& findings);
void checkChannelWise(const ConstraintContext& context, ConfigFindings& findings);
void checkMatMul(const ConstraintContext& context, ConfigFindings& findings);
void checkEnabled(const ConstraintContext& context, ConfigFindings& findings);
void checkIneffective(const ConstraintContext& context, ConfigFindings& findings);
/// A network that normalizes what the config normalizes, too.
void checkInputs(const ConstraintContext& context, ConfigFindings& findings);
void checkNames(const ConstraintContext& context, ConfigFindings& findings);
/// What AMCT doesn't quantize as torch exports it: awkward_exports.h.
void checkLinearBias(const ConstraintContext& context, ConfigFindings& findings);
void checkOfflineConvolution(const ConstraintContext& context, ConfigFindings& findings);
void checkChunks(const ConstraintContext& context, ConfigFindings& findings);
/// Products with a parameter, and maxima that drop their dimension.
void checkRestrictions(const ConstraintContext& context, ConfigFindings& findings);
/// Layers that are named and stay in float all the same.
void checkFloatLayers(const ConstraintContext& context, ConfigFindings& findings);
/// Types that neither torch nor ONNX has, and nothing in the model.
void checkTypes(const ConstraintContext& context, ConfigFindings& findings);
/// Of a file of encodings: a note for each value that a layer reads and the file leaves out.
void checkEncodings(const ConstraintContext& context, ConfigFindings& findings);
/// Scales of channels or blocks that can't be those of the weight that they are said of.
void checkScaleCounts(const ConstraintContext& context, ConfigFindings& findings);

/// The same without a model: a warning.
void checkTypes(const QuantConfig& config, ConfigFindings& findings);
/// Searches that end where they start, or whose first step leaves their range: of every place that says so.
void checkSearchRanges(const QuantConfig& config, ConfigFindings& findings);

/// An error about @p layers at @p position.
results::Diagnostic ruleError(std::string rule, std::vector<std::string> layers, Message message, Message remedy,
                              SourcePosition position = {});

/// Which widths do not go together; empty = fine.
Message widthProblem(const ResolvedLayer& layer, bool hasWeight);

} // namespace ql::config
