// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/shadow/shadow_report.h"
#include "widgets/models/row_table_model.h"

namespace ql::widgets {

/// Each layer's own error beside what has added up until there, by one metric.
class ShadowTableModel : public RowTableModel<results::ShadowResult, results::ShadowRow> {
public:
    enum Column { Index, Layer, Op, Dtype, Local, OnAnalysis, Accumulated, State };

    explicit ShadowTableModel(QObject* parent = nullptr)
        : RowTableModel(
            [this](const auto& result, const auto& labels) { return report::shadowColumns(result, labels, m_metric); },
            parent)
    {
        setResult(nullptr, m_metric);
    }

    void setResult(Answer result, results::MetricId metric)
    {
        m_metric = metric;
        showRows(std::move(result), &results::ShadowResult::rows);
    }
    results::MetricId metric() const { return m_metric; }

private:
    results::MetricId m_metric = results::MetricId::Sqnr;
};

} // namespace ql::widgets
