// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/fix/fix_report.h"
#include "widgets/models/row_table_model.h"

namespace ql::widgets {

/// The candidates of a search for repairs; those chosen are bold.
class FixTableModel : public RowTableModel<results::FixResult, results::FixRow> {
public:
    enum Column { State, Repair, Where, Change, Judged, Alone, Gain, Cost, GainPerCost, After, Changes, Reason };

    explicit FixTableModel(QObject* parent = nullptr)
        : RowTableModel(report::fixColumns, parent)
    {
        setLayerOf(
            [](const results::FixRow* row) { return row->layers.empty() ? std::string() : row->layers.front(); });
        setResult(nullptr);
    }

    void setResult(Answer result) { showRows(std::move(result), &results::FixResult::rows); }
    const results::FixRow& row(int index) const { return *rows()[std::size_t(index)]; }

protected:
    QVariant other(const results::FixRow* const& row, int, int role) const override
    {
        return role == Qt::FontRole && row->state == results::FixRow::State::Chosen ? boldFont() : QVariant();
    }
};

} // namespace ql::widgets
