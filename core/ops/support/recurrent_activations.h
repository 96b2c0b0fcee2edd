// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/support/recurrent.h"

namespace ql::ops {

/// The functions named by a node's activations, activation_alpha and activation_beta attributes, @p defaults for each
/// of @p directions when there are none. As in ONNX Runtime only functions that have an alpha (beta) consume one.
/// @throws Error (InvalidNode) for an unknown name or a wrong number.
std::vector<RecurrentActivation>
readRecurrentActivations(const graph::Node& node, const std::vector<std::string>& defaults, std::size_t directions);

} // namespace ql::ops
