// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

namespace ql::ops {

/// What one run of elements is chosen from, and how far each operand moves on from one to the next: 1, or 0 where a
/// single one stands for all.
struct SelectedRun {
    const bool* condition;
    const float* x; ///< where the condition holds
    const float* y; ///< where it doesn't
    std::size_t conditionStep, xStep, yStep;
};
/// In vectors, on the calling thread.
void selectElements(const SelectedRun& run, float* to, std::size_t count);

} // namespace ql::ops
