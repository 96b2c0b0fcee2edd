// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

#include <array>
#include <functional>

namespace ql::widgets {

/// The legend of a graph's colours and lines, wrapped to the widget's width and placed beside the graph, so that it
/// covers no part of it.
class GraphLegend : public QWidget {
    Q_OBJECT

public:
    explicit GraphLegend(QWidget* parent = nullptr);

    /// Which marks, other than fill colours, the shown graph uses and the legend explains.
    struct Signs {
        bool hasUnmatched = false; ///< some layers have no partner
        bool hasOrigin = false;    ///< where the error starts, or, if that was not measured, may start
        bool isOriginMeasured = false;
        bool hasFindings = false; ///< `check` warns of some layers
        bool hasShared = false;   ///< modules or weights are used more than once
        bool hasTrial = false;    ///< boxes show what a trial made of them, and at the right edge what was before

        bool operator==(const Signs&) const = default;
    };

    /// @p title is that of the numbers, @p ends what the scale's ends mean; nothing is shown without a title.
    void setContent(const QString& title, const std::array<QString, 2>& ends, const Signs& signs);
    /// All in one line.
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    int heightForWidth(int width) const override;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    /// A sign and what it means.
    struct Entry {
        int signWidth = 0;
        std::function<void(QPainter&, const QRectF&)> paintSign;
        QString words;
    };

    QList<Entry> entries() const;
    QList<Entry> markEntries() const;
    int widthOf(const Entry& entry) const;
    /// Where each of @p all stands within @p width; the height that all take.
    int place(const QList<Entry>& all, int width, QList<QPoint>* places) const;
    void paintScale(QPainter& painter, const QRectF& place) const;

    QString m_title;
    std::array<QString, 2> m_ends;
    Signs m_signs;
};

} // namespace ql::widgets
