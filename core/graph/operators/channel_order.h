// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <vector>

namespace ql::graph {

/// Whether images in all of @p graph have their channels on the last axis, as TensorFlow Lite keeps them: its
/// convolutions have filters of that layout.
bool keepsChannelsLast(const Graph& graph);

/// By value, whether its channels lie on the last axis: images of a model that keeps them there; elsewhere what
/// operators of that order give and take (com.microsoft's Nhwc* and those with `channels_last`, between the Transposes
/// that ONNX Runtime puts around them), and what works element by element on such.
std::vector<bool> valuesWithChannelsLast(const Graph& graph);

} // namespace ql::graph
