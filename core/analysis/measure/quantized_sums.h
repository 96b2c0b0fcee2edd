// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace ql::analysis {

/// QuantizeLinear and back with one scale for all: y = scale · round(y / scale), between limits.
struct StepQuantizer {
    float scale = 1.0f;
    float lowest = 0.0f; ///< the least integer, less the zero point
    float highest = 0.0f;
    float insideFrom = 0.0f; ///< what lies outside of insideFrom … insideTo is clamped, else rounded
    float insideTo = 0.0f;
};

/// What a quantizer makes of an error: by elements that it clamps, and the others.
struct QuantizedSums {
    struct Part {
        double squared = 0.0; ///< sum of squared errors
        double largest = 0.0; ///< of one element
    };
    double xx = 0.0; ///< sum of squares of the true values
    Part rounded;
    Part clamped;
    std::uint64_t clampedCount = 0;
    bool isFinite = true; ///< false: an element is NaN or infinite, the rest says nothing
};

/// What becomes of @p n floats @p y, behind @p quantizer, held against @p x: one pass, no copy. Sums in double; chunks
/// of fixed size are added in their order, so the result does not depend on the number of threads.
QuantizedSums sumQuantized(const float* x, const float* y, std::size_t n, const StepQuantizer& quantizer,
                           std::size_t threads);

} // namespace ql::analysis
