// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace ql::analysis {

/// A bias that overflows int32 when it is quantized with the layer's scale (input scale · weight scale).
struct BiasOverflow {
    std::size_t channel = 0;
    double integer = 0.0; ///< the bias, in steps
    double step = 0.0;    ///< the input's scale times the weight's
};

/// The worst channel of @p bias (real numbers, one per output channel), with one scale or one per channel of the
/// weight. Integers at the very end of int32 were cut off there already. Nothing where all fit.
std::optional<BiasOverflow> biasOverflow(const std::vector<double>& bias, double inputScale,
                                         const std::vector<double>& weightScales);

} // namespace ql::analysis
