// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/ops/integers/integer_filters.h"
#include "core/ops/passes/window.h"
#include "core/ops/quantization/quantized_arithmetic.h"

#include <functional>
#include <variant>
#include <vector>

namespace ql::ops {

/// An 8-bit tensor and what is subtracted from its integers: one zero point, one per index of a channel axis, or a
/// tensor that broadcasts.
struct IntegerOperand {
    Tensor values;
    std::vector<std::int32_t> zeroPoints;
    at::Tensor broadcastZeroPoints = {}; ///< where defined, it counts
};

/// int32 sums as they are, times multipliers in float32, or requantized. Multipliers: one, or one per channel of the
/// result: filters of a convolution, columns of a product.
struct ScaledSums {
    std::vector<float> multipliers;
    std::vector<float> bias = {}; ///< of a convolution: none, or one per filter, added in float32
    FloatEpilogue epilogue = {};  ///< of a convolution: what follows
};
using SumsBecome = std::variant<std::monostate, ScaledSums, Requantization>;

/// The right operand of matrix products, packed once for all of them: one per matrix of the batch.
using IntegerColumns = std::vector<PackedColumns>;
IntegerColumns packColumns(const at::Tensor& values);
/// Gives what packing gave before, or packs.
using ColumnMemory = std::function<std::shared_ptr<const IntegerColumns>(const std::function<IntegerColumns()>& pack)>;

/// Matrix product as numpy's matmul, in int32 (wrapping around), exact. @throws Error (ShapeMismatch)
Tensor exactProduct(const IntegerOperand& a, const IntegerOperand& b, const SumsBecome& become = {},
                    const ColumnMemory& memory = {});

/// Likewise for a convolution's filters.
using FilterMemory = std::function<std::shared_ptr<const PackedFilters>(const std::function<PackedFilters()>& pack)>;
/// Convolution of x [N, C, …] with w [M, C/groups, …] along one to three axes, int32, exact.
/// @throws Error (ShapeMismatch) when ranks or channels don't fit.
Tensor exactConvolution(const IntegerOperand& x, const IntegerOperand& w, const ConvolutionAttributes& attributes,
                        const SumsBecome& become = {}, const FilterMemory& memory = {});

enum class Granularity { PerTensor, PerChannel };

/// An 8-bit operand and its zero point (0 when omitted), which is checked: type, and one element or, where
/// allowed, one per index of @p channelAxis (negative counts from the end). @p name is "x", "w" … for errors.
IntegerOperand integerOperand(const Tensor& operand, const Tensor& zeroPoint, const Message& name,
                              std::int64_t channelAxis, Granularity granularity);

/// A quantized operand and the scales that belong to it.
struct ScaledOperand {
    IntegerOperand integers;
    std::vector<float> scales;
};
/// The same with scales.
ScaledOperand scaledOperand(const Tensor& operand, const Tensor& scale, const Tensor& zeroPoint, const Message& name,
                            std::int64_t channelAxis, Granularity granularity);

} // namespace ql::ops
