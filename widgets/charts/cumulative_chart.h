// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/sensitivity_result.h"
#include "widgets/charts/chart.h"

class QPainter;
class QPushButton;

namespace ql::widgets {

/// What leaving the most sensitive rows float together gives: the metric against how many of them are. A border drags
/// rows into the set that is left float, or out of it; left and right do the same with the keyboard.
class CumulativeChart : public Chart {
    Q_OBJECT

public:
    explicit CumulativeChart(QWidget* parent = nullptr);

    /// Null, or without growing sets: nothing is drawn.
    void setContent(const results::SensitivityOutput* output);
    /// With the one of no row.
    std::size_t pointCount() const { return m_output.cumulative.empty() ? 0 : m_output.cumulative.size() + 1; }

    /// How many of the first rows are in the set that is left float.
    std::size_t floatRows() const { return m_floatRows; }
    /// What stands at the border; empty while the set is.
    QString floatSetText() const;
    QPushButton& takeButton() { return *m_take; }

Q_SIGNALS:
    void layerClicked(const std::string& layer);
    /// So many of the first rows are to be left float in the config.
    void floatSetWanted(std::size_t rows);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild() override;
    void moveBorder(std::size_t rows);
    bool isAtBorder(double pixelX) const;
    bool takeKey(int key);
    bool takeMouse(const QEvent& event);
    void paintPoints(QPainter& painter) const;
    void paintBorder(QPainter& painter) const;
    double valueOf(std::size_t point) const;
    std::size_t nearest(double x) const;
    QString dataText() const override;

    results::SensitivityOutput m_output; ///< its rows are left out
    std::size_t m_floatRows = 0;
    bool m_isDragged = false;
    QPushButton* m_take;
};

} // namespace ql::widgets
