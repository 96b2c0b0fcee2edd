// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/aten.h"
#include "core/results/layer.h"

namespace ql::analysis {

/// The real numbers that @p quantizer makes of @p values, float32: rounded to its steps, half to even, and clamped to
/// what it represents. As they are where its channels don't fit them.
at::Tensor quantizedValue(const at::Tensor& values, const results::QuantizerInfo& quantizer);

} // namespace ql::analysis
