// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>

class QAbstractItemView;
class QLabel;
class QPushButton;
class QSortFilterProxyModel;

namespace ql::widgets {

/// Stands in the middle of a table whose rows are all hidden by its filter: says so, and takes the filter away.
class HiddenRowsNote : public QWidget {
    Q_OBJECT

public:
    /// @p clear takes away every filter of @p proxy, which @p view shows.
    HiddenRowsNote(QAbstractItemView& view, QSortFilterProxyModel& proxy, std::function<void()> clear);

    QString text() const;
    QPushButton& button() { return *m_button; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();

    QAbstractItemView& m_view;
    QSortFilterProxyModel& m_proxy;
    QLabel* m_text;
    QPushButton* m_button;
};

} // namespace ql::widgets
