// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/runs/threads/idle_processors.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <thread>

namespace ql::runs {

int idleProcessors(int all, int running, double recent)
{
    const double busy = std::min<double>(running, std::round(recent));
    return std::max(1, all - static_cast<int>(std::clamp<double>(busy, 0, all)));
}

int idleProcessors(int all, const std::function<std::optional<Load>()>& look)
{
    constexpr int kLooks = 5;
    constexpr auto kBetween = std::chrono::milliseconds(1); // a shell or a window that paints is done by then
    int idle = 1;
    for (int i = 0; i < kLooks && idle < all; ++i) {
        if (i > 0)
            std::this_thread::sleep_for(kBetween);
        const auto load = look();
        if (!load)
            return all;
        idle = std::max(idle, idleProcessors(all, load->running, load->recent));
    }
    return idle;
}

int idleProcessors(int all)
{
    return idleProcessors(all, []() -> std::optional<Load> {
        Load load;
        double ignored = 0.0;
        // "0.20 0.18 0.12 1/80 11206"; one of those that run asks.
        if (std::ifstream("/proc/loadavg") >> load.recent >> ignored >> ignored >> load.running)
            return Load{load.running - 1, load.recent};
        return std::nullopt;
    });
}

} // namespace ql::runs
