// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/tensor_cache.h"

#include <algorithm>

namespace ql::engine {

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

} // namespace

TensorCache::Tensors TensorCache::get(const Source& source, const results::LayerValuesRequest& request, JobContext& ctx)
{
    {
        const std::lock_guard lock(m_mutex);
        if (isOf(source, request))
            return m_tensors;
    }
    auto tensors = std::make_shared<const analysis::LayerTensors>(
        analysis::layerTensors(*source.baseline, *source.analysis, source.inputs, request, nullptr, ctx));
    const std::lock_guard lock(m_mutex);
    keep(source, request, tensors);
    return tensors;
}

bool TensorCache::isOf(const Source& source, const results::LayerValuesRequest& request) const
{
    return m_tensors && m_baseline.lock() == source.baseline && m_analysis.lock() == source.analysis
           && m_request.layer == request.layer && m_request.tensor == request.tensor
           && m_request.mapFile == request.mapFile && areEqual(m_inputs, source.inputs);
}

void TensorCache::keep(const Source& source, const results::LayerValuesRequest& request, const Tensors& tensors)
{
    m_tensors.reset(); // no tensors that are too large take its place
    if (!tensors->baseline.defined() || 2 * tensors->baseline.nbytes() > kMostKeptBytes)
        return;
    m_baseline = source.baseline;
    m_analysis = source.analysis;
    m_inputs = source.inputs;
    m_request = request;
    m_tensors = tensors;
}

} // namespace ql::engine
