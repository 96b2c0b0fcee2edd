// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/attribution/value_errors.h"

namespace ql::analysis {

/// The layer at which the error starts: errors are followed along the graph, in a loop from iteration to iteration.
std::optional<results::AttributedOrigin> originOf(const QuantizerSwitches& switches, const ValueErrors& errors);

} // namespace ql::analysis
