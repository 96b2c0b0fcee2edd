// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/quantized_parts.h"

#include "core/graph/operators/operator_traits.h"
#include "core/quant/calibration.h"
#include "core/quant/fake_quantization.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::quant {

using graph::DataType;
using graph::ValueId;

namespace {

constexpr int kOldestOpset = 13;     ///< the first with per-channel quantizers
constexpr int kSixteenBitOpset = 21; ///< the first whose quantizers know 16-bit integers

int standardOpset(const graph::Graph& graph)
{
    const auto found = graph.opsets().find("");
    return std::max(kOldestOpset, found == graph.opsets().end() ? 0 : found->second);
}

bool isSixteenBit(DataType type)
{
    return type == DataType::Int16 || type == DataType::UInt16;
}

} // namespace

std::vector<float> biasScales(const QuantPlan& plan, const PlannedBias& bias)
{
    std::vector<float> scales = plan.parametersOf(bias.weight).scales;
    for (float& scale : scales)
        scale *= plan.parametersOf(bias.input).scales.front();
    return scales;
}

graph::Node roundingNode(const PlannedQuantizer& quantizer)
{
    const auto& format = *quantizer.settings.number;
    graph::Node node;
    node.name = "round";
    node.opType = "RoundToFormat";
    node.domain = kOwnDomain;
    node.opset = 1;
    node.attributes.set("format", format.name);
    node.attributes.set("axis", format.isBlocked() ? quantizer.sumAxis : quantizer.channelAxis);
    return node;
}

QuantizedParts::QuantizedParts(const graph::Graph& source, graph::Graph& graph)
    : m_source(source)
    , m_graph(graph)
    , m_opset(standardOpset(graph))
{
}

std::string QuantizedParts::freeName(const std::string& wanted) const
{
    auto name = wanted;
    for (int i = 2; m_graph.findValue(name); ++i)
        name = fmt::format("{}_{}", wanted, i);
    return name;
}

ScaleValues QuantizedParts::addParameters(const std::string& name, const Parameters& parameters, DataType type)
{
    return {m_graph.addInitializer(freeName(name + "_scale"), scaleConstant(parameters.scales)),
            m_graph.addInitializer(freeName(name + "_zero_point"), zeroPointConstant(parameters.zeroPoints, type))};
}

ScaleValues QuantizedParts::sharedParameters(const QuantPlan& plan, std::size_t index)
{
    const auto decider = plan.decider(index);
    if (const auto known = m_shared.find(decider); known != m_shared.end())
        return known->second;
    const auto& quantizer = plan.quantizers[decider];
    return m_shared[decider] = addParameters(m_source.value(quantizer.value).name, quantizer.parameters,
                                             quantizer.settings.format.storage());
}

graph::NodeSpec QuantizedParts::quantizerSpec(const std::string& name, const std::string& opType, DataType type)
{
    graph::NodeSpec spec;
    spec.opType = opType;
    spec.name = name + "_" + opType;
    for (int i = 2; m_graph.findNode(spec.name); ++i)
        spec.name = fmt::format("{}_{}_{}", name, opType, i);
    if (isSixteenBit(type) && m_opset < kSixteenBitOpset)
        spec.domain = kMicrosoft;
    return spec;
}

ValueId QuantizedParts::addNode(graph::NodeSpec spec, const std::string& outputName, DataType type,
                                std::optional<graph::DeclaredShape> shape)
{
    return addNodeInto(std::move(spec), m_graph.addValue(freeName(outputName), type, std::move(shape)));
}

ValueId QuantizedParts::addNodeInto(graph::NodeSpec spec, ValueId output)
{
    spec.opset = spec.domain.empty() ? m_opset : 1;
    if (!m_graph.opsets().contains(spec.domain))
        m_graph.setOpset(spec.domain, spec.opset);
    spec.outputs = {output};
    m_graph.addNode(std::move(spec));
    return output;
}

ValueId QuantizedParts::addQuantize(const std::string& name, ValueId input, ScaleValues scales, DataType type)
{
    auto spec = quantizerSpec(name, "QuantizeLinear", type);
    spec.inputs = {input, scales.scale, scales.zeroPoint};
    return addNode(std::move(spec), name + "_QuantizeLinear_Output", type, m_graph.value(input).shape);
}

ValueId QuantizedParts::addDequantize(const std::string& name, ValueId input, ScaleValues scales, DataType type,
                                      std::optional<std::int64_t> axis, std::string outputName)
{
    auto spec = quantizerSpec(name, "DequantizeLinear", type);
    spec.inputs = {input, scales.scale, scales.zeroPoint};
    if (axis && m_graph.constantOf(scales.scale)->size() > 1)
        spec.attributes.set("axis", *axis);
    if (outputName.empty())
        outputName = name + "_DequantizeLinear_Output";
    return addNode(std::move(spec), outputName, DataType::Float, m_graph.value(input).shape);
}

ValueId QuantizedParts::addDequantizeInto(const std::string& name, ValueId input, ScaleValues scales, DataType type,
                                          ValueId output)
{
    auto spec = quantizerSpec(name, "DequantizeLinear", type);
    spec.inputs = {input, scales.scale, scales.zeroPoint};
    return addNodeInto(std::move(spec), output);
}

ValueId QuantizedParts::addRounding(const std::string& name, ValueId input, const QuantPlan& plan, std::size_t index,
                                    ValueId output)
{
    const auto& quantizer = plan.quantizers[index];
    auto spec = quantizerSpec(name, "RoundToFormat", DataType::Float);
    spec.domain = kOwnDomain;
    spec.attributes = roundingNode(quantizer).attributes;
    spec.inputs = {input};
    if (needsScale(quantizer.settings))
        spec.inputs.push_back(m_graph.addInitializer(freeName(m_source.value(quantizer.value).name + "_scale"),
                                                     scaleConstant(plan.parametersOf(index).scales)));
    if (output.isValid())
        return addNodeInto(std::move(spec), output);
    return addNode(std::move(spec), name + "_RoundToFormat_Output", DataType::Float, m_graph.value(input).shape);
}

ValueId QuantizedParts::addClip(const std::string& name, ValueId input, const Parameters& parameters,
                                const IntegerFormat& format)
{
    const double zero = parameters.zeroPoints.front();
    const double scale = parameters.scales.front();
    const auto bound = [&](const char* suffix, std::int64_t integer) {
        const std::vector<float> value{float((double(integer) - zero) * scale)};
        return m_graph.addInitializer(freeName(name + suffix),
                                      graph::TensorData::of<float>(DataType::Float, {}, value));
    };
    const auto clamp = graph::standardOperator(
        [](const graph::OperatorTraits& traits) { return traits.clamp == graph::Clamp::AtBounds; });
    auto spec = quantizerSpec(name, clamp, DataType::Float);
    spec.inputs = {input, bound("_lowest", format.lowest()), bound("_highest", format.highest())};
    return addNode(std::move(spec), name + "_" + clamp + "_Output", DataType::Float, m_graph.value(input).shape);
}

} // namespace ql::quant
