// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/tune_result.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace ql::widgets {

/// Sets of overrides that were tried and are worth taking, cheapest first.
class TuneTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Count, Overrides, Cost, Metric, Margin, Kind, ColumnCount };
    using Result = std::shared_ptr<const results::TuneResult>;

    struct Row {
        const results::TunePoint* point = nullptr;
        bool isPareto = false; ///< no tried one is both cheaper and better
        bool isBest = false;
        bool isStart = false;
    };

    explicit TuneTableModel(QObject* parent = nullptr);

    void setResult(Result result);
    const Result& result() const { return m_result; }
    const Row& row(int index) const { return m_rows[std::size_t(index)]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void add(const results::TunePoint& point, bool isPareto);
    QVariant raw(const Row& row, int column) const;

    Result m_result;
    std::vector<Row> m_rows;
};

/// "int16 conv_1, float conv_2" in the user's language; @p separator between them.
QString overridesText(const results::TunePoint& point, const QString& separator = QStringLiteral(", "));

} // namespace ql::widgets
