// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace ql::widgets {

/// Whether some of @p widget stands inside its window. A dock behind another's tab is visible for Qt and stands
/// outside; what a widget shows in its children is seen all the same, other than by QWidget::visibleRegion().
bool isInSight(const QWidget& widget);

} // namespace ql::widgets
