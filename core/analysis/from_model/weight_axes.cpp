// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/from_model/weight_axes.h"

#include "core/graph/operators/channel_axis.h"
#include "core/graph/operators/operator_traits.h"
#include "core/ops/tensor.h"

#include <ATen/ATen.h>
#include <fmt/format.h>

#include <algorithm>

namespace ql::analysis {

namespace {

/// Of symmetric quantizers along @p axis, from the largest magnitudes; 1 where all numbers are zero.
std::vector<double> scalesAlong(const graph::TensorData& weight, std::int64_t axis, std::int64_t highest)
{
    const auto numbers = ops::toTensor(weight).data.to(at::kDouble).abs();
    const auto largest = numbers.movedim(axis, 0).flatten(1).amax(1) / double(highest);
    std::vector<double> scales;
    for (std::int64_t i = 0; i < largest.numel(); ++i) {
        const auto scale = largest[i].item<float>();
        scales.push_back(scale > 0.0F ? scale : 1.0F);
    }
    return scales;
}

/// Whether @p point's weight is what its reader multiplies by: that has output channels.
bool isProductsWeight(const graph::Graph& baseline, const quant::QuantizerPoint& point)
{
    constexpr std::size_t kWeight = 1;
    if (!point.node.isValid())
        return false;
    const auto& reader = baseline.node(point.node);
    return graph::traitsNamed(reader.opType).quantizing == graph::Quantizing::Weighted && reader.inputs.size() > kWeight
           && reader.inputs[kWeight] == point.source;
}

} // namespace

Losses scaleByOutputChannels(const graph::Graph& baseline, std::vector<quant::QuantizerPoint>& points)
{
    Losses losses;
    for (auto& point : points) {
        const auto* weight = baseline.constantOf(point.source);
        if (point.role != quant::QuantizerRole::Weight || !point.parameters || !point.parameters->channelAxis || !weight
            || weight->shape().size() < 2 || !isProductsWeight(baseline, point))
            continue;
        auto& info = *point.parameters;
        const auto rank = std::int64_t(weight->shape().size());
        const auto given = *info.channelAxis < 0 ? *info.channelAxis + rank : *info.channelAxis;
        const auto wanted = graph::weightChannelAxis(baseline, baseline.node(point.node));
        if (given == wanted)
            continue;
        losses.emplace_back(point.layer,
                            fmt::format("the scales of weight {} lie along axis {}, over which the layer sums; here it "
                                        "has scales of its output channels, axis {}",
                                        baseline.value(point.source).name, given, wanted));
        const auto zero = info.lowest < 0 ? std::int64_t{0} : (info.highest + 1) / 2;
        info.scales = scalesAlong(*weight, wanted, info.highest - zero);
        info.zeroPoints.assign(info.scales.size(), zero);
        info.channelAxis = wanted;
    }
    return losses;
}

} // namespace ql::analysis
