// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/layer_values.h"

#include <QImage>
#include <QWidget>

#include <memory>

class QPainter;

namespace ql::widgets {

class ChartPane;

/// The errors of one slice of a tensor, rows from the top; a cell that isn't finite is dotted.
class ErrorMapChart : public QWidget {
    Q_OBJECT

public:
    explicit ErrorMapChart(QWidget* parent = nullptr);

    /// @p values hold a map.
    void setValues(std::shared_ptr<const results::LayerValues> values);
    void clear(const QString& reason);
    bool isShown() const { return m_values != nullptr; }
    QString emptyReason() const;
    /// What the read-out says at that column and row of the slice.
    QString describe(const QPointF& plotted) const;

protected:
    void changeEvent(QEvent* event) override;

private:
    const results::ErrorMap& map() const { return *m_values->map; }
    void rebuild();
    void paintCells();
    QColor colorOf(double error, const QColor& background) const;
    QString placeText(std::size_t row, std::size_t column) const;
    QString dataText() const;

    std::shared_ptr<const results::LayerValues> m_values;
    QImage m_cells; ///< of what is in view
    ChartPane* m_pane;
};

} // namespace ql::widgets
