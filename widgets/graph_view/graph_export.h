// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph_view/graph_look.h"

namespace ql::widgets {

/// Writes the whole picture to @p path as SVG, PDF or PNG by its suffix, beside the target and renamed into place.
/// False if that did not work.
bool exportGraph(const QString& path, const GraphScene& scene, const GraphLook& look);

} // namespace ql::widgets
