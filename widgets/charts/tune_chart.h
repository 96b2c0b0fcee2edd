// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/tune_table_model.h"

#include <QWidget>

#include <optional>

namespace ql::widgets {

class ChartPane;

/// Accuracy against cost of every row of a tune table: the Pareto points joined by a line, the target, the chosen row.
class TuneChart : public QWidget {
    Q_OBJECT

public:
    explicit TuneChart(const TuneTableModel& model, QWidget* parent = nullptr);

    /// The row that is marked; -1 = none.
    void setChosen(int row);
    QString emptyReason() const;
    /// Where the row stands, in this widget's coordinates; nothing where it has no finite place.
    std::optional<QPointF> placeOf(int row) const;

Q_SIGNALS:
    /// The point of that row was clicked.
    void pointClicked(int row);

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    int nearest(double cost, std::optional<double> metric = {}) const;
    bool hasPlace(int row) const;
    void paintPoints(QPainter& painter) const;
    void paintTarget(QPainter& painter) const;
    QString dataText() const;

    const TuneTableModel& m_model;
    ChartPane* m_pane;
    int m_chosen = -1;
};

} // namespace ql::widgets
