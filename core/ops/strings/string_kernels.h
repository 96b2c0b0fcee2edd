// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/registry.h"

namespace ql::ops {

/// @p definitions of kernels that move elements, or ask which are equal or which comes first, made to take tensors of
/// strings (and sequences of such) from opset @p since on. In the place of its strings such a kernel gets a tensor of
/// element type String that holds, as int64, each one's rank among all strings of the call in ascending order of their
/// bytes; "" has rank 0. What it gives with that element type becomes strings again.
OperatorDefinitions takingStrings(OperatorDefinitions definitions, int since = 1);

} // namespace ql::ops
