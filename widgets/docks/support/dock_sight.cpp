// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/dock_sight.h"

#include <QWidget>

namespace ql::widgets {

bool isInSight(const QWidget& widget)
{
    QRect seen = widget.rect();
    for (const QWidget* around = &widget; !around->isWindow(); around = around->parentWidget())
        seen = seen.translated(around->pos()) & around->parentWidget()->rect();
    return widget.isVisible() && !seen.isEmpty();
}

} // namespace ql::widgets
