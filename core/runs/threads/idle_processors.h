// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

namespace ql::runs {

/// The machine's CPU load.
struct Load {
    int running = 0;     ///< threads that want a processor this moment
    double recent = 0.0; ///< and in the last minute on average
};

/// How many of @p all processors are left where @p running other threads want one this moment and @p recent did in the
/// last minute on average: at least 1. A moment alone says little, and the last minute may have been our own.
int idleProcessors(int all, int running, double recent);
/// The largest number of idle processors in a few samples of @p look, a millisecond apart, so that a short burst of
/// another program is ignored. One sample if all are idle; @p all if @p look can't measure the load.
int idleProcessors(int all, const std::function<std::optional<Load>()>& look);
/// The number of idle processors of this machine, measured now.
int idleProcessors(int all);

} // namespace ql::runs
