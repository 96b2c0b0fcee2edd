// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace ql::ops {

/// How the integers of a pass lie in memory.
enum class IntegerStorage { Int8, UInt8, Int16, Int32 };

/// Where integers are read or written.
struct IntegerElements {
    void* first = nullptr;
    IntegerStorage storage = IntegerStorage::UInt8;
    std::int32_t lowest = 0; ///< what the type holds, less than its storage for 4 bits and uint16
    std::int32_t highest = 0;
};

/// One scale and zero point for all elements of a pass, or one of each per element.
struct PassParameters {
    const float* scales = nullptr;
    const std::int32_t* zeroPoints = nullptr;
    bool isStepping = false;
};

// One pass over memory each, in vectors, on the calling thread. They see no ATen. Every element is computed alike,
// whatever its position and the processor: float32, every operation rounded.

/// saturate(roundHalfEven(x / scale) + zeroPoint); NaN gives the lowest integer. @pre limits minus zero points are
/// below 2^22
void quantizeElements(const float* x, const IntegerElements& y, std::size_t count, const PassParameters& parameters);
/// (x - zeroPoint) · scale; the difference wraps around in int32.
void dequantizeElements(const IntegerElements& x, float* y, std::size_t count, const PassParameters& parameters);

/// The inverse: the integers that dequantizeElements() made @p x of. Gives whether every element is such a number; it
/// ends soon after the first other one, and y holds anything then. @pre 8 bits or fewer
bool recoverElements(const float* x, const IntegerElements& y, std::size_t count, const PassParameters& parameters);

/// How accumulators become integers: multipliers and biases are one for all elements or one per element.
struct RequantizationPass {
    const float* multipliers = nullptr;
    const std::int32_t* biases = nullptr; ///< null: none
    bool isStepping = false;              ///< of both
    std::int32_t zeroPoint = 0;
};
/// saturate(roundHalfEven(float(x + bias) · multiplier) + zeroPoint); the sum wraps around.
void requantizeElements(const std::int32_t* x, const IntegerElements& y, std::size_t count,
                        const RequantizationPass& pass);

/// The range of some values and 0. NaN is passed over.
struct FloatRange {
    float lowest = 0.0f;
    float highest = 0.0f;
};
FloatRange rangeOfElements(const float* x, std::size_t count);

} // namespace ql::ops
