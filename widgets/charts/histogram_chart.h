// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"
#include "widgets/charts/chart.h"
#include "widgets/charts/quantizer_bounds.h"

#include <cstdint>
#include <optional>
#include <vector>

class QPainter;

namespace ql::widgets {

struct ValueRange {
    double low = 0.0;
    double high = 0.0;

    bool operator==(const ValueRange&) const = default;
};

/// What the histogram chart draws.
struct HistogramContent {
    results::HistogramPair bins;
    bool hasBaseline = true;
    bool hasAnalysis = true;
    std::optional<QuantizerBounds> quantizer = std::nullopt;
    std::vector<std::uint64_t> tried = {}; ///< over the same bins: the analysis' values after a trial; empty = none
    std::optional<ValueRange> axis = std::nullopt; ///< that several charts have in common; nothing = rangeOf() this
    bool alwaysHasStep = false;                    ///< one step is drawn to scale however small it is
};

/// What of the value axis the bins and the quantizer's range take.
ValueRange rangeOf(const HistogramContent& content);

/// The counts of @p from over [low, high) spread over @p bins equal bins of [toLow, toHigh), as if each bin's elements
/// were spread evenly in it. What lies outside is left out.
std::vector<std::uint64_t> rebinned(const std::vector<std::uint64_t>& from, double low, double high, double toLow,
                                    double toHigh, std::size_t bins);

/// The values of one layer in both models over shared bins, with the quantizer's range; clamped parts are hatched.
class HistogramChart : public Chart {
    Q_OBJECT

public:
    explicit HistogramChart(QWidget* parent = nullptr);

    void setContent(const HistogramContent& content);
    void clear(const QString& reason);
    /// Whether there is something to see; otherwise emptyReason() says why not.
    bool isShown() const { return m_content.has_value(); }
    bool isTrialShown() const { return m_content && !m_content->tried.empty(); }
    bool isLog() const { return m_isLog; }
    void setLog(bool isLog);
    /// The part of the value axis that is seen.
    ValueRange visibleRange() const;
    /// Zooms to it.
    void showRange(const ValueRange& range);

Q_SIGNALS:
    /// Zoomed, moved or resized.
    void viewChanged();

private:
    void rebuild() override;
    void chooseResolution();
    void drawSeries();
    void addTried(const QColor& color);
    void addArea(const std::vector<std::uint64_t>& counts, const QColor& color);
    double plotted(std::uint64_t count) const;
    void paintQuantizer(QPainter& painter) const;
    bool paintBothBounds(QPainter& painter) const;
    void paintBound(QPainter& painter, double bound, bool isLow) const;
    void paintStep(QPainter& painter) const;
    QString describe(double value) const;
    QString dataText() const override;

    std::optional<HistogramContent> m_content;
    results::HistogramPair m_shown; ///< the content's bins, joined so that each is some pixels wide
    std::size_t m_joined = 0;       ///< how many bins make one shown
    bool m_isLog = true;
};

} // namespace ql::widgets
