// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/graph_view/graph_painter.h"

#include "core/graph/operators/operator_traits.h"
#include "widgets/graph_view/graph_marks.h"
#include "widgets/style/color_scale.h"
#include "widgets/text/display_text.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <QSet>

#include <algorithm>
#include <vector>

namespace ql::widgets {

namespace {

constexpr double kReadable = 0.45; ///< below this zoom no text
constexpr double kLabelled = 0.85; ///< from this zoom edges say what they carry
constexpr double kShaped = 0.16;   ///< below this zoom fills only
constexpr double kRadius = 4.0;
constexpr double kScopeRadius = 8.0;
constexpr double kCategoryWidth = 4.0;
constexpr double kCorner = 12.0;
constexpr double kBeforeShare = 0.18; ///< of a box's width: as it was before the trial
constexpr double kDoubleWidth = 3.6;  ///< of a quantized value's edge
constexpr double kDoubleGap = 1.4;
constexpr double kLeastMark = 11.0; ///< pixels across: where the error starts shows at every zoom
constexpr float kFaded = 0.25F;

/// Gives this file's words their context.
struct Words {
    Q_DECLARE_TR_FUNCTIONS(GraphPainter)
};

/// Paints one picture; lives for one call.
class GraphPainter {
public:
    GraphPainter(QPainter& painter, const GraphScene& scene, const GraphLook& look, const QRectF& visible, double zoom)
        : m_painter(painter)
        , m_scene(scene)
        , m_look(look)
        , m_visible(visible)
        , m_zoom(zoom)
        , m_base(look.palette.color(QPalette::Base))
        , m_ink(look.palette.color(QPalette::Text))
        , m_muted(mutedColor(m_ink, m_base))
        , m_selectedItem(look.selected >= 0 && std::size_t(look.selected) < scene.itemOfNode.size()
                             ? scene.itemOfNode[std::size_t(look.selected)]
                             : -1)
    {
    }

    void paint()
    {
        if (m_zoom < kShaped) {
            paintDistantGraph(m_painter, m_scene, m_look, m_visible, m_selectedItem);
            return paintOrigin();
        }
        m_painter.setRenderHint(QPainter::Antialiasing);
        m_painter.setFont(m_look.font);
        findVisible();
        for (const SceneItem* item : m_frames)
            paintFrame(*item);
        paintEdges();
        if (m_zoom >= kReadable)
            for (const SceneItem* item : m_frames)
                paintFrameTitle(*item);
        for (const SceneItem* item : m_boxes)
            paintBox(*item, item - m_scene.items.data() == m_selectedItem);
        if (m_zoom >= kReadable)
            for (const SceneItem* item : m_boxes)
                if (item->node >= 0) {
                    paintAdvice(*item);
                    paintChecks(*item);
                }
        paintOrigin();
    }

private:
    /// Once: of a large graph hardly anything is in sight.
    void findVisible()
    {
        for (const SceneItem& item : m_scene.items)
            if (item.rect.intersects(m_visible))
                (item.isOpen ? m_frames : m_boxes).push_back(&item);
        for (const SceneEdge& edge : m_scene.edges)
            if (edge.bounds.intersects(m_visible))
                m_edges.push_back(&edge);
    }

    void paintAdvice(const SceneItem& item)
    {
        const auto node = std::size_t(item.node);
        if (node >= m_look.severity.size() || item.node == m_look.origin)
            return;
        m_painter.setOpacity(mentions(m_look, item) ? 1.0 : kFaded);
        paintAdviceMark(m_painter, item.rect.topRight(), m_look.severity[node], m_ink, m_base);
        m_painter.setOpacity(1.0);
    }

    /// What `check` found, at the corners that advice leaves free.
    void paintChecks(const SceneItem& item)
    {
        const auto node = std::size_t(item.node);
        if (node >= m_look.findings.size())
            return;
        auto worst = results::Severity::Info;
        for (const auto& finding : m_look.findings[node])
            worst = std::max(worst, finding.severity);
        m_painter.setOpacity(mentions(m_look, item) ? 1.0 : kFaded);
        paintAdviceMark(m_painter, item.rect.bottomRight(), worst, m_ink, m_base);
        if (m_look.isShared[node])
            paintSharedMark(m_painter, item.rect.topLeft(), kMarkSize, m_ink, m_base);
        m_painter.setOpacity(1.0);
    }

