// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/badness.h"
#include "core/results/trial.h"
#include "widgets/charts/chart.h"

#include <memory>
#include <optional>
#include <vector>

class QPainter;

namespace ql::widgets {

/// One metric along the layers in execution order: the map of the problem. A click selects a layer. Where there are
/// more layers than pixels it draws the range of those that share one, and the worst of them. What is better than the
/// axis goes is a triangle at its edge.
class ErrorStripChart : public Chart {
    Q_OBJECT

public:
    explicit ErrorStripChart(QWidget* parent = nullptr);

    void setContent(std::shared_ptr<const results::CompareResult> result, results::MetricId metric);
    /// Draws a trial's layers before and after it as two lines more; null = none.
    void setOverlay(std::shared_ptr<const results::TrialChange> trial);
    void setCurrent(int layer);
    /// How many layers are drawn.
    std::size_t pointCount() const { return m_points.size(); }
    /// How many of them a trial has a value after it for.
    std::size_t overlayCount() const;

Q_SIGNALS:
    void layerClicked(int layer);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    static constexpr double kLeastSpacing = 2.5; ///< pixels between layers that are drawn one by one

    struct Point {
        int layer = 0;
        double value = 0.0;
        double at = 0.0;                   ///< plotted y; clamped into the axis where the value is not finite
        std::optional<double> before = {}; ///< of the trial
        std::optional<double> after = {};
        double beforeAt = 0.0;
        double afterAt = 0.0;
        bool isBeyond = false; ///< the axis ends before it
    };

    void rebuild() override;
    void collectPoints();
    void collectTrial();
    void addTrialLine(double Point::*at, const QPen& pen);
    double clampedAt(double value) const;
    void placePoints();
    const Point* nearest(double plottedX) const;
    double spacing() const;
    bool isDense() const;
    bool isWorse(const Point& a, const Point& b) const;
    void paintLayers(QPainter& painter) const;
    void paintSigns(QPainter& painter) const;
    void paintOrigin(QPainter& painter, double x) const;
    void paintEnvelope(QPainter& painter) const;
    void paintPoints(QPainter& painter) const;
    void paintPoint(QPainter& painter, const Point& point, double size) const;
    QString dataText() const override;

    std::shared_ptr<const results::CompareResult> m_result;
    std::shared_ptr<const results::TrialChange> m_trial;
    results::MetricId m_metric = results::MetricId::Sqnr;
    results::BadnessScale m_badness;
    std::vector<Point> m_points;
    double m_low = 0.0;
    double m_high = 1.0;
    int m_current = -1;
};

} // namespace ql::widgets
