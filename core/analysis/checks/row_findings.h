// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/imported_model.h"
#include "core/results/compare_result.h"

namespace ql::analysis::checks {

/// Adds to the advice of @p result's rows what `check` finds wrong with the constants of @p analysis' quantizers: a
/// DequantizeLinear that reads other numbers than were written, scales that are none, biases that wrap. Behind where
/// the error starts, before all else.
void addRowFindings(const importers::ImportedModel& analysis, results::CompareResult& result);

} // namespace ql::analysis::checks
