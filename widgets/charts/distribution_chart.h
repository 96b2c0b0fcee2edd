// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/badcase_result.h"

#include <QWidget>

#include <optional>

class QPainter;

namespace ql::widgets {

class ChartPane;

/// How one measure is spread over the samples of a bad-case search, with the selected sample marked.
class DistributionChart : public QWidget {
    Q_OBJECT

public:
    explicit DistributionChart(QWidget* parent = nullptr);

    void setContent(const results::BadCaseDistribution& distribution, const QString& title);
    void clear(const QString& reason);
    /// Nothing, or a value that is not finite, removes the mark.
    void setMark(std::optional<double> value);
    QString emptyReason() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void paintBars(QPainter& painter) const;
    QString describe(double value) const;

    results::BadCaseDistribution m_distribution;
    QString m_title;
    QString m_reason;
    std::optional<double> m_mark;
    ChartPane* m_pane;
};

} // namespace ql::widgets
