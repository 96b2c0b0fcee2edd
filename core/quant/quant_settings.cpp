// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quant_settings.h"

#include <algorithm>
#include <array>

namespace ql::quant {

using namespace std::string_view_literals;

std::span<const std::string_view> quantizableTypes()
{
    static constexpr std::array kTypes{"Add"sv,
                                       "ArgMax"sv,
                                       "AveragePool"sv,
                                       "BatchNormalization"sv,
                                       "Clip"sv,
                                       "Concat"sv,
                                       "Conv"sv,
                                       "ConvTranspose"sv,
                                       "CumSum"sv,
                                       "Flatten"sv,
                                       "Gather"sv,
                                       "GatherElements"sv,
                                       "Gemm"sv,
                                       "GlobalAveragePool"sv,
                                       "InstanceNormalization"sv,
                                       "LayerNormalization"sv,
                                       "LeakyRelu"sv,
                                       "MatMul"sv,
                                       "MaxPool"sv,
                                       "Mul"sv,
                                       "Pad"sv,
                                       "Relu"sv,
                                       "Reshape"sv,
                                       "Resize"sv,
                                       "Sigmoid"sv,
                                       "Slice"sv,
                                       "Softmax"sv,
                                       "Split"sv,
                                       "Squeeze"sv,
                                       "TopK"sv,
                                       "Transpose"sv,
                                       "Unsqueeze"sv,
                                       "Where"sv};
    return kTypes;
}

const LayerSettings& QuantSettings::of(const graph::Node& node) const
{
    const auto found = layers.find(node.name);
    return found == layers.end() ? common : found->second;
}

bool QuantSettings::isQuantized(const graph::Node& node) const
{
    if (!node.domain.empty() || !of(node).isQuantized)
        return false;
    if (operatorTypes.empty())
        return std::ranges::find(quantizableTypes(), node.opType) != quantizableTypes().end();
    return std::ranges::find(operatorTypes, node.opType) != operatorTypes.end();
}

} // namespace ql::quant
