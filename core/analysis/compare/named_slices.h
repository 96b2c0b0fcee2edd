// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/compare_outputs.h"

#include <string>
#include <vector>

namespace ql::analysis {

/// Measures the slices of outputs that @p slices name, "y[:, 4:]", beside the outputs of @p result, of which @p outputs
/// holds the tensors. The plain name of an output is none. @throws Error (BadArgument) for a slice of no output that
/// was compared, and for one that its shape doesn't have
void compareSlices(results::CompareResult& result, const std::vector<std::string>& slices,
                   const PairedOutputs& outputs);

} // namespace ql::analysis
