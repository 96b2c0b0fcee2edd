// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/compare/tensor_cache.h"

#include "core/analysis/samples/samples.h"

#include <algorithm>

namespace ql::analysis {

namespace {

constexpr std::size_t kMostKeptBytes = std::size_t(512) << 20; ///< both tensors

bool areEqual(const runtime::NamedTensors& a, const runtime::NamedTensors& b)
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

} // namespace

TensorCache::Tensors TensorCache::get(Workspace& workspace, const results::LayerValuesRequest& request, JobContext& ctx)
{
    if (isDump(request.models.baseline) || isDump(request.models.analysis))
        return std::make_shared<LayerTensors>(layerOfDumps(request, workspace, ctx));
    if (request.models.isSimulated())
        return std::make_shared<LayerTensors>(simulatedTensors(workspace, request, ctx));
    const auto pair = workspace.openPair(request.models, request.samples.images, ctx);
    const auto inputs = readSample(pair.baseline->graph, request.samples, request.options);
    if (auto tensors = kept(pair, inputs, request))
        return tensors;
    auto tensors = std::make_shared<const LayerTensors>(
        layerTensors(*pair.baseline, *pair.analysis, inputs, request, nullptr, ctx));
    keep(pair, inputs, request, tensors);
    return tensors;
}

TensorCache::Tensors TensorCache::kept(const OpenedPair& pair, const runtime::NamedTensors& inputs,
                                       const results::LayerValuesRequest& request) const
{
    const std::lock_guard lock(m_mutex);
    const bool isTheSame = m_baseline.lock() == pair.baseline && m_analysis.lock() == pair.analysis
                           && m_request.layer == request.layer && m_request.tensor == request.tensor
                           && m_request.mapFile == request.mapFile && areEqual(m_inputs, inputs);
    return isTheSame ? m_tensors : nullptr;
}

void TensorCache::keep(const OpenedPair& pair, const runtime::NamedTensors& inputs,
                       const results::LayerValuesRequest& request, const Tensors& tensors)
{
    const std::lock_guard lock(m_mutex);
    m_tensors.reset(); // no tensors that are too large take its place
    if (!tensors->baseline.defined() || 2 * tensors->baseline.nbytes() > kMostKeptBytes)
        return;
    m_baseline = pair.baseline;
    m_analysis = pair.analysis;
    m_inputs = inputs;
    m_request = request;
    m_tensors = tensors;
}

} // namespace ql::analysis
