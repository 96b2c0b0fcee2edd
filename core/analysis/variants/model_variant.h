// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"
#include "core/results/variants/model_variant.h"

#include <memory>
#include <mutex>

namespace ql::analysis {

/// A model as a runtime optimizes it, and what that took out of it.
struct OptimizedModel {
    std::shared_ptr<const importers::ImportedModel> model; ///< its path is the original's with the variant's name
    results::VariantCounts counts;
};

/// @throws Error with the description of a node whose constants can't be computed
OptimizedModel optimizedModel(const importers::ImportedModel& model, results::ModelVariant variant);

/// Keeps the one last asked for. Thread-safe.
class VariantCache {
public:
    using ModelPointer = std::shared_ptr<const importers::ImportedModel>;

    /// @throws Error as optimizedModel()
    OptimizedModel of(const ModelPointer& model, results::ModelVariant variant);

private:
    std::mutex m_mutex;
    std::weak_ptr<const importers::ImportedModel> m_source;
    OptimizedModel m_last;
};

} // namespace ql::analysis
