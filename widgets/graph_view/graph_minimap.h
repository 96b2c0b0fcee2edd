// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph_view/graph_look.h"

#include <QPixmap>
#include <QPointF>
#include <QRectF>
#include <QSize>

#include <optional>

class QPainter;

namespace ql::widgets {

/// The whole graph in a corner of the canvas, with a frame around what is in sight. Drawn once for each look, so that
/// panning costs nothing. Not there while everything is in sight.
class GraphMinimap {
public:
    /// Something other than the place in sight has changed.
    void forget() { m_picture = {}; }
    /// @p visible in scene coordinates, @p canvas in pixels.
    void paint(QPainter& painter, const GraphScene& scene, const GraphLook& look, const QRectF& visible,
               const QSize& canvas);
    /// The place of the scene under a pixel of the canvas; nothing beside the map.
    std::optional<QPointF> sceneAt(const QPointF& pixel) const;

private:
    void draw(const GraphScene& scene, const GraphLook& look, double sharpness);

    QPixmap m_picture;
    QRectF m_frame; ///< in the canvas; empty while the map is not there
    QSizeF m_sceneSize;
};

} // namespace ql::widgets
