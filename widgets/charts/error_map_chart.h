// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer_values.h"
#include "widgets/charts/chart.h"

#include <QImage>

#include <memory>

namespace ql::widgets {

/// The errors of one slice of a tensor, rows from the top; a cell that isn't finite is dotted.
class ErrorMapChart : public LayerValuesChart {
    Q_OBJECT

public:
    explicit ErrorMapChart(QWidget* parent = nullptr);

    /// @p values hold a map.
    /// What the read-out says at that column and row of the slice.
    QString describe(const QPointF& plotted) const;

private:
    const results::ErrorMap& map() const { return *m_values->map; }
    void rebuild() override;
    void paintCells();
    QColor colorOf(double error, const QColor& background) const;
    QString placeText(std::size_t row, std::size_t column) const;
    QString dataText() const override;

    QImage m_cells; ///< of what is in view
};

} // namespace ql::widgets
