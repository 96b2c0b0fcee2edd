// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/diagnostic.h"

#include <QPointF>
#include <QSizeF>

class QColor;
class QPainter;

namespace ql::widgets {

constexpr double kMarkSize = 15.0; ///< across, in the scene

/// Where the error starts: a target, filled where a controlled run showed it, else hollow. @p size is its width.
void paintOriginMark(QPainter& painter, const QPointF& centre, double size, bool isMeasured, const QColor& background);

/// A layer with advice: a triangle, filled for an error, else hollow. Nothing for a mere note.
void paintAdviceMark(QPainter& painter, const QPointF& centre, results::Severity severity, const QColor& ink,
                     const QColor& background);

/// A module or weight that is used more than once: a square before another.
void paintSharedMark(QPainter& painter, const QPointF& centre, double size, const QColor& ink,
                     const QColor& background);

} // namespace ql::widgets
