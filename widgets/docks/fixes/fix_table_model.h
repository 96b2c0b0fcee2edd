// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/fix_result.h"
#include "widgets/models/table_model.h"

#include <memory>

namespace ql::widgets {

/// The candidates of a search for repairs; those chosen are bold.
class FixTableModel : public TableModel<const results::FixRow*> {
    Q_OBJECT

public:
    enum Column { State, Repair, Where, Change, Gain, Judged, Alone, After, GainPerCost, Cost, Changes, Reason };
    using Result = std::shared_ptr<const results::FixResult>;

    explicit FixTableModel(QObject* parent = nullptr);

    void setResult(Result result);
    const results::FixRow& row(int index) const { return *rows()[std::size_t(index)]; }

protected:
    QString headerText(int column, const char* source) const override;
    QVariant other(const results::FixRow* const& row, int column, int role) const override;

private:
    Result m_result;
};

} // namespace ql::widgets
