// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

namespace ql::widgets {

/// Columns of a table that stay in sight when the others are scrolled sideways: drawn once more over its left edge, as
/// soon as one of them leaves its place. Rows, selection, sorting and the context menu are the table's. The table owns
/// it.
class PinnedColumns final : public QTableView {
    Q_OBJECT

public:
    explicit PinnedColumns(QTableView& table);

    /// Their numbers in the model, in the order in which they stand.
    void setColumns(const QList<int>& columns);
    const QList<int>& columns() const { return m_columns; }

Q_SIGNALS:
    void menuRequested(const QModelIndex& index, const QPoint& globalPlace);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow();
    bool isScrolledAway() const;
    int widthOf(int column) const;
    void sortBy(int column);

    QTableView& m_table;
    QList<int> m_columns;
};

} // namespace ql::widgets
