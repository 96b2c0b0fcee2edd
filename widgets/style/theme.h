// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QPalette;

namespace ql::widgets {

/// A dark palette of our own, for Fusion.
QPalette darkPalette();
/// Its light twin.
QPalette lightPalette();

/// Gives the application the look @p name: "light", "dark", or the system's where it is empty. May be called at any
/// time on the GUI thread; the first call remembers what the system's is.
void applyTheme(const QString& name);

} // namespace ql::widgets
