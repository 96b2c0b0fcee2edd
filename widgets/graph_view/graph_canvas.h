// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph_view/graph_look.h"
#include "widgets/graph_view/graph_minimap.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace ql::widgets {

/// The picture of a model: wheel zooms, drag pans, a click selects, the corner of a scope opens and closes it, a click
/// into the map in the corner goes there; + − 0 zoom, arrows walk along edges, Enter asks for the inspector.
class GraphCanvas : public QWidget {
    Q_OBJECT

public:
    explicit GraphCanvas(QWidget* parent = nullptr);

    /// Keeps the place on screen of the selected node, or of the middle.
    void setScene(std::shared_ptr<const GraphScene> scene);
    const std::shared_ptr<const GraphScene>& scene() const { return m_scene; }
    /// To be changed: what was drawn is out of date.
    GraphLook& look()
    {
        m_minimap.forget();
        return m_look;
    }
    const GraphLook& look() const { return m_look; }
    /// What the colours mean, e.g. "SQNR (dB)"; empty hides the legend.
    void setLegend(const QString& title);
    void setReason(const QString& reason);

    double zoom() const { return m_zoom; }
    void zoomBy(double factor, std::optional<QPointF> anchor = {});
    /// Everything in sight.
    void fit();
    /// Brings the selected node into sight if it is not.
    void showSelected();
    /// The part of the scene that is in sight.
    QRectF visibleScene() const { return {toScene({0.0, 0.0}), toScene({double(width()), double(height())})}; }
    QPointF toWidget(const QPointF& scene) const { return scene * m_zoom + m_offset; }

Q_SIGNALS:
    void nodeClicked(int node);
    void scopeToggled(const std::string& scope);
    void inspectorRequested();
    void menuRequested(int node, const QPoint& globalPosition);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    QPointF toScene(const QPointF& widget) const { return (widget - m_offset) / m_zoom; }
    int itemAt(const QPointF& widget) const;
    void clickItem(int item, const QPointF& widget);
    void walk(int key);
    /// Whether the place was on the minimap, which leads there.
    bool goToMapPlace(const QPointF& widget);
    void paintLegend(QPainter& painter) const;

    std::shared_ptr<const GraphScene> m_scene;
    GraphLook m_look;
    GraphMinimap m_minimap;
    QString m_legend;
    QString m_reason;
    double m_zoom = 1.0;
    QPointF m_offset;
    bool m_isFitted = false; ///< nobody moved it yet: stays fitted when resized
    std::optional<QPointF> m_pressed;
    QPointF m_pressedOffset;
    bool m_isDragging = false;
    bool m_isOnMap = false; ///< the drag began on the minimap
};

} // namespace ql::widgets
