// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/results/input_preview.h"
#include "core/runtime/executor.h"

namespace ql::analysis {

/// What @p inputs hold, in the order of @p graph's inputs; of each at most @p mostElements values.
results::InputPreview previewOf(const graph::Graph& graph, const runtime::NamedTensors& inputs,
                                std::size_t mostElements);

} // namespace ql::analysis
