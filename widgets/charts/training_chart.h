// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/finetune_result.h"
#include "widgets/charts/chart.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

class QPainter;

namespace ql::widgets {

/// What a training does from step to step: the loss of each, on a logarithmic axis, or what the network is worth on
/// samples that it is not trained on, each check a point. The step that is offered is marked in both.
class TrainingChart : public Chart {
    Q_OBJECT

public:
    enum class Shown { Loss, HeldOut };
    using Result = std::shared_ptr<const results::FinetuneResult>;

    explicit TrainingChart(Shown shown, QWidget* parent = nullptr);

    /// Null: nothing is drawn.
    void setResult(Result result);
    /// The step that has a ring; nothing = none.
    void setChosen(std::optional<std::uint64_t> step);
    /// Those that are drawn; of what is held out also the network before training, as step 0.
    std::size_t pointCount() const { return m_points.size(); }
    /// Where that step stands, in this widget's coordinates; nothing where it is not drawn.
    std::optional<QPointF> placeOf(std::uint64_t step) const;

Q_SIGNALS:
    /// A place at that step was clicked.
    void stepClicked(std::uint64_t step);

private:
    struct Point {
        std::uint64_t step = 0;
        double height = 0.0;                               ///< in plotted coordinates
        const results::FinetunePoint* made = nullptr;      ///< null before training
        bool loses() const { return made && made->loses; } ///< an output is worse than before
    };

    void rebuild() override;
    QString dataText() const override;
    void addPoint(std::uint64_t step, double value, const results::FinetunePoint* made);
    void collectPoints();
    void drawLine();
    const Point* nearest(double step) const;
    QString describe(const Point& point) const;
    void paintStart(QPainter& painter) const;
    void paintOffered(QPainter& painter) const;
    void paintPoints(QPainter& painter) const;

    const Shown m_shown;
    Result m_result;
    std::vector<Point> m_points; ///< by step
    std::optional<std::uint64_t> m_chosen;
};

} // namespace ql::widgets
