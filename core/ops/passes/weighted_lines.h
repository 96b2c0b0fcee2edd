// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace ql::ops {

// Sums of few weighted numbers of float32, as resizing makes them: in vectors, on the calling thread, tap after tap,
// every product and sum rounded.

/// y[i] = Σ weights[tap] · lines[tap][i]. @pre taps > 0; no line overlaps y
void sumWeightedLines(const float* const* lines, const float* weights, std::size_t taps, float* y, std::size_t count);

/// y[i] = Σ weights[tap][i] · x[indices[tap][i]]; both tables lie tap by tap, @p count each. @pre taps > 0
void sumWeightedElements(const float* x, const std::int32_t* indices, const float* weights, std::size_t taps, float* y,
                         std::size_t count);

} // namespace ql::ops
