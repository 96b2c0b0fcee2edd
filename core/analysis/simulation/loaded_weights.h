// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/results/diagnostic.h"

#include <string>
#include <vector>

namespace ql::analysis {

/// Puts the weights of @p file, a file without a network, in the place of the constants of @p graph that go by their
/// names, with or without what wrappers put before them; quantized ones as real numbers. Gives what was taken, what
/// fits nothing, and what stays as it was. @p stateDict is which one of a checkpoint that holds several.
/// @throws Error as data::readStateDict, (BadArgument) where a shape is another one or nothing fits
std::vector<results::Diagnostic> loadWeights(graph::Graph& graph, const std::string& file,
                                             const std::string& stateDict);

} // namespace ql::analysis
