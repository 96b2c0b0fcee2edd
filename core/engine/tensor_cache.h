// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/layer_tensors.h"

#include <cstddef>
#include <memory>
#include <mutex>

namespace ql::engine {

/// Keeps the two tensors that were looked at last, so that another slice or channel of them costs no run. Thread-safe.
class TensorCache {
public:
    /// What a layer's tensors come from.
    struct Source {
        std::shared_ptr<const import::ImportedModel> baseline;
        std::shared_ptr<const import::ImportedModel> analysis;
        runtime::NamedTensors inputs;
    };
    using Tensors = std::shared_ptr<const analysis::LayerTensors>;

    /// As analysis::layerTensors().
    Tensors get(const Source& source, const results::LayerValuesRequest& request, JobContext& ctx);

private:
    bool isOf(const Source& source, const results::LayerValuesRequest& request) const;
    void keep(const Source& source, const results::LayerValuesRequest& request, const Tensors& tensors);

    std::mutex m_mutex;
    std::weak_ptr<const import::ImportedModel> m_baseline; ///< weak: the cache of models decides how long they stay
    std::weak_ptr<const import::ImportedModel> m_analysis;
    runtime::NamedTensors m_inputs;
    results::LayerValuesRequest m_request;
    Tensors m_tensors;
};

} // namespace ql::engine
