// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/fusion/dequantized_factors.h"
#include "core/ops/quantization/cached_operands.h"

#include <optional>

namespace ql::ops {

// Products of float32 numbers that stand for 8-bit integers, as KernelCall::dequantized says: the integers are
// recovered, their products summed exactly and multiplied by both scales, rounded in float32. That lies closer to the
// real number than sums of rounded products do, and takes a third of the time. Each kernel says from which size on:
// smaller ones add up floats in the order in which plain Q/DQ arithmetic does, and networks that amplify the last bit
// agree with it. The rule knows neither samples nor threads, so that no number depends on them.

/// Terms of a sum whose integers, each 255 away from its zero point, can't leave int32.
constexpr std::int64_t kMostRecoveredTerms = 33000;

/// The integers of @p values, or nothing where it holds any other number: somebody put another tensor in its place.
/// Scales are one, or one per slice along the axis. Nothing but float32 holds them.
std::optional<IntegerOperand> recoveredOperand(const at::Tensor& values, const DequantizedFactor& factor);

/// A constant factor, and what its scales make of sums.
struct RecoveredWeight {
    IntegerOperand integers;
    std::vector<float> multipliers; ///< both scales: one, or one per channel
};
using CachedWeight = OperandCache<std::optional<RecoveredWeight>>;
/// Input 1 of @p call, whose channels lie along @p channelAxis. Nothing where they don't each have one scale, where
/// products of scales lie outside of what float32 holds with all its digits, or as above.
std::optional<RecoveredWeight> recoveredWeight(const KernelCall& call, std::int64_t channelAxis);

} // namespace ql::ops
