// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format/loss_words.h"

#include <fmt/format.h>

namespace ql::report {

std::string lossLine(double percent)
{
    constexpr double kMistake = 4.0;
    constexpr double kQuantization = 1.5;
    if (percent > kMistake)
        return fmt::format(
            "{:.2f} % lost: above {:.0f} % rather a mistake (preprocessing, config, calibration data) than "
            "quantization itself\n",
            percent, kMistake);
    if (percent >= kQuantization)
        return fmt::format("{:.2f} % lost: from {:.1f} to {:.0f} % it is rather quantization itself, which tuning wins "
                           "back\n",
                           percent, kQuantization, kMistake);
    return {};
}

} // namespace ql::report
