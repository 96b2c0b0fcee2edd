// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/torch/torch_functions.h"

#include <span>

namespace ql::ops {

/// An operator of the library "quantized_decomposed", by which PyTorch 2's export says where it quantizes. Formulas
/// are PyTorch's: integers are clamp(round(x · (1 / scale)) + zero point), numbers (integer − zero point) · scale;
/// chosen scales cover zero, the smallest and the largest element.
struct DecomposedOperator {
    std::string_view name;   ///< with its overload: "quantized_decomposed::choose_qparams.tensor"
    std::string_view schema; ///< without the library's name
    std::vector<c10::IValue> (*function)(std::vector<c10::IValue>);
};

std::span<const DecomposedOperator> decomposedOperators();

} // namespace ql::ops
