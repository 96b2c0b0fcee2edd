// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/planned_points.h"

#include "core/graph/ir/open_bodies.h"
#include "core/quant/calibration.h"
#include "core/quant/constant_transforms.h"
#include "core/quant/fake_quantization.h"
#include "core/quant/quantized_graph/quantized_parts.h"
#include "core/quant/value_quantizers.h"

namespace ql::quant {

namespace {

std::vector<Edge> readersOf(const graph::Graph& graph, graph::ValueId value)
{
    std::vector<Edge> edges;
    for (const auto reader : graph.value(value).consumers) {
        const auto reads = graph::replaceableReads(graph, graph.node(reader));
        for (std::size_t slot = 0; slot < reads.size(); ++slot)
            if (reads[slot] == value)
                edges.push_back({reader, slot});
    }
    for (std::size_t i = 0; i < graph.outputs().size(); ++i)
        if (graph.outputs()[i] == value)
            edges.push_back({{}, i});
    return edges;
}

/// RoundToFormat, as a written graph has it.
std::function<ops::Tensor(const ops::Tensor&)> roundingOf(const PlannedQuantizer& quantizer,
                                                          const Parameters& parameters)
{
    std::vector<ops::Tensor> inputs(1);
    if (needsScale(quantizer.settings))
        inputs.push_back(ops::toTensor(scaleConstant(parameters.scales)));
    return wholeNode(roundingNode(quantizer), std::move(inputs));
}

std::function<ops::Tensor(const ops::Tensor&)> roundingOf(const graph::Graph& graph, const PlannedQuantizer& quantizer,
                                                          const Parameters& parameters, ConstantTransforms& constants)
{
    auto apply = roundingOf(quantizer, parameters);
    if (quantizer.role == QuantizerRole::Activation)
        return apply;
    const auto& weight = *graph.constantOf(quantizer.value);
    return constants.of([weight, apply = std::move(apply)] { return apply(ops::toTensor(weight)); },
                        graph::elementCount(weight.shape()));
}

std::function<ops::Tensor(const ops::Tensor&)> transformOf(const graph::Graph& graph, const QuantPlan& plan,
                                                           std::size_t index, ConstantTransforms& constants)
{
    const auto& quantizer = plan.quantizers[index];
    const auto& parameters = plan.parametersOf(index);
    if (parameters.scales.empty())
        return [](const ops::Tensor& x) { return x; };
    if (quantizer.settings.number)
        return roundingOf(graph, quantizer, parameters, constants);
    if (quantizer.role == QuantizerRole::Activation)
        return [parameters, format = quantizer.settings.format](const ops::Tensor& x) {
            return fakeQuantized(x, parameters, format);
        };
    const auto& weight = *graph.constantOf(quantizer.value);
    const auto make = [weight, parameters, settings = quantizer.settings, axis = quantizer.channelAxis] {
        const auto integers = quantizedWeight(weight, parameters, settings, axis);
        return ops::toTensor(dequantizedConstant(integers, parameters, axis));
    };
    return constants.of(make, graph::elementCount(weight.shape()));
}

bool isScaledAsWhole(const graph::NumberFormat& format)
{
    return format.isScaled() && !format.isBlocked();
}

/// Nothing before calibration.
std::optional<results::QuantizerInfo> infoOf(const QuantPlan& plan, std::size_t index)
{
    const auto& quantizer = plan.quantizers[index];
    const auto& parameters = plan.parametersOf(index);
    if (parameters.scales.empty() || (quantizer.settings.number && !isScaledAsWhole(*quantizer.settings.number)))
        return std::nullopt;
    results::QuantizerInfo info;
    info.dtype = quantizer.settings.typeName();
    info.scales.assign(parameters.scales.begin(), parameters.scales.end());
    info.zeroPoints.assign(parameters.zeroPoints.begin(), parameters.zeroPoints.end());
    if (!parameters.isPerTensor())
        info.channelAxis = quantizer.channelAxis;
    info.lowest = quantizer.settings.format.lowest();
    info.highest = quantizer.settings.format.highest();
    if (const auto* number = quantizer.settings.number) {
        info.lowest = std::int64_t(number->element.lowest());
        info.highest = std::int64_t(number->element.highest());
    }
    return info;
}

} // namespace

ops::Tensor quantizedActivation(const ops::Tensor& x, const PlannedQuantizer& quantizer, const Parameters& parameters)
{
    return quantizer.settings.number ? roundingOf(quantizer, parameters)(x)
                                     : fakeQuantized(x, parameters, quantizer.settings.format);
}

std::vector<QuantizerPoint> plannedPoints(const graph::Graph& graph, const QuantPlan& plan)
{
    std::vector<QuantizerPoint> points;
    ConstantTransforms constants;
    for (std::size_t i = 0; i < plan.quantizers.size(); ++i) {
        const auto& quantizer = plan.quantizers[i];
        auto readers = readersOf(graph, quantizer.value);
        const bool isWeight = quantizer.role == QuantizerRole::Weight && !readers.empty();
        const auto node = isWeight ? readers.front().node : graph.value(quantizer.value).producer;
        points.push_back({quantizer.role, quantizer.value, std::move(readers), node, quantizer.layer,
                          quantizer.settings.typeName(), graph.value(quantizer.value).name,
                          transformOf(graph, plan, i, constants), infoOf(plan, i)});
    }
    return points;
}

} // namespace ql::quant
