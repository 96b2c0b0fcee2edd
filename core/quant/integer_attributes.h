// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/graph.h"

namespace ql::quant {

/// The attributes of the float operator @p node that its integer form has, too. ONNX Runtime refuses a file with one
/// that an operator doesn't know.
graph::Attributes integerAttributes(const graph::Node& node);

} // namespace ql::quant
