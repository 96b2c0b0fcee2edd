// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/runs/memory/iteration_store.h"

#include <utility>
#include <vector>

namespace ql::analysis {

/// Both models' tensors of the iterations that both ran, and how many have no part in that.
struct PairedIterations {
    std::vector<std::pair<const runs::ValueIteration*, const runs::ValueIteration*>> pairs;
    std::uint64_t unpaired = 0; ///< that one of the models ran, among those that were looked at
    std::uint64_t leftOut = 0;  ///< that weren't looked at, of the model that has more of them
};
PairedIterations pairedIterations(const runs::ValueIterations& baseline, const runs::ValueIterations& analysis);

/// Whether all have one shape.
bool areAlike(const std::vector<at::Tensor>& parts);
/// As one tensor, the iterations along a new first axis; laid end to end where they aren't alike. @pre there is one
at::Tensor joined(std::vector<at::Tensor> parts);

} // namespace ql::analysis
