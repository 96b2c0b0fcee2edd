// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/bias_steps.h"

#include <cmath>

namespace ql::analysis {

std::optional<BiasOverflow> biasOverflow(const std::vector<double>& bias, double inputScale,
                                         const std::vector<double>& weightScales)
{
    constexpr double kMost = 2147483647.0 * (1.0 - 1e-7); // scales are rounded to float32
    BiasOverflow worst;
    for (std::size_t i = 0; i < bias.size() && !weightScales.empty(); ++i) {
        const double step = inputScale * weightScales[weightScales.size() == 1 ? 0 : i % weightScales.size()];
        if (step > 0.0 && std::abs(bias[i] / step) > std::abs(worst.integer))
            worst = {i, bias[i] / step, step};
    }
    return std::abs(worst.integer) >= kMost ? std::optional(worst) : std::nullopt;
}

} // namespace ql::analysis
