// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ql::bench {

/// The same ResNet-18-like network twice: as our graph, and as TorchScript source over the same parameters.
struct ResidualNetwork {
    graph::Graph graph;
    std::string torchScript; ///< `def forward(self, x): …`
    std::vector<std::pair<std::string, graph::TensorData>> parameters;
};

/// @p inputSize is the side of the square RGB input, a multiple of 32. Weights are drawn from a fixed seed.
ResidualNetwork makeResidualNetwork(std::int64_t inputSize);

} // namespace ql::bench
