// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/fixes/rounded_layers.h"

#include "core/base/packed.h"
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

bool isRounded(const graph::TensorData& weight, const PlannedQuantizer& quantizer, const Parameters& parameters)
{
    constexpr double kLastBits = 1e-6; // of float32; a step of 16 bits is some thirty times as much
    const auto axis = quantizer.channelAxis;
    const auto integers = quantizedConstant(weight, parameters, quantizer.settings.format, axis);
    const auto nearest = ops::toTensor(dequantizedConstant(integers, parameters, axis)).data;
    return (ops::toTensor(weight).data - nearest).abs().le(nearest.abs() * kLastBits).all().item<bool>();
}

std::string roundingKey(std::string_view fix, const std::string& layer, const PlannedQuantizer& quantizer,
                        const Parameters& parameters)
{
    const auto& format = quantizer.settings.format;
    Packer key;
    key.add(std::string(fix)).add(layer).add(parameters.scales).add(parameters.zeroPoints).add(quantizer.channelAxis);
    key.add(format.bits).add(format.isSigned).add(format.isSymmetric);
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
