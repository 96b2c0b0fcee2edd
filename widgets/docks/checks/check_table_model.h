// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/check/check_analysis.h"

#include <QAbstractTableModel>

#include <memory>
#include <vector>

namespace ql::widgets {

/// What `check` found in both models, one row each; what is said of both alike stands once.
class CheckTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Severity, Model, Rule, Layer, Message, Advice, ColumnCount };
    using Answer = std::shared_ptr<const CheckAnswer>;

    explicit CheckTableModel(QObject* parent = nullptr);

    void setAnswer(Answer answer);
    const results::Diagnostic& finding(int row) const { return *m_rows[std::size_t(row)].finding; }
    int countOf(results::Severity severity) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        const results::Diagnostic* finding = nullptr; ///< in m_answer
        bool isInBaseline = false;
        bool isInAnalysis = false;
    };

    QString text(const Row& row, int column) const;

    Answer m_answer;
    std::vector<Row> m_rows;
};

} // namespace ql::widgets
