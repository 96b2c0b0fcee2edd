// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer_values.h"
#include "widgets/charts/chart.h"

#include <QImage>

#include <memory>

class QPainter;

namespace ql::widgets {

/// Every pair of values of a tensor: the baseline's across, the analysis model's upwards, so that what is equal lies on
/// the diagonal. Colour tells how many pairs share a place; the worst ones are circles.
class ScatterChart : public LayerValuesChart {
    Q_OBJECT

public:
    explicit ScatterChart(QWidget* parent = nullptr);

    /// What the read-out says there.
    QString describe(const QPointF& plotted) const;

private:
    void rebuild() override;
    void follow();
    void paintDensity();
    void paint(QPainter& painter) const;
    void paintQuantizer(QPainter& painter) const;
    void paintSteps(QPainter& painter) const;
    void paintPairs(QPainter& painter) const;
    const results::ValuePair* pairNear(const QPointF& plotted) const;
    double edge(std::size_t bin) const;
    QString dataText() const override;

    QImage m_density; ///< of what is in view
};

} // namespace ql::widgets
