// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

namespace ql::widgets {

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
