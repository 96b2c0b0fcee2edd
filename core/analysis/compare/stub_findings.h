// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"
#include "core/results/diagnostic.h"

#include <vector>

namespace ql::analysis {

/// The QuantStubs and DeQuantStubs of two PyTorch programs that compute nothing in either, as a float model's do: they
/// leave no operator, so that a comparison has no row of them. One finding (rule stub-without-row) that names them.
std::vector<results::Diagnostic> stubFindings(const importers::ImportedModel& baseline,
                                              const importers::ImportedModel& analysis);

} // namespace ql::analysis
