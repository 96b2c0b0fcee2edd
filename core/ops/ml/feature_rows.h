// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/registry.h"

namespace ql::ops {

/// Input 0 of a classical model as rows of features: a list is one row. @p type is what they are computed in.
/// @throws Error (TypeMismatch) for other than float32, float64, int32 and int64; (ShapeMismatch) for other ranks
at::Tensor featureRows(const KernelCall& call, at::ScalarType type);

} // namespace ql::ops
