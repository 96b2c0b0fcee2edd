// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

namespace ql::importers {

/// The standard's element-wise operators want operands of one type, where PyTorch promotes types: numbers (constants
/// without dimensions) take the type of the tensor unless they are of a higher kind (boolean, integer, floating point),
/// and tensors of a lower kind are cast. Types are known as far as the operators tell them; what reads unknown ones
/// counts as float32 beside a floating point number and stays as it is beside others. A graph with constants of 16 bits
/// stays as it is: which of its inputs are float32 nobody says.
graph::Graph withPromotedOperands(graph::Graph graph);

} // namespace ql::importers
