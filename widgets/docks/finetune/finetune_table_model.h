// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/finetune/finetune_report.h"
#include "widgets/models/row_table_model.h"

namespace ql::widgets {

/// What training reached, check by check. The one that is offered is bold.
class FinetuneTableModel : public RowTableModel<results::FinetuneResult, results::FinetunePoint> {
public:
    enum Column { Step, Loss, OutputLoss, LayerLoss, HeldOut, Gain, State };

    explicit FinetuneTableModel(QObject* parent = nullptr);

    void setResult(Answer result);
    std::uint64_t stepOf(int row) const { return rows()[std::size_t(row)]->step; }

protected:
    QString formulaOf(int column) const override;
    QVariant other(const results::FinetunePoint* const& row, int column, int role) const override;

private:
    std::vector<results::FinetunePoint> m_checks; ///< with the mean losses since the one before
};

} // namespace ql::widgets
