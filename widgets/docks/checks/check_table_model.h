// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/check/check_analysis.h"
#include "widgets/models/table_model.h"

#include <memory>

namespace ql::widgets {

/// One finding, and in which of the models it is.
struct CheckRow {
    const results::Diagnostic* finding = nullptr;
    bool isInBaseline = false;
    bool isInAnalysis = false;
};

/// What `check` found in both models, one row each; what is said of both alike stands once.
class CheckTableModel : public TableModel<CheckRow> {
    Q_OBJECT

public:
    enum Column { Severity, Model, Rule, Layer, Message, Diagnostic };
    using Answer = std::shared_ptr<const CheckAnswer>;

    explicit CheckTableModel(QObject* parent = nullptr);

    void setAnswer(Answer answer);
    const results::Diagnostic& finding(int row) const { return *rows()[std::size_t(row)].finding; }
    int countOf(results::Severity severity) const;

protected:
    QVariant other(const CheckRow& row, int column, int role) const override;

private:
    Answer m_answer;
};

} // namespace ql::widgets
