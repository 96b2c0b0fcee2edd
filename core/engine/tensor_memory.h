// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layer_tensors.h"

#include <cstddef>
#include <memory>
#include <mutex>

namespace ql::engine {

/// Keeps the two tensors that were looked at last, so that another slice or channel of them costs no run. Thread-safe.
class TensorMemory {
public:
    /// What decides which tensors a layer has.
    struct Source {
        std::shared_ptr<const import::ImportedModel> baseline;
        std::shared_ptr<const import::ImportedModel> analysis;
        runtime::NamedTensors inputs;
        std::string mapFile;
        std::string layer;
        results::LayerTensor tensor = results::LayerTensor::Output;
    };
    using Tensors = std::shared_ptr<const analysis::LayerTensors>;

    /// Null when other tensors were looked at last.
    Tensors find(const Source& source);
    /// Forgets what was kept; keeps no tensors that are too large.
    void keep(const Source& source, Tensors tensors);

private:
    std::mutex m_mutex;
    std::weak_ptr<const import::ImportedModel> m_baseline; ///< weak: the cache of models decides how long they stay
    std::weak_ptr<const import::ImportedModel> m_analysis;
    Source m_source; ///< without the models
    Tensors m_tensors;
};

} // namespace ql::engine
