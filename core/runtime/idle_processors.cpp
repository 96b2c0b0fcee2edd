// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtime/idle_processors.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>

namespace ql::runtime {

int idleProcessors(int all, int running, double recent)
{
    const double busy = std::min<double>(running, std::round(recent));
    return std::max(1, all - static_cast<int>(std::clamp<double>(busy, 0, all)));
}

int idleProcessors(int all)
{
    double recent = 0.0;
    if (getloadavg(&recent, 1) != 1)
        return all;
    std::ifstream facts("/proc/stat");
    std::string name;
    for (int running = 0; facts >> name; std::getline(facts, name))
        if (name == "procs_running" && facts >> running)
            return idleProcessors(all, running - 1, recent); // one of them asks
    return all;
}

} // namespace ql::runtime
