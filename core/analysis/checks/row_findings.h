// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/import/imported_model.h"
#include "core/results/compare_result.h"

namespace ql::analysis::checks {

/// Adds to the advice of @p result's rows what `check` finds wrong with the constants of @p analysis' quantizers: a
/// DequantizeLinear that reads other numbers than were written, scales that are none, biases that wrap. Behind where
/// the error starts, before all else.
void addRowFindings(const importers::ImportedModel& analysis, results::CompareResult& result);

/// @p refusal to switch the quantizers of @p analysis, with the first of these findings as its hint; as it is where
/// there are none, or where it is about something else.
Error withFinding(const Error& refusal, const importers::ImportedModel& analysis);

} // namespace ql::analysis::checks
