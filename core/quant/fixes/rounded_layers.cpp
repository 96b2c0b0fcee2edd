// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/fixes/rounded_layers.h"

#include "core/graph/operators/operator_traits.h"
#include "core/quant/fake_quantization.h"

#include <ATen/ATen.h>

namespace ql::quant {

std::vector<std::pair<std::string, std::size_t>> roundableLayers(const graph::Graph& graph, const QuantPlan& plan)
{
    std::vector<std::pair<std::string, std::size_t>> found;
    for (const auto& node : graph.nodes()) {
        if (graph::traitsOf(node).product == graph::Product::None || node.inputs.size() < 2)
            continue;
        const auto index = node.inputs[1].isValid() ? plan.find(node.inputs[1]) : std::nullopt;
        const bool isByRow = index
                             && (plan.parametersOf(*index).isPerTensor()
                                 || plan.quantizers[*index].channelAxis == graph::weightChannelAxis(graph, node));
        if (isByRow && plan.quantizers[*index].role == QuantizerRole::Weight && !plan.quantizers[*index].settings.number
            && plan.parametersOf(*index).codes.empty() && graph.value(node.inputs[1]).consumers.size() == 1)
            found.emplace_back(node.name, *index);
    }
    return found;
}

const graph::TensorData& weightOf(const graph::Graph& graph, const QuantPlan& plan, std::size_t quantizer)
{
    return *graph.constantOf(plan.quantizers[quantizer].value);
}

bool isRounded(const graph::Graph& graph, const QuantPlan& plan, std::size_t quantizer)
{
    constexpr double kLastBits = 1e-6; // of float32; a step of 16 bits is some thirty times as much
    const auto& format = plan.quantizers[quantizer].settings.format;
    const auto axis = plan.quantizers[quantizer].channelAxis;
    const auto& weight = weightOf(graph, plan, quantizer);
    const auto& parameters = plan.parametersOf(quantizer);
    const auto integers = quantizedConstant(weight, parameters, format, axis);
    const auto nearest = ops::toTensor(dequantizedConstant(integers, parameters, axis)).data;
    return (ops::toTensor(weight).data - nearest).abs().le(nearest.abs() * kLastBits).all().item<bool>();
}

std::string roundingKey(std::string_view fix, const std::string& layer, const QuantPlan& plan, std::size_t quantizer)
{
    Packer key;
    key.add(std::string(fix)).add(layer);
    addQuantization(key, plan.quantizers[quantizer], plan.parametersOf(quantizer));
    return key.take();
}

at::Tensor weightRows(const at::Tensor& weight, std::int64_t axis)
{
    return axis == 0 ? weight.reshape({weight.size(0), -1}) : weight.reshape({-1, weight.size(axis)}).t();
}

graph::TensorData weightOfRows(const at::Tensor& rows, std::int64_t axis, const graph::Shape& shape)
{
    const auto laid = (axis == 0 ? rows : rows.t()).reshape(shape).to(at::kFloat);
    return ops::toTensorData(ops::Tensor(laid.contiguous()));
}

std::vector<FixEdit> roundingOfAll(const FixContext& context, std::string_view fix, Message change,
                                   decltype(FixEdit::changeWeights) round)
{
    if (roundableLayers(context.graph, context.plan).empty())
        return {};
    return {{.fix = fix, .layers = {}, .change = std::move(change), .changeWeights = std::move(round), .isSlow = true}};
}

} // namespace ql::quant
