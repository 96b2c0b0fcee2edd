// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace ql::ops {

/// Curves of float32, each within 3 units in the last place of its exact value where that isn't below 1e-37, Gelu's and
/// Swish's within 1e-6 of the argument. A unit depends on whether the processor rounds products before their sum.
enum class SmoothMap {
    ErrorFunction,
    Exponential,
    Gelu,     ///< x / 2 · (1 + erf(x / √2))
    GeluTanh, ///< x / 2 · (1 + tanh(√(2 / π) · (x + 0.044715 · x³)))
    HyperbolicTangent,
    Sigmoid,
    Swish, ///< x / (1 + e^(-@p slope · x))
};

/// y = map(x) in vectors, on the calling thread; y may be x. Every element is computed alike, whatever its position.
/// NaN stays NaN.
void mapElements(SmoothMap map, const float* x, float* y, std::size_t count, float slope = 1.0f);

} // namespace ql::ops
