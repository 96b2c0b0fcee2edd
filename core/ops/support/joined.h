// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/aten.h"

#include <cstdint>
#include <vector>

namespace ql::ops {

/// @p parts one behind the other along @p axis, without LibTorch's dispatcher where they are contiguous.
/// @pre at least one; alike in type, and in sizes off the axis
at::Tensor joined(const std::vector<at::Tensor>& parts, std::int64_t axis);

} // namespace ql::ops
