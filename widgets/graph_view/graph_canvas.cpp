// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_canvas.h"

#include "widgets/graph_view/graph_painter.h"
#include "widgets/models/color_scale.h"
#include "widgets/models/display_text.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ql::widgets {

namespace {

constexpr double kZoomPerStep = 1.2;
constexpr double kLeastZoom = 0.01;
constexpr double kMostZoom = 4.0;
constexpr double kMostFit = 1.1;        ///< a small graph is not blown up
constexpr double kLeastReadable = 0.75; ///< a tall graph begins at its top instead of as a hair
constexpr double kMargin = 16.0;
constexpr int kLegendWidth = 120;

} // namespace

GraphCanvas::GraphCanvas(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(200, 120);
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
    else if (m_scene)
        fit();
    update();
}

void GraphCanvas::setLegend(const QString& title)
{
    m_legend = title;
    update();
}

void GraphCanvas::setReason(const QString& reason)
{
    m_reason = reason;
    update();
}

void GraphCanvas::zoomBy(double factor, std::optional<QPointF> anchor)
{
    const QPointF fixed = anchor.value_or(QRectF(rect()).center());
    const QPointF held = toScene(fixed);
    m_zoom = std::clamp(m_zoom * factor, kLeastZoom, kMostZoom);
    m_offset = fixed - held * m_zoom;
    m_isFitted = false;
    update();
}

void GraphCanvas::fit()
{
    if (!m_scene || m_scene->size.isEmpty())
        return;
    const double wide = (width() - 2 * kMargin) / m_scene->size.width();
    const double high = (height() - 2 * kMargin) / m_scene->size.height();
    m_zoom = std::clamp(std::min(wide, high), kLeastZoom, kMostFit);
    if (m_zoom < kLeastReadable && wide > m_zoom)
        m_zoom = std::clamp(wide, m_zoom, kLeastReadable);
    m_offset = QPointF((width() - m_scene->size.width() * m_zoom) / 2.0,
                       std::max(kMargin, (height() - m_scene->size.height() * m_zoom) / 2.0));
    m_isFitted = true;
    showSelected();
    update();
}

void GraphCanvas::showSelected()
{
    const auto node = std::size_t(m_look.selected);
    if (!m_scene || m_look.selected < 0 || node >= m_scene->itemOfNode.size())
        return;
    const QPointF place = toWidget(m_scene->items[std::size_t(m_scene->itemOfNode[node])].rect.center());
    if (!QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin).contains(place))
        m_offset += QRectF(rect()).center() - place;
    update();
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
        painter.drawText(QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin),
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
    paintLegend(painter);
    m_minimap.paint(painter, *m_scene, m_look, visibleScene(), size());
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void GraphCanvas::paintLegend(QPainter& painter) const
{
    if (m_legend.isEmpty())
        return;
    const QFontMetricsF metrics(font());
    const QString good = tr("harmless");
    const QString bad = tr("bad");
    const double goodWidth = metrics.horizontalAdvance(good) + 6;
    const double badWidth = metrics.horizontalAdvance(bad) + 6;
    const double width = std::max(goodWidth + kLegendWidth + badWidth, metrics.horizontalAdvance(m_legend)) + 12;
    const double height = 2 * metrics.height() + 12;
    const QRectF box(8, this->height() - height - 8, width, height);
    QColor behind = palette().color(QPalette::Base);
    behind.setAlphaF(0.9F);
    painter.setPen(mutedColor(palette().color(QPalette::Text), palette().color(QPalette::Base), 0.6));
    painter.setBrush(behind);
    painter.drawRect(box);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(box.adjusted(6, 4, -6, -4), Qt::AlignLeft | Qt::AlignTop, m_legend);
    const double top = box.top() + metrics.height() + 6;
    painter.drawText(QRectF(box.left() + 6, top, goodWidth, metrics.height()), Qt::AlignVCenter, good);
    for (int step = 0; step < kLegendWidth; ++step)
        painter.fillRect(QRectF(box.left() + 6 + goodWidth + step, top + 3, 1.5, metrics.height() - 6),
                         cividis(double(step) / (kLegendWidth - 1)));
    painter.drawText(QRectF(box.left() + 12 + goodWidth + kLegendWidth, top, badWidth, metrics.height()),
                     Qt::AlignVCenter, bad);
}

void GraphCanvas::wheelEvent(QWheelEvent* event)
{
    if (event->modifiers() & Qt::ShiftModifier) {
        m_offset += QPointF(event->angleDelta().y() / 2.0, 0.0);
        m_isFitted = false;
        update();
    } else {
        zoomBy(std::pow(kZoomPerStep, event->angleDelta().y() / 120.0), event->position());
    }
    event->accept();
}

void GraphCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_isOnMap = event->button() == Qt::LeftButton && goToMapPlace(event->position());
    if (m_isOnMap)
        return;
    m_pressed = event->position();
    m_pressedOffset = m_offset;
    m_isDragging = false;
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isOnMap)
        goToMapPlace(event->position());
    if (!m_pressed)
        return;
    const QPointF moved = event->position() - *m_pressed;
    m_isDragging = m_isDragging || moved.manhattanLength() >= QApplication::startDragDistance();
    if (!m_isDragging)
        return;
    m_offset = m_pressedOffset + moved;
    m_isFitted = false;
    update();
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_pressed && !m_isDragging && event->button() == Qt::LeftButton)
        clickItem(itemAt(event->position()), event->position());
    m_pressed.reset();
    m_isDragging = false;
    m_isOnMap = false;
}

bool GraphCanvas::goToMapPlace(const QPointF& widget)
{
    const auto place = m_minimap.sceneAt(widget);
    if (!place)
        return false;
    m_offset = QRectF(rect()).center() - *place * m_zoom;
    m_isFitted = false;
    update();
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
    int node = event->reason() == QContextMenuEvent::Mouse ? -1 : m_look.selected;
    if (const int item = itemAt(event->pos()); node < 0 && item >= 0)
        node = m_scene->items[std::size_t(item)].node;
    if (node >= 0)
        Q_EMIT menuRequested(node, event->globalPos());
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (m_minimap.sceneAt(event->position()))
        return;
    const int item = itemAt(event->position());
    if (item < 0)
        fit();
    else if (const SceneItem& clicked = m_scene->items[std::size_t(item)]; clicked.node >= 0)
        Q_EMIT inspectorRequested();
    else
        Q_EMIT scopeToggled(clicked.scope);
}

void GraphCanvas::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(kZoomPerStep); break;
    case Qt::Key_Minus: zoomBy(1.0 / kZoomPerStep); break;
    case Qt::Key_0: fit(); break;
    case Qt::Key_Return:
    case Qt::Key_Enter: Q_EMIT inspectorRequested(); break;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right: walk(event->key()); break;
    default: QWidget::keyPressEvent(event);
    }
}

/// Up and down follow edges; left and right go to the next box of about the same height.
void GraphCanvas::walk(int key)
{
    if (!m_scene || m_look.selected < 0 || std::size_t(m_look.selected) >= m_scene->itemOfNode.size())
        return;
    const int here = m_scene->itemOfNode[std::size_t(m_look.selected)];
    const QPointF start = m_scene->items[std::size_t(here)].rect.center();
    double nearest = std::numeric_limits<double>::max();
    int target = -1;
    const auto offer = [&](int item) {
        const SceneItem& offered = m_scene->items[std::size_t(item)];
        const QPointF away = offered.rect.center() - start;
        const double distance = std::abs(away.x()) + 3.0 * std::abs(away.y());
        if (item == here || offered.node < 0 || distance >= nearest)
            return;
        nearest = distance;
        target = offered.node;
    };
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
        for (const SceneEdge& edge : m_scene->edges)
            if ((key == Qt::Key_Down ? edge.from : edge.to) == here)
                offer(key == Qt::Key_Down ? edge.to : edge.from);
    } else {
        for (int item = 0; item < int(m_scene->items.size()); ++item) {
            const QPointF away = m_scene->items[std::size_t(item)].rect.center() - start;
            if ((key == Qt::Key_Left) == (away.x() < 0) && std::abs(away.x()) > std::abs(away.y()))
                offer(item);
        }
    }
    if (target >= 0)
        Q_EMIT nodeClicked(target);
}

void GraphCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (m_isFitted)
        fit();
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
    const SceneItem& hovered = m_scene->items[std::size_t(item)];
    if (hovered.node < 0) {
        QToolTip::showText(help->globalPos(), QString::fromStdString(hovered.scope), this);
        return true;
    }
    const auto& node = m_look.outline->nodes[std::size_t(hovered.node)];
    QStringList lines{QString::fromStdString(node.name), QString::fromStdString(node.opType)};
    if (const auto at = std::size_t(hovered.node); at < m_look.valueText.size() && !m_look.valueText[at].isEmpty())
        lines.append(QStringLiteral("%1: %2").arg(m_legend, m_look.valueText[at]));
    lines.append(QString::fromStdString(node.dtype + ' ' + node.shape));
    if (!node.quantDtype.empty())
        lines.append(QStringLiteral("%1 · %2").arg(QString::fromStdString(node.quantDtype),
                                                   formatNumber(node.qscale.value_or(0.0))));
    QToolTip::showText(help->globalPos(), lines.join(u'\n'), this);
    return true;
}

} // namespace ql::widgets
