// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job_context.h"
#include "core/graph/ir/graph.h"

#include <string>
#include <vector>

namespace ql::analysis {

/// The float network that a quantized model was made from, as a simulation has it: weights that operators make of
/// constants are constants, batch norms are folded where the quantized model has none.
struct TwinBaseline {
    graph::Graph graph;
    std::vector<std::string> kept; ///< convolutions that keep their BatchNormalization in the quantized model
    bool foldsAny = false;         ///< another loses its own
};

/// Reads @p path. @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat) as opening it does
TwinBaseline twinBaseline(const graph::Graph& analysis, const std::string& path, const JobContext& ctx);

} // namespace ql::analysis
