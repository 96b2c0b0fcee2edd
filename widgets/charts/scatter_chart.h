// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer_values.h"

#include <QImage>
#include <QWidget>

#include <memory>

class QPainter;

namespace ql::widgets {

class ChartPane;

/// Every pair of values of a tensor: the baseline's across, the analysis model's upwards, so that what is equal lies on
/// the diagonal. Colour tells how many pairs share a place; the worst ones are circles.
class ScatterChart : public QWidget {
    Q_OBJECT

public:
    explicit ScatterChart(QWidget* parent = nullptr);

    /// @p values hold pairs.
    void setValues(std::shared_ptr<const results::LayerValues> values);
    void clear(const QString& reason);
    bool isShown() const { return m_values != nullptr; }
    QString emptyReason() const;
    /// What the read-out says there.
    QString describe(const QPointF& plotted) const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();
    void follow();
    void paintDensity();
    void paint(QPainter& painter) const;
    void paintQuantizer(QPainter& painter) const;
    void paintSteps(QPainter& painter) const;
    void paintPairs(QPainter& painter) const;
    const results::ValuePair* pairNear(const QPointF& plotted) const;
    double edge(std::size_t bin) const;
    QString dataText() const;

    std::shared_ptr<const results::LayerValues> m_values;
    QImage m_density; ///< of what is in view
    ChartPane* m_pane;
};

} // namespace ql::widgets
