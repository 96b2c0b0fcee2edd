// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/capacity_config.h"
#include "core/import/imported_model.h"
#include "core/results/model_info.h"

#include <memory>

namespace ql::analysis {

/// Everything that can be said about a model without running it. Nodes, layers and operators are counted with those of
/// bodies (If, Loop …); Constant nodes became initializers and are not counted.
/// @p capacity: further types among what can be quantized.
std::shared_ptr<const results::ModelInfo> modelInfo(const importers::ImportedModel& model,
                                                    bool listsQuantizable = false,
                                                    const config::CapacityConfig& capacity = {});

} // namespace ql::analysis
