// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/tensor_memory.h"

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

TensorMemory::Tensors TensorMemory::find(const Source& source)
{
    const std::lock_guard lock(m_mutex);
    const bool isSame = m_tensors && m_baseline.lock() == source.baseline && m_analysis.lock() == source.analysis
                        && m_source.layer == source.layer && m_source.tensor == source.tensor
                        && m_source.mapFile == source.mapFile && areEqual(m_source.inputs, source.inputs);
    return isSame ? m_tensors : nullptr;
}

void TensorMemory::keep(const Source& source, Tensors tensors)
{
    const std::lock_guard lock(m_mutex);
    m_tensors.reset();
    if (!tensors->baseline.defined() || 2 * tensors->baseline.nbytes() > kMostKeptBytes)
        return;
    m_baseline = source.baseline;
    m_analysis = source.analysis;
    m_source = source;
    m_source.baseline.reset();
    m_source.analysis.reset();
    m_tensors = std::move(tensors);
}

} // namespace ql::engine
