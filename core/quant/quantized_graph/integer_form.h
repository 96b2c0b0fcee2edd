// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/quant/integer_format.h"

namespace ql::quant {

/// The attributes of the float operator @p node that its integer form has, too. ONNX Runtime refuses a file with one
/// that an operator doesn't know.
graph::Attributes integerAttributes(const graph::Node& node);

/// Whether an operator of one input can be computed in integers as it stands: not a pool with dilations, and no Softmax
/// whose @p output has other than whole levels from 0 to 1.
bool hasIntegerForm(const graph::Node& node, const Parameters& output);

/// ONNX Runtime's integer Softmax counts whole levels, 1 / scale rounded down. A scale of 255 levels that as a float is
/// a little large, so that 254 came out, becomes the next smaller float.
Parameters withWholeLevels(Parameters parameters);

/// Whether saturating to the integers of @p parameters already does what the Relu or Clip @p node does, to half a step.
bool isDoneBySaturation(const graph::Graph& graph, const graph::Node& node, const Parameters& parameters,
                        const IntegerFormat& format);

} // namespace ql::quant
