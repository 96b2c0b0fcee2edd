// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/passes/round_trip.h"

#include <cstddef>
#include <limits>

namespace ql::ops {

struct Tensor;

/// What the nodes behind a kernel make of its only result, which nobody else reads: the sum with another value, then a
/// clip, then a way through integers and back. A kernel of float32 may compute it along with its result, bit for bit as
/// those nodes would; others leave it, and the nodes run.
struct Epilogue {
    const Tensor* addend = nullptr; ///< null where nothing is added
    float lowest = -std::numeric_limits<float>::infinity();
    float highest = std::numeric_limits<float>::infinity(); ///< wins where they cross
    RoundTrip trip = {};
    bool isApplied = false; ///< by the kernel
};

/// An epilogue as passes over memory know it.
struct FloatEpilogue {
    const float* addend = nullptr; ///< lies as the result does
    float lowest = -std::numeric_limits<float>::infinity();
    float highest = std::numeric_limits<float>::infinity();
    RoundTrip trip = {};

    bool clips() const
    {
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        return lowest != -kInfinity || highest != kInfinity;
    }
    /// What becomes of the sum @p x. Comparisons with NaN are false, which keeps it.
    float finished(float x) const
    {
        const float raised = x < lowest ? lowest : x;
        const float clipped = raised > highest ? highest : raised;
        return trip.isTaken() ? trip.of(clipped) : clipped;
    }
};

/// y = what @p epilogue makes of x, in one pass in vectors on the calling thread; y may be x. It sees no ATen. Every
/// element is computed alike, whatever its position and the processor.
void finishElements(const float* x, float* y, std::size_t count, const FloatEpilogue& epilogue);

} // namespace ql::ops
