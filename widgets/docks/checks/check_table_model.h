// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/check/check_analysis.h"
#include "widgets/models/table_model.h"

#include <memory>

namespace ql::widgets {

/// A finding about one layer or, alike, about several, and in which of the models it is.
struct CheckRow {
    const results::Diagnostic* finding = nullptr;
    std::vector<const results::Diagnostic*> findings; ///< that one first
    bool isInBaseline = false;
    bool isInAnalysis = false;
};

/// What `check` found in both models; what is said alike of many layers, or of both models, stands once.
class CheckTableModel : public TableModel<CheckRow> {
    Q_OBJECT

public:
    enum Column { Severity, Model, Rule, Layer, Message, Diagnostic };
    using Answer = std::shared_ptr<const CheckAnswer>;

    explicit CheckTableModel(QObject* parent = nullptr);

    void setAnswer(Answer answer);
    const results::Diagnostic& finding(int row) const { return *rows()[std::size_t(row)].finding; }
    /// Of findings, not of rows.
    int countOf(results::Severity severity) const;
    /// What that row is about; empty for the whole model.
    std::vector<std::string> layersOf(int row) const;

protected:
    QVariant other(const CheckRow& row, int column, int role) const override;

private:
    void group(const std::vector<CheckRow>& single);

    Answer m_answer;
};

} // namespace ql::widgets
