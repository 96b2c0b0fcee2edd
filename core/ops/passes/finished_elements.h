// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/passes/epilogue.h"

#include <cstddef>

namespace ql::ops {

/// y = what @p epilogue makes of x, in one pass in vectors on the calling thread; y may be x. It sees no ATen. Every
/// element is computed alike, whatever its position and the processor.
void finishElements(const float* x, float* y, std::size_t count, const FloatEpilogue& epilogue);

} // namespace ql::ops
