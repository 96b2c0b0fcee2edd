// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QMenu;

namespace ql::widgets {

class Workbench;

/// Adds what every view offers for the layer of that name: to see it in the other views, and to show only its scope.
/// Nothing for an empty name.
void addLayerActions(QMenu& menu, Workbench& workbench, const QString& layer);

} // namespace ql::widgets
