// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

namespace ql::widgets {

/// Whether @p a is less than @p b for a proxy that sorts by @p order, with NaN first in either.
bool isNumberBefore(double a, double b, Qt::SortOrder order);

/// Sorts any of our tables by raw values, NaN first and cells without a value last in either order, and lets rows
/// through whose text columns mention the needle.
class RankedProxy : public QSortFilterProxyModel {
    Q_OBJECT

public:
    /// @p textColumns are searched for the needle.
    RankedProxy(QAbstractItemModel& source, QList<int> textColumns, QObject* parent = nullptr);

    void setNeedle(const QString& needle);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QList<int> m_textColumns;
    QString m_needle;
};

} // namespace ql::widgets
