// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/quant_plan.h"

#include <string>
#include <unordered_map>

namespace ql::quant {

inline constexpr const char* kOwnDomain = "quantloupe";    ///< of operators that only we have
inline constexpr const char* kMicrosoft = "com.microsoft"; ///< the domain of ONNX Runtime's operators

/// The constants that a quantizing node reads.
struct ScaleValues {
    graph::ValueId scale;
    graph::ValueId zeroPoint;
};

/// The scales of a bias: those of the layer's input and weight multiplied, in float32.
std::vector<float> biasScales(const QuantPlan& plan, const PlannedBias& bias);

/// RoundToFormat as @p quantizer asks for it, which has a number format; without inputs.
graph::Node roundingNode(const PlannedQuantizer& quantizer);

/// Adds what quantized graphs are made of to a graph, under the names that ONNX Runtime gives.
class QuantizedParts {
public:
    /// Parts of @p graph, whose values are called as in @p source.
    QuantizedParts(const graph::Graph& source, graph::Graph& graph);

    /// @p wanted, or the first of wanted_2, wanted_3 … that no value has.
    std::string freeName(const std::string& wanted) const;
    /// `name_scale` and `name_zero_point`.
    ScaleValues addParameters(const std::string& name, const Parameters& parameters, graph::DataType type);
    /// Those of the quantizer at @p index of @p plan, made once for all that share them.
    ScaleValues sharedParameters(const QuantPlan& plan, std::size_t index);
    /// `name_QuantizeLinear`; gives `name_QuantizeLinear_Output`.
    graph::ValueId addQuantize(const std::string& name, graph::ValueId input, ScaleValues scales, graph::DataType type);
    /// `name_DequantizeLinear`; gives @p outputName, or `name_DequantizeLinear_Output`. An axis where scales are
    /// several.
    graph::ValueId addDequantize(const std::string& name, graph::ValueId input, ScaleValues scales,
                                 graph::DataType type, std::optional<std::int64_t> axis, std::string outputName = {});
    /// The same into @p output, a value that nobody makes yet.
    graph::ValueId addDequantizeInto(const std::string& name, graph::ValueId input, ScaleValues scales,
                                     graph::DataType type, graph::ValueId output);
    /// `name_Clip`, which keeps values within what the integers of @p format stand for.
    graph::ValueId addClip(const std::string& name, graph::ValueId input, const Parameters& parameters,
                           const IntegerFormat& format);
    /// `name_RoundToFormat`, of quantizer @p index of @p plan, whose settings have a number format; gives
    /// `name_RoundToFormat_Output`, or makes @p output, a value that nobody makes yet.
    graph::ValueId addRounding(const std::string& name, graph::ValueId input, const QuantPlan& plan, std::size_t index,
                               graph::ValueId output = {});
    /// A node with one output; attributes and domain come from @p spec, the opset from the graph.
    graph::ValueId addNode(graph::NodeSpec spec, const std::string& outputName, graph::DataType type,
                           std::optional<graph::DeclaredShape> shape);
    /// The same making @p output, a value that nobody makes yet.
    graph::ValueId addNodeInto(graph::NodeSpec spec, graph::ValueId output);

private:
    graph::NodeSpec quantizerSpec(const std::string& name, const std::string& opType, graph::DataType type);

    const graph::Graph& m_source;
    graph::Graph& m_graph;
    int m_opset;
    std::unordered_map<std::size_t, ScaleValues> m_shared; ///< by deciding quantizer
};

} // namespace ql::quant
