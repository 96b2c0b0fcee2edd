// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/sensitivity/sensitivity_report.h"
#include "widgets/models/row_table_model.h"

namespace ql::widgets {

/// The ranking of one output, the most sensitive row first.
class SensitivityTableModel : public RowTableModel<results::SensitivityResult, results::SensitivityRow> {
public:
    enum Column { Rank, Layer, Switched, Op, Value, Gain, Together, Dtype, Macs, MacsShare, ColumnCount };

    explicit SensitivityTableModel(QObject* parent = nullptr);

    void setResult(Answer result, std::size_t output);
    using RowTableModel::result;
    /// Null while nothing is known.
    const results::SensitivityOutput* output() const;
    const results::SensitivityRow& row(int index) const { return *rows()[std::size_t(index)]; }

protected:
    QString formulaOf(int column) const override;

private:
    std::size_t m_output = 0;
};

} // namespace ql::widgets
