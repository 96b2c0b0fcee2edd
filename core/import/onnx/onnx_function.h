// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/memory/expansion_budget.h"
#include "core/import/onnx/onnx_proto.h"

#include <stop_token>

namespace ql::importers {

/// Replaces every call of a model-local function by the function's nodes, in the message itself, so that nothing after
/// it knows functions. The nodes' names begin with the call's ("encoder/attention/MatMul_2"), which makes the call
/// their scope; values of the function get names of their own. References to the function's attributes are resolved.
/// The nodes of a function that imports other operator sets than the model carry kOpsetAttribute.
/// @throws Error (InvalidGraph) for a function that calls itself, (UnsupportedFormat) for absurd depths and for more
/// than is left of @p budget; Cancelled
void inlineFunctions(onnx::ModelProto& model, ExpansionBudget& budget, const std::stop_token& stop);

} // namespace ql::importers
