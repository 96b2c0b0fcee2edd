// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/tensor_cache.h"

#include "core/analysis/measure/value_pairs.h"
#include "core/analysis/samples/samples.h"
#include "core/results/weights_result.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

constexpr std::size_t kMostCachedBytes = std::size_t(512) << 20; ///< both tensors

bool areEqual(const runs::NamedTensors& a, const runs::NamedTensors& b)
{
    return a.size() == b.size() && std::ranges::all_of(a, [&b](const auto& entry) {
               const auto other = b.find(entry.first);
               const auto& tensor = entry.second;
               return other != b.end() && tensor.isDefined() && other->second.isDefined()
                      && tensor.type == other->second.type && tensor.data.equal(other->second.data);
           });
}

/// What the comparison of the same simulated model left behind need not run again.
LayerTensors simulatedTensors(Workspace& workspace, const results::LayerValuesRequest& request, JobContext& ctx)
{
    SimulationStore::Lease lease(workspace.simulations());
    const auto pair = workspace.simulate(request.models, request.samples.images, lease, ctx);
    return layerTensors(*pair.baseline, *pair.analysis,
                        readSample(pair.baseline->graph, request.samples, request.options), request, &lease->values,
                        ctx);
}

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
    const bool hasScales = quantizer && quantizer->channelAxis == channels.axis
                           && std::int64_t(quantizer->scales.size()) == channels.count;
    const bool isTellable = areOfWeight && channels.count >= std::int64_t(results::kLeastChannelsForOutliers);
    for (auto& channel : channels.worst) {
        if (hasScales)
            channel.scale = quantizer->scales[std::size_t(channel.channel)];
        channel.isOutlier = isTellable && isOutlierRatio(channel.rangeRatio);
    }
}

} // namespace

bool TensorKey::operator==(const TensorKey& other) const
{
    return layer == other.layer && tensor == other.tensor && mapFile == other.mapFile && areEqual(inputs, other.inputs);
}

std::shared_ptr<const LayerTensors> layerTensors(Workspace& workspace, TensorCache& cache,
                                                 const results::LayerValuesRequest& request, JobContext& ctx)
{
    if (isDump(request.models.baseline) || isDump(request.models.analysis))
        return std::make_shared<LayerTensors>(layerOfDumps(request, workspace, ctx));
    if (request.models.isSimulated())
        return std::make_shared<LayerTensors>(simulatedTensors(workspace, request, ctx));
    const auto pair = workspace.openPair(request.models, request.samples.images, ctx);
    const TensorCache::Models models{pair.baseline, pair.analysis};
    const TensorKey key{request.layer, request.tensor, request.mapFile,
                        readSample(pair.baseline->graph, request.samples, request.options)};
    if (auto cached = cache.find(models, key))
        return cached;
    auto tensors = std::make_shared<const LayerTensors>(
        layerTensors(*pair.baseline, *pair.analysis, key.inputs, request, nullptr, ctx));
    cache.evict(); // no tensors that are too large take its place
    MemoryShare share(MemoryShare::Limit::Budgeted, kMostCachedBytes);
    if (tensors->baseline.defined() && share.take(2 * tensors->baseline.nbytes()))
        cache.store(models, key, tensors);
    return tensors;
}

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
