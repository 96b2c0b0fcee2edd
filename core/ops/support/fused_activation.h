// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/support/element_wise.h"

#include <string>
#include <vector>

namespace ql::ops {

/// The activation that ONNX Runtime's optimizer fuses into a Conv or Gemm; "" is none. @p parameters in the order in
/// which it writes them (alpha, beta; min, max); missing ones have the operator's defaults. @throws Error (InvalidNode)
UnaryFunction fusedActivation(const std::string& name, const std::vector<double>& parameters);

} // namespace ql::ops
