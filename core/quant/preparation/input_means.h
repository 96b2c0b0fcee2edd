// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/aten.h"

#include <map>
#include <string>
#include <vector>

namespace ql::quant {

/// What layers read on average over positions and samples, as each number of a row of their weights sees it, group by
/// group of a convolution; by the layer's name. Whatever quantizes their weights, it stays.
using InputMeans = std::map<std::string, std::vector<double>>;

/// What one sample adds to them.
struct InputSums {
    std::vector<double> numbers;
    double count = 0.0; ///< of positions; 0 where the layer does not take the sample
};

/// Whether inputSums() knows what @p node reads: a convolution that isn't transposed, or a product with a constant
/// matrix, whose first input comes as it is.
bool hasInputMeans(const graph::Graph& graph, const graph::Node& node);

/// Padding counts as the zeros that it is. @pre hasInputMeans()
InputSums inputSums(const graph::Graph& graph, const graph::Node& node, const at::Tensor& input);

/// What a layer makes on average, by output channel, without its bias: @p weight, float32 and shaped as the layer's,
/// times the means. @pre hasInputMeans()
std::vector<double> madeOnAverage(const graph::Graph& graph, const graph::Node& node, const at::Tensor& weight,
                                  const std::vector<double>& means);

} // namespace ql::quant
