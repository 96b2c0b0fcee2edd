// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/quantization/quantization_parameters.h"

namespace ql::ops {

/// A float tensor quantized to uint8 with the scale and zero point that its own range, widened to hold 0, asks for.
struct DynamicallyQuantized {
    Tensor values;
    float scale = 1.0f;
    std::int32_t zeroPoint = 0;
};

/// The formula of ONNX's DynamicQuantizeLinear. A range of zero gets scale 1 as in ONNX Runtime; NaN is passed over
/// when the range is looked for.
DynamicallyQuantized quantizeDynamically(const at::Tensor& x);

} // namespace ql::ops
