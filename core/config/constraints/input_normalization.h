// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

namespace ql::config {

/// The node with which the network itself shifts or scales its picture @p input, by constants of one number or one for
/// each channel, before anything else is computed; null where none does.
const graph::Node* ownNormalization(const graph::Graph& graph, graph::ValueId input);

} // namespace ql::config
