// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/ops/tensor.h"

#include <cstdint>

namespace ql::ops {

/// Calls @p body with a zero of the C++ type in which ATen stores integers of that type. @throws Error (TypeMismatch)
template <typename Body>
void withStorage(at::ScalarType type, Body&& body)
{
    switch (type) {
    case at::kChar: return body(std::int8_t{});
    case at::kByte: return body(std::uint8_t{});
    case at::kShort: return body(std::int16_t{});
    case at::kInt: return body(std::int32_t{});
    default:
        throw Error(ErrorCode::TypeMismatch,
                    Message("element type {} is not a quantized integer", c10::toString(type)));
    }
}

template <typename Body>
void withStorage(graph::DataType type, Body&& body)
{
    if (!graph::isQuantizedInteger(type))
        throw Error(ErrorCode::TypeMismatch,
                    Message("type {} is not a quantized integer of 4 to 16 bits", graph::name(type)));
    withStorage(storageType(type), std::forward<Body>(body));
}

/// @p value rounded half to even and clamped; NaN gives @p lowest. @pre the limits are integers below 2^22:
/// adding and subtracting 1.5 · 2^23 then rounds exactly, and compilers vectorise it on every machine.
inline float roundWithin(float value, float lowest, float highest)
{
    constexpr float kRounder = 12582912.0f;
    const float raised = value > lowest ? value : lowest;
    const float clamped = raised < highest ? raised : highest;
    return (clamped + kRounder) - kRounder;
}

} // namespace ql::ops
