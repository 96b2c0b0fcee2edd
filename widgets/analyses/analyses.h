// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/analysis.h"

#include <memory>
#include <vector>

namespace ql::widgets {

/// One of each, in the order of analyses.inc. What @p context refers to outlives them.
std::vector<std::unique_ptr<Analysis>> makeAnalyses(const AnalysisContext& context);

} // namespace ql::widgets
