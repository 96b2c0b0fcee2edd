// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ql::widgets {

class MainWindow;

/// Waits until @p window has nothing left to do, writes its picture to @p path and ends the event loop: with 0, or
/// with 1 if something failed or the file cannot be written.
void quitAfterScreenshot(MainWindow& window, const QString& path);

} // namespace ql::widgets
