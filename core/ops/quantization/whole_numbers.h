// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/registry.h"

namespace ql::ops {

/// Attribute @p name as an integer of 32 bits, however the file writes it: as one, as a float or as a tensor of one
/// element. @throws Error (InvalidNode) when it is missing or no such number
std::int64_t wholeAttribute(const graph::Node& node, const char* name);

/// @p tensor in int64. @throws Error (TypeMismatch) for other types than integers and floats, (InvalidNode) for floats
/// that are no integers of 32 bits
at::Tensor wholeNumbers(const Tensor& tensor, const Message& what);

/// @p numbers in the type of @p x where that is a float, else as @p type.
Tensor keptAs(const at::Tensor& numbers, const Tensor& x, graph::DataType type);

/// @throws Error (ShapeMismatch) unless @p numbers broadcast to x without widening it
void expectGrown(const Tensor& x, const at::Tensor& numbers, const Message& what);

} // namespace ql::ops
