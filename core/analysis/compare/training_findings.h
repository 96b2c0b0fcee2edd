// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"
#include "core/results/diagnostic.h"

#include <vector>

namespace ql::analysis {

/// What the training state of two models says about comparing them: quantization-aware training changes weights, so
/// that the differences are not the quantizers' alone.
std::vector<results::Diagnostic> trainingFindings(const importers::ImportedModel& baseline,
                                                  const importers::ImportedModel& analysis);

} // namespace ql::analysis
