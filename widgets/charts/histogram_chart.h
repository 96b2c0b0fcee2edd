// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"

#include <QWidget>

#include <optional>

namespace ql::widgets {

class ChartPane;

/// What the histogram chart draws.
struct HistogramContent {
    results::HistogramPair bins;
    bool hasBaseline = true;
    bool hasAnalysis = true;
    std::optional<double> rangeLow; ///< what the quantizer can represent
    std::optional<double> rangeHigh;
    std::optional<double> step; ///< one step of the quantizer
};

/// The values of one layer in both models over shared bins, with the quantizer's range; clamped parts are hatched.
class HistogramChart : public QWidget {
    Q_OBJECT

public:
    explicit HistogramChart(QWidget* parent = nullptr);

    void setContent(const HistogramContent& content);
    void clear(const QString& reason);
    /// Whether there is something to see; otherwise emptyReason() says why not.
    bool isShown() const { return m_content.has_value(); }
    QString emptyReason() const;
    bool isLog() const { return m_isLog; }
    void setLog(bool isLog);

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void chooseResolution();
    void drawSeries();
    void addArea(const std::vector<std::uint64_t>& counts, const QColor& color);
    double plotted(std::uint64_t count) const;
    void paintQuantizer(class QPainter& painter) const;
    void paintStep(QPainter& painter) const;
    QString describe(double value) const;
    QString dataText() const;

    std::optional<HistogramContent> m_content;
    results::HistogramPair m_shown; ///< the content's bins, joined so that each is some pixels wide
    std::size_t m_joined = 0;       ///< how many bins make one shown
    bool m_isLog = true;
    ChartPane* m_pane;
};

} // namespace ql::widgets
