// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph_view/graph_look.h"

namespace ql::widgets {

/// What the tool tip of @p item says, letter by letter; @p metric is the title of the values' metric.
QString tipOf(const GraphLook& look, const SceneItem& item, const QString& metric);

} // namespace ql::widgets
