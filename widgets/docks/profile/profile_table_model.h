// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/profile/profile_report.h"
#include "widgets/models/row_table_model.h"

namespace ql::widgets {

/// How every tensor of every layer is spread, in order of execution.
class ProfileTableModel : public RowTableModel<results::ProfileResult, results::ProfileRow> {
public:
    enum Column { Index, Layer, Op, Attribute, Dtype, Scale, Min, Max, Mean, Variance, Range, Shape, Time };

    explicit ProfileTableModel(QObject* parent = nullptr)
        : RowTableModel(report::profileColumns, parent)
    {
        setResult(nullptr);
    }

    void setResult(Answer result) { showRows(std::move(result), &results::ProfileResult::rows); }
    const results::ProfileRow& row(int index) const { return *rows()[std::size_t(index)]; }
};

} // namespace ql::widgets
