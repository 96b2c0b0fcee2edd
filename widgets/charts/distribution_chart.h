// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/badcase_result.h"
#include "widgets/charts/chart.h"

#include <optional>

class QPainter;

namespace ql::widgets {

/// How one measure is spread over the samples of a bad-case search, with the selected sample marked.
class DistributionChart : public Chart {
    Q_OBJECT

public:
    explicit DistributionChart(QWidget* parent = nullptr);

    void setContent(const results::BadCaseDistribution& distribution, const QString& title);
    void clear(const QString& reason);
    /// Nothing, or a value that is not finite, removes the mark.
    void setMark(std::optional<double> value);

private:
    void rebuild() override;
    void paintBars(QPainter& painter) const;
    double binWidth() const;
    double edge(std::size_t bin) const;
    QString describe(double value) const;
    QString dataText() const override;

    results::BadCaseDistribution m_distribution;
    QString m_title;
    QString m_reason;
    std::optional<double> m_mark;
};

} // namespace ql::widgets
