// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace ql::ops {

/// The probabilities of @p count classes that agree best with those between each two of them: @p between, a square by
/// rows, holds how probable the row's class is when it is one of the two. The second method of Wu, Lin and Weng,
/// "Probability Estimates for Multi-class Classification by Pairwise Coupling" (2004), ended as LibSVM ends it.
/// @pre between[i, j] + between[j, i] = 1, none is 0
std::vector<double> coupled(const std::vector<double>& between, std::size_t count);

} // namespace ql::ops
