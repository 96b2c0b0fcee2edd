// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/onnx/onnx_proto.h"

#include <set>
#include <string>

namespace ql::importers {

/// Holds a node's attributes against what libonnx, or our own table, knows of its operator in @p opset: of the types it
/// says, none missing, and no graph in one that the operator doesn't have. Others that it doesn't have, which some
/// tools write for themselves, are put into @p strangers, the first few, as "axes of Relu". @p domain is "" for
/// ai.onnx.
/// @throws Error (InvalidNode)
void requireAttributes(const onnx::NodeProto& node, const std::string& domain, int opset,
                       std::set<std::string>& strangers);

} // namespace ql::importers
