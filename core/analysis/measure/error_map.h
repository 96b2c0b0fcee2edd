// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/measure/value_pairs.h"

namespace ql::analysis {

/// The slice that @p choice means, as core/results/layer_values.h defines it.
/// @throws Error (BadArgument) for an axis or an index that the shape doesn't have, and for an axis taken twice
results::ErrorMap mapErrors(const FloatPair& tensors, const results::MapChoice& choice);

} // namespace ql::analysis
