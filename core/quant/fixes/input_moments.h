// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/calibration.h"

#include <ATen/core/Tensor.h>

#include <map>
#include <string>
#include <vector>

namespace ql::quant {

/// What a layer reads, as its weight's rows see it: for each group of a convolution (a product has one) the sums of the
/// products of every two of the numbers that a row multiplies, over positions and samples (some 16,384, spread). Row by
/// row, columns × columns.
struct InputMoments {
    std::size_t columns = 0;
    std::vector<std::vector<double>> groups;
};

/// Of the layers of @p names that have any: convolutions of one or two dimensions that aren't transposed and pad as
/// they say, and products with a constant matrix, of at most @p mostColumns. One pass over @p data.
/// @throws Error as runs::run(); Cancelled
std::map<std::string, InputMoments> inputMoments(const graph::Graph& graph, const std::vector<std::string>& names,
                                                 std::size_t mostColumns, const CalibrationData& data, JobContext& ctx);

/// What a layer reads itself, some positions of it.
struct InputRows {
    std::int64_t columns = 0;
    at::Tensor numbers; ///< [groups, columns, positions], float32
};

/// The same layers, with @p leastColumns or more; of each at most @p mostNumbers numbers, spread over @p data.
std::map<std::string, InputRows> inputRows(const graph::Graph& graph, const std::vector<std::string>& names,
                                           std::size_t leastColumns, std::int64_t mostNumbers,
                                           const CalibrationData& data, JobContext& ctx);

} // namespace ql::quant
