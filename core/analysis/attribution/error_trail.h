// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/attribution/value_errors.h"

namespace ql::analysis {

/// The layer at which the error starts, found by following errors through the graph, and through loops iteration by
/// iteration.
std::optional<results::AttributedOrigin> originOf(const QuantizerSwitches& switches, const ValueErrors& errors);

} // namespace ql::analysis
