// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/onnx/onnx_proto.h"

namespace ql::import {

/// Refuses a node without inputs or outputs that its operator has in @p opset by libonnx's schemas, so that nobody who
/// reads the graph need ask for them. Operators that libonnx doesn't know may have what they will, quantizers apart.
/// Resize's first inputs may be omitted though opset 11 wants them: exporters do that.
/// @throws Error (InvalidNode)
void requireOperands(const onnx::NodeProto& node, int opset);

} // namespace ql::import
