// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/idle_processors.h"

#include <algorithm>
#include <cmath>
#include <fstream>

namespace ql::runtime {

int idleProcessors(int all, int running, double recent)
{
    const double busy = std::min<double>(running, std::round(recent));
    return std::max(1, all - static_cast<int>(std::clamp<double>(busy, 0, all)));
}

int idleProcessors(int all)
{
    double recent = 0.0;
    double ignored = 0.0;
    int running = 0;
    // "0.20 0.18 0.12 1/80 11206"; one of those that run asks.
    if (std::ifstream("/proc/loadavg") >> recent >> ignored >> ignored >> running)
        return idleProcessors(all, running - 1, recent);
    return all;
}

} // namespace ql::runtime
