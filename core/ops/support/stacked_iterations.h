// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/ops/registry.h"

namespace ql::ops {

/// What the turns of a Loop's or Scan's body gave for one output, stacked along a new axis; @p withoutTurns when
/// there was none. @throws Error (ShapeMismatch) when shapes differ.
Tensor stackIterations(const std::vector<Tensor>& turns, std::int64_t axis, const Tensor& withoutTurns);
/// No turns of a value that the body declares; unknown sizes are 0.
Tensor noTurns(const graph::Value& declared, std::int64_t axis = 0);
/// @throws Error (InvalidNode) "body has 2 outputs, expected 3"
void expectOutputs(const std::vector<Tensor>& outputs, std::size_t expected, const Message& body);

} // namespace ql::ops
