// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_painter.h"

#include "widgets/style/color_scale.h"

#include <QLineF>
#include <QList>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace ql::widgets {

namespace {

constexpr double kLeastLine = 2.0;  ///< pixels: a shorter edge shows nothing
constexpr double kLeastFrame = 3.0; ///< pixels
constexpr float kPale = 0.25F;
constexpr double kEdgeShare = 0.18; ///< of a box, as it is near by

/// The worst of the boxes on each pixel that is in sight.
class PixelGrid {
public:
    PixelGrid(const QRectF& visible, double scale)
        : m_visible(visible)
        , m_scale(scale)
        , m_columns(std::size_t(std::ceil(visible.width() * scale)) + 1)
        , m_levels(m_columns * (std::size_t(std::ceil(visible.height() * scale)) + 1), kNothing)
    {
    }

    /// @p level 0 … 1, or less where nothing is known.
    void add(const QPointF& place, float level)
    {
        const QPointF pixel = (place - m_visible.topLeft()) * m_scale;
        if (pixel.x() < 0.0 || pixel.y() < 0.0 || std::size_t(pixel.x()) >= m_columns)
            return;
        const std::size_t at = std::size_t(pixel.y()) * m_columns + std::size_t(pixel.x());
        if (at >= m_levels.size())
            return;
        if (m_levels[at] == kNothing)
            m_touched.push_back(at);
        m_levels[at] = std::max(m_levels[at], level);
    }

    void paint(QPainter& painter, const QColor& unknown) const
    {
        const QSizeF pixel(1.0 / m_scale, 1.0 / m_scale);
        for (const std::size_t at : m_touched) {
            const QPointF place(double(at % m_columns), double(at / m_columns));
            painter.fillRect(QRectF(m_visible.topLeft() + place / m_scale, pixel),
                             m_levels[at] < 0.0F ? unknown : cividis(double(m_levels[at])));
        }
    }

    static constexpr float kUnknown = -1.0F;

private:
    static constexpr float kNothing = -2.0F;

    QRectF m_visible;
    double m_scale;
    std::size_t m_columns;
    std::vector<float> m_levels;
    std::vector<std::size_t> m_touched;
};

/// Paints one picture; lives for one call.
class DistantPainter {
public:
    DistantPainter(QPainter& painter, const GraphScene& scene, const GraphLook& look, const QRectF& visible,
                   int selected)
        : m_painter(painter)
        , m_scene(scene)
        , m_look(look)
        , m_visible(visible.intersected(QRectF(QPointF(), scene.size)))
        , m_selected(selected)
        , m_scale(painter.transform().m11())
        , m_base(look.palette.color(QPalette::Base))
        , m_ink(look.palette.color(QPalette::Text))
        , m_muted(mutedColor(m_ink, m_base))
    {
    }

    void paint()
    {
        if (m_visible.isEmpty() || m_scale <= 0.0)
            return;
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        paintFrames();
        paintLines();
        paintBoxes();
        if (m_selected >= 0)
            paintSelected(m_scene.items[std::size_t(m_selected)].rect);
    }

private:
    void paintFrames()
    {
        QColor fill = m_ink;
        fill.setAlphaF(0.05F);
        for (const SceneItem& item : m_scene.items)
            if (item.isOpen && std::min(item.rect.width(), item.rect.height()) * m_scale >= kLeastFrame
                && item.rect.intersects(m_visible))
                m_painter.fillRect(item.rect, fill);
    }

    void paintLines()
    {
        QList<QLineF> plain;
        QList<QLineF> lit;
        for (const SceneEdge& edge : m_scene.edges) {
            const bool isLit = m_selected >= 0 && (edge.from == m_selected || edge.to == m_selected);
            const QSizeF size = edge.bounds.size() * m_scale;
            if ((size.width() < kLeastLine && size.height() < kLeastLine && !isLit)
                || !edge.bounds.intersects(m_visible))
                continue;
            (isLit ? lit : plain).append(QLineF(edge.route.front(), edge.route.back()));
        }
        QColor color = m_ink;
        color.setAlphaF(0.45F);
        draw(plain, color, 1.0); // one pixel is drawn without a detour over outlines
        draw(lit, m_look.palette.color(QPalette::Highlight), 2.6);
    }

    void draw(const QList<QLineF>& lines, const QColor& color, double width)
    {
        QPen pen(color, width);
        pen.setCosmetic(true);
        m_painter.setPen(pen);
        m_painter.drawLines(lines);
    }

    void paintBoxes()
    {
        PixelGrid grid(m_visible, m_scale);
        for (const SceneItem& item : m_scene.items) {
            if (item.isOpen || !item.rect.intersects(m_visible))
                continue;
            if (item.rect.width() * m_scale >= 1.0 || item.rect.height() * m_scale >= 1.0) {
                paintBox(item);
                continue;
            }
            const auto badness = mentions(m_look, item) ? badnessOf(m_look, item) : std::nullopt;
            grid.add(item.rect.center(), badness ? float(*badness) : PixelGrid::kUnknown);
        }
        grid.paint(m_painter, m_muted);
    }

    void paintBox(const SceneItem& item)
    {
        // At least a pixel each way, or it would not be seen.
        const QSizeF size = item.rect.size().expandedTo(QSizeF(1.0, 1.0) / m_scale);
        const auto badness = badnessOf(m_look, item);
        const auto node = std::size_t(item.node);
        const bool isUnmatched = item.node >= 0 && node < m_look.isUnmatched.size() && m_look.isUnmatched[node];
        QColor fill = badness ? cividis(*badness) : isUnmatched ? m_ink : m_muted;
        if (!mentions(m_look, item))
            fill.setAlphaF(kPale);
        const QRectF rect(item.rect.topLeft(), size);
        m_painter.fillRect(rect, isUnmatched ? QBrush(fill, Qt::Dense6Pattern) : QBrush(fill));
        if (const auto before = badnessBeforeOf(m_look, item)) // as it was before the trial that is shown
            m_painter.fillRect(
                QRectF(rect.right() - rect.width() * kEdgeShare, rect.top(), rect.width() * kEdgeShare, rect.height()),
                cividis(*before));
    }

    void paintSelected(const QRectF& rect)
    {
        QPen pen(m_look.palette.color(QPalette::Highlight), 3);
        pen.setCosmetic(true);
        m_painter.setPen(pen);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(rect);
    }

    QPainter& m_painter;
    const GraphScene& m_scene;
    const GraphLook& m_look;
    const QRectF m_visible;
    const int m_selected;
    const double m_scale;
    const QColor m_base;
    const QColor m_ink;
    const QColor m_muted;
};

} // namespace

void paintDistantGraph(QPainter& painter, const GraphScene& scene, const GraphLook& look, const QRectF& visible,
                       int selected)
{
    DistantPainter(painter, scene, look, visible, selected).paint();
}

} // namespace ql::widgets