    /// On the closed scope that holds it, too.
    void paintOrigin()
    {
        const auto node = std::size_t(m_look.origin);
        if (m_look.origin < 0 || node >= m_scene.itemOfNode.size() || m_scene.itemOfNode[node] < 0)
            return;
        const SceneItem& item = m_scene.items[std::size_t(m_scene.itemOfNode[node])];
        m_painter.setOpacity(mentions(m_look, item) ? 1.0 : kFaded);
        paintOriginMark(m_painter, item.rect.topRight(), std::max(kMarkSize, kLeastMark / m_zoom),
                        m_look.isOriginMeasured, m_base);
        m_painter.setOpacity(1.0);
    }

    void paintFrame(const SceneItem& item)
    {
        QColor fill = m_ink;
        fill.setAlphaF(0.05F);
        m_painter.setPen(QPen(mutedColor(m_ink, m_base, 0.6), 1));
        m_painter.setBrush(fill);
        m_painter.drawRoundedRect(item.rect, kScopeRadius, kScopeRadius);
    }

    /// Above the edges, which may run through it.
    void paintFrameTitle(const SceneItem& item)
    {
        paintCorner(item);
        const double most = item.rect.width() - kCorner - 20;
        const QString words = elided(item.scope, most);
        const double width = std::min(most, QFontMetricsF(m_look.font).horizontalAdvance(words) + 2);
        const QRectF title(item.rect.left() + kCorner + 12, item.rect.top() + 4, width, 16);
        m_painter.fillRect(title, mutedColor(m_ink, m_base, 0.93));
        m_painter.setPen(m_muted);
        m_painter.drawText(title, Qt::AlignVCenter | Qt::AlignLeft, words);
    }

    void paintCorner(const SceneItem& item)
    {
        const QRectF corner = cornerOf(item);
        m_painter.setPen(QPen(m_ink, 1));
        m_painter.setBrush(m_base);
        m_painter.drawRoundedRect(corner, 2, 2);
        const QPointF middle = corner.center();
        m_painter.drawLine(QPointF(corner.left() + 3, middle.y()), QPointF(corner.right() - 3, middle.y()));
        if (!item.isOpen)
            m_painter.drawLine(QPointF(middle.x(), corner.top() + 3), QPointF(middle.x(), corner.bottom() - 3));
    }

    void paintEdges()
    {
        QColor plain = m_ink;
        plain.setAlphaF(0.45F);
        QPen pen(plain, 1.2);
        pen.setCosmetic(m_zoom < kReadable);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setPen(pen);
        std::vector<const SceneEdge*> lit;
        for (const SceneEdge* edge : m_edges) {
            if (m_selectedItem >= 0 && (edge->from == m_selectedItem || edge->to == m_selectedItem))
                lit.push_back(edge);
            else
                paintRoute(*edge);
        }
        QPen bright(m_look.palette.color(QPalette::Highlight), 2.6);
        bright.setCosmetic(m_zoom < kReadable);
        m_painter.setPen(bright);
        for (const SceneEdge* edge : lit)
            paintRoute(*edge);
        if (m_zoom >= kLabelled)
            for (const SceneEdge* edge : m_edges)
                paintLabel(*edge);
    }

    void paintRoute(const SceneEdge& edge)
    {
        QPainterPath path(edge.route.front());
        for (std::size_t i = 1; i < edge.route.size(); ++i) {
            const QPointF& a = edge.route[i - 1];
            const QPointF& b = edge.route[i];
            const QPointF middle = (a + b) / 2.0;
            if (m_scene.isSideways)
                path.cubicTo(QPointF(middle.x(), a.y()), QPointF(middle.x(), b.y()), b);
            else
                path.cubicTo(QPointF(a.x(), middle.y()), QPointF(b.x(), middle.y()), b);
        }
        const auto& node = m_look.outline->nodes[std::size_t(edge.node)];
        if (node.quantDtype.empty() || m_zoom < kReadable) {
            m_painter.drawPath(path);
        } else {
            m_painter.save();
            QPen outer = m_painter.pen();
            outer.setWidthF(std::max(outer.widthF(), kDoubleWidth));
            m_painter.setPen(outer);
            m_painter.drawPath(path);
            m_painter.setPen(QPen(m_base, kDoubleGap));
            m_painter.drawPath(path);
            m_painter.restore();
        }
        if (m_zoom >= kReadable)
            paintArrow(edge.route.back());
    }

