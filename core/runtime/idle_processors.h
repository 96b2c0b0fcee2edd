// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

namespace ql::runtime {

/// What other programs want of this machine.
struct Load {
    int running = 0;     ///< threads that want a processor this moment
    double recent = 0.0; ///< and in the last minute on average
};

/// How many of @p all processors are left where @p running other threads want one this moment and @p recent did in the
/// last minute on average: at least 1. A moment alone says little, and the last minute may have been our own.
int idleProcessors(int all, int running, double recent);
/// The most that a few looks, a millisecond apart, find idle: who runs for a moment only takes none away, also after a
/// busy minute. One look where all are idle; @p all where @p look finds nothing.
int idleProcessors(int all, const std::function<std::optional<Load>()>& look);
/// The same of this machine now.
int idleProcessors(int all);

} // namespace ql::runtime
