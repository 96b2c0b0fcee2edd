// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <QList>

namespace ql::widgets {

/// Puts widgets side by side, and on further lines those that don't fit: a row of tools never makes a dock wider than
/// its widest tool. What may expand takes what is left of its line.
class FlowLayout : public QLayout {
    Q_OBJECT

public:
    explicit FlowLayout(QWidget* parent);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override { m_items.append(item); }
    int count() const override { return int(m_items.size()); }
    QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    /// All on one line.
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& place) override;

private:
    using Line = QList<QLayoutItem*>;

    QList<Line> linesWithin(int width) const;
    void placeLine(const Line& line, const QRect& place) const;
    QSize withMargins(const QSize& size) const;

    QList<QLayoutItem*> m_items;
};

} // namespace ql::widgets
