// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>

class QMenu;

namespace ql::widgets {

class Workbench;

/// Adds what every view offers for the layer of that name: to see it in the other views, and to show only its scope.
/// Nothing for an empty name.
void addLayerActions(QMenu& menu, Workbench& workbench, const QString& layer);

/// Adds what pairs the layer of that name by hand with one of the analysis model, or forgets that. Nothing where no
/// analysis model was compared.
void addPairActions(QMenu& menu, Workbench& workbench, const QString& layer);

/// Keeps the pair in the session's map file, beside the baseline where there is none yet, and compares again. An empty
/// @p analysis forgets what @p baseline was paired with.
void pairByHand(Workbench& workbench, const std::string& baseline, const std::string& analysis);

} // namespace ql::widgets
