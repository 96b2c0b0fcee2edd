// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/models/tune_table_model.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace ql::widgets {

class ChartPane;

/// Accuracy against cost of every row of a tune table: the Pareto points joined by a line, the target, the chosen row.
/// Left and right go from point to point by cost, up and down by accuracy, Enter takes one. Where outputs have
/// different targets, what is drawn is how far above them the worst one is.
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
    /// The keys went to the point of that row.
    void pointChosen(int row);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void rebuild();
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
    QString dataText() const;

    const TuneTableModel& m_model;
    ChartPane* m_pane;
    int m_chosen = -1;
};

} // namespace ql::widgets
