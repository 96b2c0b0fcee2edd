// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/graph_view/graph_look.h"
#include "widgets/graph_view/graph_minimap.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace ql::widgets {

/// The picture of a model: wheel zooms, drag pans, a click selects, the corner of a scope opens and closes it, a click
/// into the map in the corner goes there; Space and drag pans wherever it begins; + − 0 zoom, arrows walk along edges,
/// Enter asks for the inspector. What the user does to the place in sight is told, so that another canvas may follow.
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
    /// What the values of the boxes are, e.g. "SQNR (dB)".
    void setMetric(const QString& title) { m_metric = title; }
    void setReason(const QString& reason);

    double zoom() const { return m_zoom; }
    void zoomBy(double factor, std::optional<QPointF> anchor = {});
    /// @p anchor stays where it is; in pixels from the middle.
    void zoomTo(double zoom, const QPointF& anchor);
    void panBy(const QPointF& pixels);
    static constexpr double kMostFit = 1.1; ///< a small graph is not blown up
    /// Everything in sight, at @p mostZoom at most.
    void fit(double mostZoom = kMostFit);
    /// Everything, however small it gets, until somebody moves or zooms.
    void fitWhole();
    bool isFitted() const { return m_isFitted; }
    /// Brings the selected node into sight if it is not.
    void showSelected();
    /// Brings the selected node into the middle.
    void centreSelected();
    /// The part of the scene that is in sight.
    QRectF visibleScene() const { return {toScene({0.0, 0.0}), toScene({double(width()), double(height())})}; }
    QPointF toWidget(const QPointF& scene) const { return scene * m_zoom + m_offset; }

Q_SIGNALS:
    void nodeClicked(int node);
    void scopeToggled(const std::string& scope);
    void inspectorRequested();
    void menuRequested(int item, const QPoint& globalPosition);
    /// The user moved the picture.
    void panned(const QPointF& pixels);
    /// The user zoomed; @p anchor stayed where it was, in pixels from the middle.
    void zoomed(const QPointF& anchor);
    /// Everything came into sight: the user asked for it, or the size is another one.
    void fitted(bool isAsked);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    QPointF toScene(const QPointF& widget) const { return (widget - m_offset) / m_zoom; }
    QPointF middle() const { return QRectF(rect()).center(); }
    std::optional<QPointF> placeOfSelected() const;
    int itemAt(const QPointF& widget) const;
    void userPan(const QPointF& pixels);
    void userZoom(double factor, const QPointF& anchor);
    void userFit();
    void holdSpace(bool isHeld);
    void clickItem(int item, const QPointF& widget);
    void walk(int key);
    /// Whether the place was on the minimap, which leads there.
    bool centerOnMinimapPoint(const QPointF& widget);

    std::shared_ptr<const GraphScene> m_scene;
    GraphLook m_look;
    GraphMinimap m_minimap;
    QString m_metric;
    QString m_reason;
    double m_zoom = 1.0;
    QPointF m_offset;
    bool m_showsWhole = false; ///< it was asked for, though nothing be readable
    bool m_isFitted = false;   ///< nobody moved it yet: stays fitted when resized
    std::optional<QPointF> m_pressed;
    QPointF m_lastPlace; ///< of the mouse, while a button is down
    bool m_isDragging = false;
    bool m_isSpaceHeld = false;
    bool m_isOnMap = false; ///< the drag began on the minimap
};

} // namespace ql::widgets
