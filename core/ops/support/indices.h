// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/registry.h"

namespace ql::ops {

/// int64 indices into an axis of @p size elements, negative ones counted from its end.
/// @throws Error (TypeMismatch) unless int32 or int64, (InvalidNode) when one is out of range.
at::Tensor positiveIndices(const Tensor& indices, std::int64_t size);

/// For GatherND and ScatterND: the last axis of @p indices holds tuples that index the axes of @p shape after
/// @p batchAxes common leading ones. Gives, for each tuple, the row it names when all those axes (batch and indexed)
/// are flattened into one. @throws Error (ShapeMismatch, InvalidNode, TypeMismatch)
at::Tensor rowsOfTuples(const Tensor& indices, const graph::Shape& shape, std::int64_t batchAxes);

} // namespace ql::ops
