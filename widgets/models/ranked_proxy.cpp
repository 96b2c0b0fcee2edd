// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/ranked_proxy.h"

#include "core/base/order.h"
#include "widgets/models/table_roles.h"

#include <algorithm>
#include <array>

namespace ql::widgets {

RankedProxy::RankedProxy(QAbstractItemModel& source, QList<int> textColumns, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_textColumns(std::move(textColumns))
{
    setSortRole(SortRole);
    setSourceModel(&source);
}

void RankedProxy::setNeedle(const QString& needle)
{
    if (needle == m_needle)
        return;
    m_needle = needle;
    invalidateFilter();
}

bool isNumberBefore(double a, double b, Qt::SortOrder order)
{
    return order == Qt::AscendingOrder ? Rising<NaNs::First>()(a, b) : Rising<NaNs::Last>()(a, b);
}

bool RankedProxy::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    return m_needle.isEmpty() || std::ranges::any_of(m_textColumns, [&](int column) {
               const QModelIndex cell = sourceModel()->index(row, column, parent);
               return std::ranges::any_of(std::array{int(Qt::DisplayRole), int(ExactTextRole)}, [&](int role) {
                   return cell.data(role).toString().contains(m_needle, Qt::CaseInsensitive);
               });
           });
}

bool RankedProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const QVariant a = left.data(SortRole);
    const QVariant b = right.data(SortRole);
    if (!a.isValid() || !b.isValid())
        return a.isValid() != b.isValid() && (sortOrder() == Qt::AscendingOrder) == a.isValid();
    if (a.typeId() == QMetaType::QString)
        return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
    return isNumberBefore(a.toDouble(), b.toDouble(), sortOrder());
}

} // namespace ql::widgets
