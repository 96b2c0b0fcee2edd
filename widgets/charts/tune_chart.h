// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/chart.h"
#include "widgets/models/tune_table_model.h"

#include <optional>
#include <vector>

class QPainter;

namespace ql::widgets {

/// Accuracy against cost of every row of a tune table: the Pareto points joined by a line, the target, the chosen row.
/// Left and right go from point to point by cost, up and down by accuracy, Enter takes one. Where outputs have
/// different targets, what is drawn is how far above them the worst one is.
class TuneChart : public Chart {
    Q_OBJECT

public:
    explicit TuneChart(const TuneTableModel& model, QWidget* parent = nullptr);

    /// The row that is marked; -1 = none.
    void setChosen(int row);
    /// Where the row stands, in this widget's coordinates; nothing where it has no finite place.
    std::optional<QPointF> placeOf(int row) const;

Q_SIGNALS:
    /// The point of that row was clicked.
    void pointClicked(int row);
    /// The keys went to the point of that row.
    void pointChosen(int row);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void rebuild() override;
    int nearest(double cost, std::optional<double> metric = {}) const;
    bool hasPlace(int row) const;
    bool drawsMargin() const;
    double heightOf(const results::TunePoint& point) const;
    double target() const;
    QString describe(int row) const;
    /// The rows with a place, by cost or by height.
    std::vector<int> ordered(bool isByCost) const;
    void paintChosen(QPainter& painter) const;
    void paintPoints(QPainter& painter) const;
    void paintTarget(QPainter& painter) const;
    QString dataText() const override;

    const TuneTableModel& m_model;
    int m_chosen = -1;
};

} // namespace ql::widgets
