// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/fixes/fix.h"

#include <vector>

namespace ql::analysis {

/// Repairs of several layers together, of which each alone may win nothing: quantizers on one path up to an output,
/// values that an operator joins under one scale, the first of the layers that lose most, and whole scopes. Each goes
/// by the name of the fix of which it is several: range, wide or high_precision.
std::vector<quant::FixEdit> groupEdits(const quant::FixContext& context);

} // namespace ql::analysis
