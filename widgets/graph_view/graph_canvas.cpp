// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_canvas.h"

#include "widgets/graph_view/graph_painter.h"
#include "widgets/style/color_scale.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ql::widgets {

namespace {

constexpr double kZoomPerStep = 1.2;
constexpr double kLeastZoom = 0.01;
constexpr double kMostZoom = 4.0;
constexpr double kLeastReadable = 0.75; ///< a tall graph begins at its top instead of as a hair
constexpr double kCanvasMargin = 16.0;

} // namespace

GraphCanvas::GraphCanvas(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(160, 60);
}

void GraphCanvas::setScene(std::shared_ptr<const GraphScene> scene)
{
    const auto placeOf = [this](const GraphScene& shown) -> std::optional<QPointF> {
        const auto node = std::size_t(m_look.selected);
        if (m_look.selected < 0 || node >= shown.itemOfNode.size())
            return {};
        return shown.items[std::size_t(shown.itemOfNode[node])].rect.center();
    };
    const auto before = m_scene && !m_isFitted ? placeOf(*m_scene) : std::nullopt;
    m_scene = std::move(scene);
    m_minimap.forget();
    const auto after = m_scene ? placeOf(*m_scene) : std::nullopt;
    if (before && after)
        m_offset += (*before - *after) * m_zoom;
    else if (m_scene) {
        fit();
        Q_EMIT fitted(false);
    }
    update();
}

void GraphCanvas::setReason(const QString& reason)
{
    m_reason = reason;
    update();
}

void GraphCanvas::zoomBy(double factor, std::optional<QPointF> anchor)
{
    zoomTo(m_zoom * factor, anchor.value_or(middle()) - middle());
}

void GraphCanvas::zoomTo(double zoom, const QPointF& anchor)
{
    const QPointF fixed = middle() + anchor;
    const QPointF held = toScene(fixed);
    m_zoom = std::clamp(zoom, kLeastZoom, kMostZoom);
    m_offset = fixed - held * m_zoom;
    m_isFitted = m_showsWhole = false;
    update();
}

void GraphCanvas::panBy(const QPointF& pixels)
{
    m_offset += pixels;
    m_isFitted = m_showsWhole = false;
    update();
}

void GraphCanvas::userPan(const QPointF& pixels)
{
    panBy(pixels);
    Q_EMIT panned(pixels);
}

void GraphCanvas::userZoom(double factor, const QPointF& anchor)
{
    zoomBy(factor, anchor);
    Q_EMIT zoomed(anchor - middle());
}

void GraphCanvas::fitWhole()
{
    m_showsWhole = true;
    fit();
}

void GraphCanvas::userFit()
{
    fitWhole();
    Q_EMIT fitted(true);
}

void GraphCanvas::fit(double mostZoom)
{
    if (!m_scene || m_scene->size.isEmpty())
        return;
    const QSizeF& size = m_scene->size;
    const double wide = (width() - 2 * kCanvasMargin) / size.width();
    const double high = (height() - 2 * kCanvasMargin) / size.height();
    const double across = m_scene->isSideways ? high : wide;
    const double whole = std::min(wide, high);
    m_zoom = std::clamp(whole, m_showsWhole ? std::min(whole, kLeastZoom) : kLeastZoom, kMostFit);
    if (!m_showsWhole && m_zoom < kLeastReadable && across > m_zoom)
        m_zoom = std::clamp(across, m_zoom, kLeastReadable);
    m_zoom = std::min(m_zoom, mostZoom);
    m_offset = QPointF((width() - size.width() * m_zoom) / 2.0, (height() - size.height() * m_zoom) / 2.0);
    if (m_scene->isSideways)
        m_offset.setX(std::max(kCanvasMargin, m_offset.x()));
    else
        m_offset.setY(std::max(kCanvasMargin, m_offset.y()));
    m_isFitted = true;
    showSelected();
    update();
}

std::optional<QPointF> GraphCanvas::placeOfSelected() const
{
    const auto node = std::size_t(m_look.selected);
    if (!m_scene || m_look.selected < 0 || node >= m_scene->itemOfNode.size())
        return {};
    return toWidget(m_scene->items[std::size_t(m_scene->itemOfNode[node])].rect.center());
}

void GraphCanvas::showSelected()
{
    const auto place = placeOfSelected();
    if (place
        && !QRectF(rect()).adjusted(kCanvasMargin, kCanvasMargin, -kCanvasMargin, -kCanvasMargin).contains(*place))
        m_offset += middle() - *place;
    update();
}

void GraphCanvas::centreSelected()
{
    if (const auto place = placeOfSelected())
        panBy(middle() - *place);
}

int GraphCanvas::itemAt(const QPointF& widget) const
{
    if (!m_scene)
        return -1;
    const QPointF place = toScene(widget);
    // What is inside comes after its frame.
    for (int item = int(m_scene->items.size()) - 1; item >= 0; --item)
        if (m_scene->items[std::size_t(item)].rect.contains(place))
            return item;
    return -1;
}

void GraphCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    if (!m_scene || m_scene->items.empty()) {
        painter.setPen(mutedColor(palette().color(QPalette::Text), palette().color(QPalette::Base)));
        painter.drawText(QRectF(rect()).adjusted(kCanvasMargin, kCanvasMargin, -kCanvasMargin, -kCanvasMargin),
                         Qt::AlignCenter | Qt::TextWordWrap, m_reason);
        return;
    }
    m_look.palette = palette();
    m_look.font = font();
    painter.save();
    painter.translate(m_offset);
    painter.scale(m_zoom, m_zoom);
    paintGraph(painter, *m_scene, m_look, visibleScene(), m_zoom);
    painter.restore();
    m_minimap.paint(painter, *m_scene, m_look, visibleScene(), size());
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void GraphCanvas::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers() & Qt::ShiftModifier) {
        userPan(QPointF(event->angleDelta().y() / 2.0, 0.0));
    } else {
        userZoom(std::pow(kZoomPerStep, event->angleDelta().y() / 120.0), event->position());
    }
    event->accept();
}

void GraphCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_isOnMap = event->button() == Qt::LeftButton && !m_isSpaceHeld && centerOnMinimapPoint(event->position());
    if (m_isOnMap)
        return;
    m_pressed = event->position();
    m_lastPlace = event->position();
    m_isDragging = m_isSpaceHeld; // never a click
    if (m_isSpaceHeld)
        setCursor(Qt::ClosedHandCursor);
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isOnMap)
        centerOnMinimapPoint(event->position());
    if (!m_pressed)
        return;
    const QPointF moved = event->position() - *m_pressed;
    m_isDragging = m_isDragging || moved.manhattanLength() >= QApplication::startDragDistance();
    if (m_isDragging)
        userPan(event->position() - std::exchange(m_lastPlace, event->position()));
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_pressed && !m_isDragging && event->button() == Qt::LeftButton)
        clickItem(itemAt(event->position()), event->position());
    m_pressed.reset();
    m_isDragging = false;
    m_isOnMap = false;
    holdSpace(m_isSpaceHeld);
}

void GraphCanvas::holdSpace(bool isHeld)
{
    m_isSpaceHeld = isHeld;
    if (isHeld)
        setCursor(Qt::OpenHandCursor);
    else
        unsetCursor();
}

bool GraphCanvas::centerOnMinimapPoint(const QPointF& widget)
{
    const auto place = m_minimap.sceneAt(widget);
    if (!place)
        return false;
    userPan(middle() - toWidget(*place));
    return true;
}

void GraphCanvas::clickItem(int item, const QPointF& widget)
{
    if (item < 0)
        return;
    const SceneItem& clicked = m_scene->items[std::size_t(item)];
    if (clicked.node >= 0)
        Q_EMIT nodeClicked(clicked.node);
    else if (cornerOf(clicked).adjusted(-4, -4, 4, 4).contains(toScene(widget)))
        Q_EMIT scopeToggled(clicked.scope);
}

void GraphCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    // The menu key means the selected node.
    const bool isByMouse = event->reason() == QContextMenuEvent::Mouse;
    const bool hasSelected = placeOfSelected().has_value();
    const int item =
        isByMouse || !hasSelected ? itemAt(event->pos()) : m_scene->itemOfNode[std::size_t(m_look.selected)];
    if (item >= 0)
        Q_EMIT menuRequested(item, event->globalPos());
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (m_minimap.sceneAt(event->position()))
        return;
    const int item = itemAt(event->position());
    if (item < 0)
        userFit();
    else if (const SceneItem& clicked = m_scene->items[std::size_t(item)]; clicked.node >= 0)
        Q_EMIT inspectorRequested();
    else
        Q_EMIT scopeToggled(clicked.scope);
}

void GraphCanvas::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: userZoom(kZoomPerStep, middle()); break;
    case Qt::Key_Minus: userZoom(1.0 / kZoomPerStep, middle()); break;
    case Qt::Key_0: userFit(); break;
    case Qt::Key_Space:
        if (!event->isAutoRepeat())
            holdSpace(true);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter: Q_EMIT inspectorRequested(); break;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right: walk(event->key()); break;
    default: QWidget::keyPressEvent(event);
    }
}

void GraphCanvas::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() != Qt::Key_Space)
        return QWidget::keyReleaseEvent(event);
    if (!event->isAutoRepeat())
        holdSpace(false);
}

void GraphCanvas::focusOutEvent(QFocusEvent* event)
{
    holdSpace(false);
    QWidget::focusOutEvent(event);
}

void GraphCanvas::walk(int key)
{
    if (!placeOfSelected())
        return;
    const int node = neighbourOf(*m_scene, m_scene->itemOfNode[std::size_t(m_look.selected)], key);
    if (node >= 0)
        Q_EMIT nodeClicked(node);
}

void GraphCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (!m_isFitted)
        return;
    fit();
    Q_EMIT fitted(false);
}

bool GraphCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        m_minimap.forget();
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const int item = itemAt(help->pos());
    if (item < 0) {
        QToolTip::hideText();
        return true;
    }
    QToolTip::showText(help->globalPos(), tipOf(m_look, m_scene->items[std::size_t(item)], m_metric), this);
    return true;
}

} // namespace ql::widgets
