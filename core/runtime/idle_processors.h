// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ql::runtime {

/// How many of @p all processors are left where @p running other threads want one this moment and @p recent did in the
/// last minute on average: at least 1. A moment alone says little, and the last minute may have been our own.
int idleProcessors(int all, int running, double recent);
/// The same of this machine now; @p all where the system doesn't tell.
int idleProcessors(int all);

} // namespace ql::runtime
