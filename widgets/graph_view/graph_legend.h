// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace ql::widgets {

/// What the colours and lines of a graph mean, in one line. Stands beside the picture, so that it hides nothing of it.
class GraphLegend : public QWidget {
    Q_OBJECT

public:
    explicit GraphLegend(QWidget* parent = nullptr);

    /// @p title is the metric's; nothing is shown without one. @p hasUnmatched: some layers have no partner.
    void setContent(const QString& title, bool hasUnmatched);
    QSize sizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_title;
    bool m_hasUnmatched = false;
};

} // namespace ql::widgets
