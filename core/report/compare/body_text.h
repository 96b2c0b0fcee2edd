// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/table/column.h"
#include "core/results/compare_result.h"

#include <string>
#include <vector>

namespace ql::report {

/// Columns that tell where layers in bodies stand and what their iterations say; none where there are no such layers.
void addBodyColumns(const std::vector<const results::LayerRow*>& layers, Columns<results::LayerRow>& columns);

/// A table of all iterations of @p layers; empty where none stands in a loop.
std::string iterationsSection(const std::vector<const results::LayerRow*>& layers);

/// Which bodies neither model ran, and how many layers these hold; empty where there is none.
std::string bodiesNotRun(const results::CompareResult& result);

} // namespace ql::report
