// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"
#include "core/results/variants/model_variant.h"

#include <memory>

namespace ql::analysis {

/// A model as a runtime optimizes it, and what that took out of it.
struct OptimizedModel {
    std::shared_ptr<const importers::ImportedModel> model; ///< its path is the original's with the variant's name
    results::VariantCounts counts;
};

/// @throws Error with the description of a node whose constants can't be computed
OptimizedModel optimizedModel(const importers::ImportedModel& model, results::ModelVariant variant);

} // namespace ql::analysis
