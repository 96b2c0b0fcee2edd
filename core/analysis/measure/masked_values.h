// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/slice_axes.h"

#include <vector>

namespace ql::analysis {

/// @p x with kMaskedFrom in place of what is masked before a Softmax: elements of which it makes an exact 0 in both
/// models, as they lie more than 104 under the largest that they share with (e^-104 is 0 in float32), in @p y as in
/// @p x. Empty where nothing is. Both are contiguous, of @p shape.
std::vector<float> withMasksMarked(const float* x, const float* y, const graph::Shape& shape, const SharedOut& softmax);

} // namespace ql::analysis
