// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers/slice_axes.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ql::analysis {

/// Energies of two arrays in each of many groups of their elements.
struct GroupSums {
    std::vector<double> sum;            ///< of x
    std::vector<double> signal;         ///< of x²
    std::vector<double> error;          ///< of (y - x)²
    std::vector<std::uint64_t> leftOut; ///< elements that aren't finite in x, or masked; empty = none anywhere
    std::vector<std::uint64_t> broken;  ///< elements that aren't finite in one alone; empty = none anywhere

    explicit GroupSums(std::size_t groups = 0)
        : sum(groups)
        , signal(groups)
        , error(groups)
    {
    }
    std::size_t size() const { return sum.size(); }
};

/// An array as `outer` matrices of `lines` × `columns`.
struct Lines {
    std::size_t outer = 1;
    std::size_t lines = 1;
    std::size_t columns = 1;
};

/// The sums of each line, over all matrices, and of each column of each matrix.
struct LineSums {
    GroupSums lines;
    GroupSums columns; ///< empty where they weren't asked for
};

/// From here on a number of x is no signal but says "none": masks hold -3.4e38.
constexpr float kMaskedFrom = 1e30F;

/// @p x with kMaskedFrom in place of what is masked before a Softmax: elements of which it makes an exact 0 in both
/// models, as they lie more than 104 under the largest that they share with (e^-104 is 0 in float32), in @p y as in
/// @p x. Empty where nothing is. Both are contiguous, of @p shape.
std::vector<float> withMasksMarked(const float* x, const float* y, const graph::Shape& shape, const SharedOut& softmax);

/// One pass over both arrays on the caller's thread; sums in double, in an order that hangs on the shape alone.
LineSums sumLines(const float* x, const float* y, const Lines& shape, bool withColumns);

} // namespace ql::analysis
