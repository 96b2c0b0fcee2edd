// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/layer_tensors.h"
#include "core/analysis/workspace/workspace.h"

#include <memory>
#include <mutex>

namespace ql::analysis {

/// Keeps the two tensors that were looked at last, so that another slice or channel of them costs no run. Thread-safe.
class TensorCache {
public:
    using Tensors = std::shared_ptr<const LayerTensors>;

    /// What @p request asks for, of models or dumps. @throws Error as layerTensors() and layerOfDumps(), Cancelled
    Tensors get(Workspace& workspace, const results::LayerValuesRequest& request, JobContext& ctx);

private:
    Tensors kept(const OpenedPair& pair, const runs::NamedTensors& inputs,
                 const results::LayerValuesRequest& request) const;
    void keep(const OpenedPair& pair, const runs::NamedTensors& inputs, const results::LayerValuesRequest& request,
              const Tensors& tensors);

    mutable std::mutex m_mutex;
    std::weak_ptr<const importers::ImportedModel> m_baseline; ///< weak: the cache of models decides how long they stay
    std::weak_ptr<const importers::ImportedModel> m_analysis;
    runs::NamedTensors m_inputs;
    results::LayerValuesRequest m_request;
    Tensors m_tensors;
};

/// What @p request wants to know of the two tensors. @throws Error (BadArgument) for an axis, index or channel that
/// they don't have; Cancelled
std::shared_ptr<const results::LayerValues> inspectLayer(const LayerTensors& tensors,
                                                         const results::LayerValuesRequest& request, JobContext& ctx);

} // namespace ql::analysis
