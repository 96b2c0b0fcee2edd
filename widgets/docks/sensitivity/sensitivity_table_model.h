// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/badness.h"
#include "core/results/sensitivity_result.h"

#include <QAbstractTableModel>

#include <memory>

namespace ql::widgets {

/// The sensitivity ranking of one output, as far as it is known; one row for each thing that was switched.
class SensitivityTableModel : public QAbstractTableModel {
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

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant raw(int index, int column) const;
    QString text(int index, int column) const;
    QVariant badness(int index, int column) const;
    double gain(int index) const;

    Result m_result;
    std::size_t m_output = 0;
    results::BadnessScale m_scale;
    double m_bestGain = 0.0;
};

/// "activation" … in the user's language.
QString sensitiveTypeText(const std::string& type);

} // namespace ql::widgets
