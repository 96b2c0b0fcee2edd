// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer.h"

#include <QIcon>
#include <QKeySequence>

class QAction;
class QToolButton;
class QWidget;

namespace ql::widgets {

inline constexpr int kPanelIconSize = 16; ///< beside a line of text

/// resources/icons/<name>.svg in the palette's colours of the moment, sharp at every size.
QIcon icon(const char* name);
/// Differs in shape as well as in colour.
QIcon severityIcon(results::Severity severity);
/// The program's own icon.
QIcon applicationIcon();

void setLook(QAction& action, const char* iconName, const QKeySequence& shortcut);
/// A button for @p action with its icon and words.
QToolButton* actionButton(QAction* action, QWidget* parent);
/// The same without a frame while the mouse is elsewhere.
QToolButton* flatButton(QAction* action, QWidget* parent);

} // namespace ql::widgets
