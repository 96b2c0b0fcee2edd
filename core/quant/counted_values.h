// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/integer_format.h"

#include <vector>

namespace ql::quant {

/// Distinct values, rising, and how often each occurs; both as long.
struct CountedValues {
    std::vector<double> values;
    std::vector<double> counts;
};

/// What values are clamped to before they are rounded to multiples of the scale.
struct RoundedRange {
    double low = 0.0;
    double high = 0.0;
    double scale = 1.0; ///< above 0
};

/// Σ count · (x̂ − x)², x̂ = round(clamp(x, low, high) / scale) · scale, halves to even.
double squaredError(const CountedValues& counted, const RoundedRange& range);

/// What @p parameters (per tensor) in @p format do to values.
RoundedRange roundedRange(const Parameters& parameters, const IntegerFormat& format);

} // namespace ql::quant
