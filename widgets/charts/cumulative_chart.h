// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/sensitivity_result.h"
#include "widgets/charts/chart.h"

namespace ql::widgets {

/// What leaving the most sensitive rows float together gives: the metric against how many of them are.
class CumulativeChart : public Chart {
    Q_OBJECT

public:
    explicit CumulativeChart(QWidget* parent = nullptr);

    /// Null, or without growing sets: nothing is drawn.
    void setContent(const results::SensitivityOutput* output);
    /// With the one of no row.
    std::size_t pointCount() const { return m_output.cumulative.empty() ? 0 : m_output.cumulative.size() + 1; }

Q_SIGNALS:
    void layerClicked(const std::string& layer);

private:
    void rebuild() override;
    double valueOf(std::size_t point) const;
    std::size_t nearest(double x) const;
    QString dataText() const override;

    results::SensitivityOutput m_output; ///< its rows are left out
};

} // namespace ql::widgets
