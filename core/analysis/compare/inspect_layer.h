// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/compare/layer_tensors.h"

#include <memory>

namespace ql::analysis {

/// What @p request wants to know of the two tensors. @throws Error (BadArgument) for an axis, index or channel that
/// they don't have; Cancelled
std::shared_ptr<const results::LayerValues> inspectLayer(const LayerTensors& tensors,
                                                         const results::LayerValuesRequest& request, JobContext& ctx);

} // namespace ql::analysis
