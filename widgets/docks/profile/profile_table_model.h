// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/profile_result.h"
#include "widgets/models/table_model.h"

#include <memory>

namespace ql::widgets {

/// How every tensor of every layer is spread, in order of execution.
class ProfileTableModel : public TableModel<const results::ProfileRow*> {
    Q_OBJECT

public:
    enum Column { Index, Layer, Op, Attribute, Dtype, Scale, Min, Max, Mean, Variance, Range, Shape, Time };
    using Result = std::shared_ptr<const results::ProfileResult>;

    explicit ProfileTableModel(QObject* parent = nullptr);

    void setResult(Result result);
    const results::ProfileRow& row(int index) const { return *rows()[std::size_t(index)]; }

private:
    QVariant barOf(const results::ProfileRow* row) const;

    Result m_result;
    double m_widest = 0.0; ///< range of all rows
};

/// "input 2" … in the user's language.
QString attributeText(const results::ProfileRow& row);

} // namespace ql::widgets
