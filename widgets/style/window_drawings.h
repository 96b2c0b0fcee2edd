// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/style/canvas.h"

/// Drawings of what the window does: files, layout, the config's edits.
namespace ql::widgets {

void drawSave(const Canvas& canvas);
void drawExport(const Canvas& canvas);
void drawShowAll(const Canvas& canvas);
void drawLayout(const Canvas& canvas);
void drawGuide(const Canvas& canvas);
void drawStep(const Canvas& canvas);
void drawKeyboard(const Canvas& canvas);
void drawAbout(const Canvas& canvas);
void drawQuit(const Canvas& canvas);
void drawConfig(const Canvas& canvas);
void drawTry(const Canvas& canvas);
void drawTune(const Canvas& canvas);
void drawInt16(const Canvas& canvas);
void drawSkip(const Canvas& canvas);
void drawRestore(const Canvas& canvas);
void drawCopy(const Canvas& canvas);
void drawDelete(const Canvas& canvas);

} // namespace ql::widgets
