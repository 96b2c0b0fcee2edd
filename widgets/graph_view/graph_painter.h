// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph_view/graph_look.h"

class QPainter;

namespace ql::widgets {

/// Paints the part of @p scene within @p visible (in scene coordinates; the painter is already transformed). With less
/// @p zoom there is less to read: names go first, then everything but fills.
void paintGraph(QPainter& painter, const GraphScene& scene, const GraphLook& look, const QRectF& visible, double zoom);

/// The rectangle of a scope's − or + corner.
QRectF cornerOf(const SceneItem& item);

/// Paints the part of @p scene within @p visible (in scene coordinates; the painter is already transformed) as it looks
/// from far away: fills and straight lines. Boxes that share a pixel are one, which shows the worst of them.
/// @p selected is an item, or -1.
void paintDistantGraph(QPainter& painter, const GraphScene& scene, const GraphLook& look, const QRectF& visible,
                       int selected);

} // namespace ql::widgets
