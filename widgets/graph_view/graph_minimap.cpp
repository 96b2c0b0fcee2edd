// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_minimap.h"

#include "widgets/graph_view/graph_painter.h"

#include <QPainter>

#include <algorithm>

namespace ql::widgets {

namespace {
constexpr QSizeF kMostSize(170.0, 130.0);
constexpr double kMapMargin = 8.0;
constexpr double kLeastCanvas = 2.2; ///< times the map: it gives way in a small canvas
constexpr double kLeastSize = 60.0;
constexpr float kBehind = 0.92F;
} // namespace

void GraphMinimap::draw(const GraphScene& scene, const GraphLook& look, double sharpness)
{
    const double scale = m_frame.width() / scene.size.width();
    m_picture = QPixmap((m_frame.size() * sharpness).toSize().expandedTo({1, 1}));
    m_picture.setDevicePixelRatio(sharpness);
    QColor behind = look.palette.color(QPalette::Base);
    behind.setAlphaF(kBehind);
    m_picture.fill(behind);
    QPainter painter(&m_picture);
    painter.scale(scale, scale);
    paintGraph(painter, scene, look, QRectF(QPointF(), scene.size), 0.0);
}

void GraphMinimap::paint(QPainter& painter, const GraphScene& scene, const GraphLook& look, const QRectF& visible,
                         const QSize& canvas)
{
    m_frame = {};
    const QSizeF most = kMostSize.boundedTo(QSizeF(canvas) / kLeastCanvas);
    const bool hasRoom = std::min(most.width(), most.height()) > kLeastSize;
    if (scene.size.isEmpty() || !hasRoom || visible.contains(QRectF(QPointF(), scene.size)))
        return;
    m_sceneSize = scene.size;
    const QSizeF size = scene.size.scaled(most, Qt::KeepAspectRatio).expandedTo({4.0, 4.0});
    m_frame =
        QRectF(QPointF(canvas.width() - kMapMargin - size.width(), canvas.height() - kMapMargin - size.height()), size);
    const double sharpness = painter.device()->devicePixelRatioF();
    if (m_picture.isNull() || m_picture.deviceIndependentSize().toSize() != size.toSize())
        draw(scene, look, sharpness);
    painter.drawPixmap(m_frame.topLeft(), m_picture);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(look.palette.color(QPalette::Mid));
    painter.drawRect(m_frame);
    const double scale = m_frame.width() / scene.size.width();
    const QRectF inSight(m_frame.topLeft() + visible.topLeft() * scale, visible.size() * scale);
    painter.setPen(QPen(look.palette.color(QPalette::Highlight), 1.6));
    painter.drawRect(inSight.intersected(m_frame));
}

std::optional<QPointF> GraphMinimap::sceneAt(const QPointF& pixel) const
{
    if (m_frame.isEmpty() || !m_frame.contains(pixel))
        return std::nullopt;
    return (pixel - m_frame.topLeft()) * (m_sceneSize.width() / m_frame.width());
}

} // namespace ql::widgets
