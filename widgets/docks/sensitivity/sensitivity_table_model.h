// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/badness.h"
#include "core/results/sensitivity_result.h"
#include "widgets/models/table_model.h"

#include <memory>

namespace ql::widgets {

/// The sensitivity ranking of one output, as far as it is known; one row for each thing that was switched.
class SensitivityTableModel : public TableModel<int> {
    Q_OBJECT

public:
    enum Column { Rank, Layer, Type, Op, Value, Gain, Together, Dtype, Macs, MacsShare, ColumnCount };
    using Result = std::shared_ptr<const results::SensitivityResult>;

    explicit SensitivityTableModel(QObject* parent = nullptr);

    void setResult(Result result, std::size_t output);
    const Result& result() const { return m_result; }
    /// Null while nothing is known.
    const results::SensitivityOutput* output() const;
    const results::SensitivityRow& row(int index) const { return output()->rows[std::size_t(index)]; }

protected:
    QString headerText(int column, const char* source) const override;
    QString formulaOf(int column) const override;

private:
    TableColumn<int> words(const char* title, const char* hint,
                           QString (*said)(const results::SensitivityRow& row)) const;
    TableColumn<int> number(const char* title, const char* hint, QVariant (SensitivityTableModel::*value)(int) const,
                            QVariant (SensitivityTableModel::*bar)(int) const = nullptr) const;
    double gain(int index) const;
    QVariant valueOf(int index) const { return row(index).metricValue; }
    QVariant gainOf(int index) const { return gain(index); }
    QVariant togetherOf(int index) const;
    QVariant macsShareOf(int index) const { return 100.0 * row(index).macsShare; }
    QVariant valueBar(int index) const;
    QVariant gainBar(int index) const;

    Result m_result;
    std::size_t m_output = 0;
    results::BadnessScale m_scale;
    double m_bestGain = 0.0;
};

/// "activation" … in the user's language.
QString sensitiveTypeText(const std::string& type);

} // namespace ql::widgets
