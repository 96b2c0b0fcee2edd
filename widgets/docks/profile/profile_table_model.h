// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/profile_result.h"

#include <QAbstractTableModel>

#include <memory>

namespace ql::widgets {

/// How every tensor of every layer is spread, in order of execution.
class ProfileTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Index, Layer, Op, Attribute, Dtype, Scale, Min, Max, Mean, Variance, Range, Shape, ColumnCount };
    using Result = std::shared_ptr<const results::ProfileResult>;

    explicit ProfileTableModel(QObject* parent = nullptr);

    void setResult(Result result);
    const Result& result() const { return m_result; }
    const results::ProfileRow& row(int index) const { return m_result->rows[std::size_t(index)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant raw(const results::ProfileRow& row, int column) const;

    Result m_result;
    double m_widest = 0.0; ///< range of all rows
};

/// "input 2" … in the user's language.
QString attributeText(const results::ProfileRow& row);

} // namespace ql::widgets