    void paintArrow(const QPointF& tip)
    {
        const QColor color = m_painter.pen().color();
        m_painter.save();
        m_painter.setBrush(color);
        m_painter.setPen(Qt::NoPen);
        const QPointF left = m_scene.isSideways ? QPointF(-7, 3.5) : QPointF(-3.5, -7);
        const QPointF right = m_scene.isSideways ? QPointF(-7, -3.5) : QPointF(3.5, -7);
        m_painter.drawPolygon(QPolygonF({tip, tip + left, tip + right}));
        m_painter.restore();
    }

    /// Once per value, below the box that makes it.
    void paintLabel(const SceneEdge& edge)
    {
        if (m_labels.contains(edge.node))
            return;
        m_labels.insert(edge.node);
        const auto& node = m_look.outline->nodes[std::size_t(edge.node)];
        QStringList words;
        if (!node.quantDtype.empty())
            words.append(QString::fromStdString(node.quantDtype)
                         + (node.qscale ? QStringLiteral(" · ") + formatNumber(*node.qscale) : QString()));
        else
            words.append(QString::fromStdString(node.dtype));
        if (node.shape != "?")
            words.append(QString::fromStdString(node.shape).replace(u'x', QChar(0x00D7)));
        QFont small = m_look.font;
        small.setPointSizeF(small.pointSizeF() * 0.8);
        m_painter.setFont(small);
        const QString text = words.join(QStringLiteral(" · "));
        // From left to right there is more room below the box than in the gap behind it.
        const QRectF& box = m_scene.items[std::size_t(edge.from)].rect;
        const QPointF start =
            m_scene.isSideways ? box.bottomLeft() + QPointF(0, 1) : edge.route.front() + QPointF(5, 3);
        const double width = QFontMetricsF(small).horizontalAdvance(text);
        const QRectF place(start, QSizeF(width + 4, QFontMetricsF(small).height()));
        QColor behind = m_base;
        behind.setAlphaF(0.8F);
        m_painter.fillRect(place, behind);
        m_painter.setPen(m_muted);
        m_painter.drawText(place, Qt::AlignVCenter | Qt::AlignHCenter, text);
        m_painter.setFont(m_look.font);
    }

    void paintBox(const SceneItem& item, bool isSelected)
    {
        const auto badness = badnessOf(m_look, item);
        const QColor fill = badness ? cividis(*badness) : mutedColor(m_ink, m_base, 0.9);
        m_painter.setOpacity(mentions(m_look, item) ? 1.0 : kFaded);
        const bool isUnmatched = item.node >= 0 && std::size_t(item.node) < m_look.isUnmatched.size()
                                 && m_look.isUnmatched[std::size_t(item.node)];
        QPen border(isSelected ? m_look.palette.color(QPalette::Highlight) : m_muted, isSelected ? 3.0 : 1.0);
        if (isUnmatched) {
            border.setStyle(Qt::DashLine);
            border.setWidthF(isSelected ? 3.0 : 1.6);
        }
        m_painter.setPen(border);
        m_painter.setBrush(fill);
        const double radius = item.node >= 0 ? kRadius : kScopeRadius;
        m_painter.drawRoundedRect(item.rect, radius, radius);
        paintBefore(item, radius);
        if (m_zoom >= kReadable)
            paintWords(item, badness ? inkOn(fill) : m_ink);
        m_painter.setOpacity(1.0);
    }

    /// The right edge is as it was before the trial that is shown.
    void paintBefore(const SceneItem& item, double radius)
    {
        const auto before = badnessBeforeOf(m_look, item);
        if (!before)
            return;
        const double inset = radius > 0.0 ? 1.5 : 0.0;
        QRectF edge = item.rect.adjusted(inset, inset, -inset, -inset);
        edge.setLeft(edge.right() - item.rect.width() * kBeforeShare);
        m_painter.save();
        m_painter.setPen(QPen(m_base, 1.0));
        m_painter.setBrush(cividis(*before));
        m_painter.drawRoundedRect(edge, radius, radius);
        m_painter.restore();
    }

