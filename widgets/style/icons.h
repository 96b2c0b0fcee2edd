// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"

#include <QIcon>

namespace ql::widgets {

inline constexpr int kPanelIconSize = 16; ///< beside a line of text

/// resources/icons/<name>.svg in the palette's colours of the moment, sharp at every size.
QIcon icon(const char* name);
/// Differs in shape as well as in colour.
QIcon severityIcon(results::Severity severity);
/// The program's own icon.
QIcon applicationIcon();

} // namespace ql::widgets
