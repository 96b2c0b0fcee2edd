// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/tune_result.h"
#include "widgets/models/table_model.h"

#include <memory>

namespace ql::widgets {

/// One point of a search.
struct TuneRow {
    const results::TunePoint* point = nullptr;
    bool isPareto = false; ///< no tried one is both cheaper and better
    bool isBest = false;
    bool isStart = false;
};

/// Sets of overrides that were tried and are worth taking, cheapest first.
class TuneTableModel : public TableModel<TuneRow> {
    Q_OBJECT

public:
    enum Column { Count, Overrides, Cost, Metric, Margin, Kind };
    using Result = std::shared_ptr<const results::TuneResult>;

    explicit TuneTableModel(QObject* parent = nullptr);

    void setResult(Result result);
    const Result& result() const { return m_result; }
    const TuneRow& row(int index) const { return rows()[std::size_t(index)]; }

protected:
    QString headerText(int column, const char* source) const override;
    QString formulaOf(int column) const override;

private:
    void add(const results::TunePoint& point, bool isPareto);
    results::MetricId shownMetric() const;
    QString kindOf(const TuneRow& row) const;

    Result m_result;
};

/// "int16 conv_1, float conv_2" in the user's language; @p separator between them.
QString overridesText(const results::TunePoint& point, const QString& separator = QStringLiteral(", "));

} // namespace ql::widgets
