// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/inspect_layer.h"

#include "core/analysis/measure/channel_values.h"
#include "core/analysis/measure/error_map.h"
#include "core/results/weights_result.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

std::uint64_t countNonFinite(const FloatPair& tensors)
{
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < tensors.size(); ++i)
        count += std::isfinite(tensors.x[i]) && std::isfinite(tensors.y[i]) ? 0U : 1U;
    return count;
}

/// What only the layer's quantizer and kind say about its channels.
void describeChannels(results::LayerChannels& channels, const LayerTensors& tensors, bool areOfWeight)
{
    const auto& quantizer = tensors.quantizer;
    const bool hasScales = quantizer && quantizer->isPerChannel() && channels.axis == tensors.channelAxis
                           && std::int64_t(quantizer->scales.size()) == channels.count;
    const bool isTellable = areOfWeight && channels.count >= std::int64_t(results::kLeastChannelsForOutliers);
    for (auto& channel : channels.worst) {
        if (hasScales)
            channel.scale = quantizer->scales[std::size_t(channel.channel)];
        channel.isOutlier = isTellable && isOutlierRatio(channel.rangeRatio);
    }
}

} // namespace

std::shared_ptr<const results::LayerValues> inspectLayer(const LayerTensors& tensors,
                                                         const results::LayerValuesRequest& request, JobContext& ctx)
{
    ctx.beginStage("looking at the values", 3, 0.9, 1.0);
    auto result = std::make_shared<results::LayerValues>();
    result->baseline = request.models.baseline;
    result->analysis = request.models.analysisName();
    result->layer = request.layer;
    result->tensor = request.tensor;
    result->name = tensors.name;
    result->quantizer = tensors.quantizer;
    result->executedNodes = tensors.executedNodes;
    result->isThere = tensors.baseline.defined();
    if (!result->isThere)
        return result;
    const FloatPair pair{tensors.baseline.data_ptr<float>(), tensors.analysis.data_ptr<float>(),
                         tensors.baseline.sizes().vec()};
    result->shape = pair.shape;
    result->elements = pair.size();
    result->nonFinite = countNonFinite(pair);
    if (request.pairs)
        result->pairs = pairValues(pair, *request.pairs);
    ctx.step();
    if (request.map)
        result->map = mapErrors(pair, *request.map);
    ctx.step();
    if (request.channels) {
        const auto axis = request.channels->axis ? request.channels->axis : tensors.channelAxis;
        result->channels = summarizeChannels(pair, axis, *request.channels, ctx);
        describeChannels(*result->channels, tensors, request.tensor == results::LayerTensor::Weight);
    }
    ctx.step();
    return result;
}

} // namespace ql::analysis
