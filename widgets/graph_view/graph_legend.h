// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph_view/graph_look.h"

#include <QSize>

class QPainter;

namespace ql::widgets {

/// What the colours mean, into the lower left corner of a canvas: @p title is the metric's. Nothing without a title.
void paintGraphLegend(QPainter& painter, const GraphLook& look, const QString& title, const QSize& canvas);

} // namespace ql::widgets
