// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ql::ops {

/// Numbers through integers and back, as a QuantizeLinear and a DequantizeLinear of the same scale and zero point take
/// them, for scales of at least kLeastScale and at most its reciprocal: x / scale, rounded half to even, within what
/// the type holds less the zero point, times scale, every operation rounded in float32. NaN gives the lowest.
struct RoundTrip {
    /// 2^-80; between here and its reciprocal nothing on the way is too small or too large to be exact.
    static constexpr float kLeastScale = 0x1p-80f;

    float scale = 0.0f;  ///< 0: there is none
    float lowest = 0.0f; ///< the type's limits less the zero point: integers below 2^22
    float highest = 0.0f;

    bool isTaken() const { return scale != 0.0f; }
    float of(float x) const
    {
        constexpr float kRounder = 12582912.0f; // 1.5 · 2^23: adding and subtracting it rounds exactly
        const float steps = x / scale;
        const float raised = steps > lowest ? steps : lowest;
        const float within = raised < highest ? raised : highest;
        return ((within + kRounder) - kRounder) * scale;
    }
};

} // namespace ql::ops
