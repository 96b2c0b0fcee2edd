// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/overview/next_steps.h"

#include <QString>

namespace ql::widgets {

/// What the button of a step says: "Skip conv_34 and try it".
QString stepTitle(const report::OverviewStep& step, const report::OverviewState& state);
/// Name of its icon.
const char* stepIcon(report::OverviewAction action);

} // namespace ql::widgets
