// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/tensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace ql::ops {

/// How a target turns the sums of an integer convolution or product into the integers of its result.
struct TargetArithmetic {
    enum class Requantizing {
        FloatScale,     ///< times a float32, then rounded
        DoubleRounding, ///< times a 32-bit fraction, then a shift, each rounded (gemmlowp, TFLite's default)
        SingleRounding, ///< the same in 64 bits, rounded once (TFLITE_SINGLE_ROUNDING)
        Shift           ///< by the nearest power of two
    };
    enum class Halves { ToEven, Away, Up };

    std::string_view name;
    std::string_view summary;
    Requantizing requantizing = Requantizing::FloatScale;
    Halves halves = Halves::ToEven; ///< of FloatScale and Shift; the others fix it
    int accumulatorBits = 32;       ///< sums wrap around beyond them
    bool saturatesPairs = false;    ///< AVX2's vpmaddubsw: two products u8 × s8 are added in saturating 16 bits
};

/// All of them, the usual one of float tool chains first.
std::span<const TargetArithmetic> knownTargetArithmetics();
/// @throws Error (BadArgument) listing the known ones
const TargetArithmetic& targetArithmeticNamed(std::string_view name);

/// round(@p sum · @p multiplier) as the target computes it, before zero point and clamp. @pre 0 ≤ multiplier < 2^30
std::int64_t requantizedSum(std::int64_t sum, double multiplier, const TargetArithmetic& target);

/// Whether computedBy() knows the operator: QLinearConv, QLinearMatMul and QGemm with a scale of its result.
bool isComputedByTargets(const graph::Node& node);

/// What the node gives of @p inputs on the target; nothing where isComputedByTargets() doesn't hold, or a row of the
/// first operand of a product has a scale of its own. Pairs lie as ONNX Runtime has them: along the inner dimension
/// of a product, in its im2col of two spatial axes; what else such a target multiplies is exact. @throws Error as the
/// operator
std::optional<Tensor> computedBy(const TargetArithmetic& target, const graph::Node& node,
                                 std::span<const Tensor> inputs);

} // namespace ql::ops
