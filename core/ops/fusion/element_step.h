// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/passes/smooth_map.h"
#include "core/ops/passes/vector_map.h"
#include "core/ops/tensor.h"

#include <optional>
#include <span>
#include <variant>

namespace ql::ops {

/// One of several element-wise nodes in a row, as passes over memory do its work.
struct ElementStep {
    enum class Other { None, Number, Operand };

    std::variant<UnaryMap, SmoothMap, BinaryMap> map;
    Other other = Other::None; ///< the other operand of a BinaryMap
    bool isOtherLeft = false;
    float number = 0.0f;
};

/// What @p steps make of @p x one after the other, bit for bit as their nodes would: tile by tile, so that what is
/// between them stays in the first cache. @p operand is what BinaryMaps with an operand read, or null. Nothing where
/// one of both isn't contiguous float32 of the same shape, of rank 1 or more.
std::optional<Tensor> ranInTiles(std::span<const ElementStep> steps, const Tensor& x, const Tensor* operand);

} // namespace ql::ops