    void paintWords(const SceneItem& item, const QColor& ink)
    {
        QRectF inside = item.rect.adjusted(kCategoryWidth + 6, 3, -6, -3);
        if (badnessBeforeOf(m_look, item))
            inside.setRight(item.rect.right() - item.rect.width() * kBeforeShare - 3);
        QFont bold = m_look.font;
        bold.setBold(true);
        m_painter.setPen(ink);
        QString first;
        QString second;
        QString dtype;
        if (item.node < 0) {
            paintCorner(item);
            inside.setLeft(item.rect.left() + kCorner + 14);
            m_painter.setPen(ink);
            first = QString::fromStdString(item.scope.substr(item.scope.rfind('/') + 1));
            second = Words::tr("%n layer(s)", nullptr, int(item.members.size()));
        } else {
            const auto& node = m_look.outline->nodes[std::size_t(item.node)];
            first = QString::fromStdString(node.opType);
            second = QString::fromStdString(node.name);
            if (!node.quantDtype.empty())
                dtype = QStringLiteral(" · ") + QString::fromStdString(node.quantDtype);
            m_painter.fillRect(
                QRectF(item.rect.left() + 1.5, item.rect.top() + 3, kCategoryWidth, item.rect.height() - 6),
                categoryColor(node.opType));
        }
        const QRectF upper(inside.left(), inside.top(), inside.width(), inside.height() / 2);
        const QString value = valueTextOf(m_look, item);
        const double valueWidth = value.isEmpty() ? 0.0 : QFontMetricsF(m_look.font).horizontalAdvance(value) + 6;
        m_painter.drawText(upper, Qt::AlignVCenter | Qt::AlignRight, value);
        m_painter.setFont(bold);
        const QString type = QFontMetricsF(bold).elidedText(first, Qt::ElideRight, upper.width() - valueWidth);
        m_painter.drawText(upper.adjusted(0, 0, -valueWidth, 0), Qt::AlignVCenter | Qt::AlignLeft, type);
        m_painter.setFont(m_look.font);
        const double typeWidth = QFontMetricsF(bold).horizontalAdvance(type);
        if (typeWidth + QFontMetricsF(m_look.font).horizontalAdvance(dtype) + valueWidth < upper.width())
            m_painter.drawText(upper.adjusted(typeWidth, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, dtype);
        const QRectF lower(inside.left(), inside.center().y(), inside.width(), inside.height() / 2);
        m_painter.drawText(lower, Qt::AlignVCenter | Qt::AlignLeft, elided(second.toStdString(), lower.width()));
    }

    QString elided(const std::string& text, double width) const
    {
        return QFontMetricsF(m_look.font).elidedText(QString::fromStdString(text), Qt::ElideMiddle, width);
    }

    /// Products, activations, joins, inputs: four hues of similar weight; the rest is grey.
    static QColor categoryColor(const std::string& opType)
    {
        if (opType == "Input")
            return QColor(0xcc, 0xbb, 0x44);
        switch (graph::traitsNamed(opType).drawing) {
        case graph::Drawing::Product: return QColor(0x44, 0x77, 0xaa);
        case graph::Drawing::Activation: return QColor(0x22, 0x88, 0x33);
        case graph::Drawing::Join: return QColor(0xaa, 0x33, 0x77);
        case graph::Drawing::Other: break;
        }
        return QColor(0x99, 0x99, 0x99);
    }

    QPainter& m_painter;
    const GraphScene& m_scene;
    const GraphLook& m_look;
    const QRectF& m_visible;
    const double m_zoom;
    const QColor m_base;
    const QColor m_ink;
    const QColor m_muted;
    const int m_selectedItem;
    std::vector<const SceneItem*> m_frames; ///< what is in sight
    std::vector<const SceneItem*> m_boxes;
    std::vector<const SceneEdge*> m_edges;
    QSet<int> m_labels; ///< nodes whose value has its label
};

} // namespace

void paintGraph(QPainter& painter, const GraphScene& scene, const GraphLook& look, const QRectF& visible, double zoom)
{
    painter.save();
    GraphPainter(painter, scene, look, visible, zoom).paint();
    painter.restore();
}

QRectF cornerOf(const SceneItem& item)
{
    return {item.rect.left() + 6, item.rect.top() + (item.isOpen ? 6 : (item.rect.height() - kCorner) / 2), kCorner,
            kCorner};
}

} // namespace ql::widgets
