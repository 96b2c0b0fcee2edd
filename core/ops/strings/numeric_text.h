// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/tensor.h"

#include <optional>
#include <string_view>

namespace ql::ops {

/// The number that all of @p text says, with blanks around it: "3.14", "+2", "1e-5", "INF", "-inf", "NaN". Nothing when
/// it says none, or one that no float64 holds.
std::optional<double> numberIn(std::string_view text);

/// What Cast makes of strings. Integers are cut off behind the point. The standard's words on numbers in strings:
/// https://onnx.ai/onnx/operators/onnx__Cast.html
/// @throws Error (BadArgument) naming the first element that is no number of type @p to
Tensor numbersOfStrings(const graph::TensorData& strings, graph::DataType to);

/// What Cast makes of numbers: as few digits as it takes to read the same number again ("3.14", "1000", "1e-05"), as
/// numpy writes them; ONNX Runtime writes 8 digits of float32. "NaN", "INF" and "-INF"; bools are "1" and "0".
Tensor stringsOfNumbers(const Tensor& numbers);

} // namespace ql::ops
