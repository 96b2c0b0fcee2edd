// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/badness.h"
#include "core/results/shadow_result.h"
#include "widgets/models/table_model.h"

#include <memory>
#include <optional>

namespace ql::widgets {

/// Each layer's own error beside what has added up until there, by one metric.
class ShadowTableModel : public TableModel<const results::ShadowRow*> {
    Q_OBJECT

public:
    enum Column { Index, Layer, Op, Dtype, Local, OnAnalysis, Accumulated, State };
    using Result = std::shared_ptr<const results::ShadowResult>;

    explicit ShadowTableModel(QObject* parent = nullptr);

    void setResult(Result result, results::MetricId metric);
    results::MetricId metric() const { return m_metric; }

protected:
    QString headerText(int column, const char* source) const override;
    QString formulaOf(int column) const override;

private:
    using Measure = std::optional<results::Metrics> results::ShadowRow::*;

    TableColumn<const results::ShadowRow*> metricColumn(const char* title, const char* hint, Measure measure) const;

    Result m_result;
    results::MetricId m_metric = results::MetricId::Sqnr;
    results::BadnessScale m_scale;
};

} // namespace ql::widgets
