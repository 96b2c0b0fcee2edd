// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/tune/tune_analysis.h"
#include "widgets/docks/support/analysis_view.h"
#include "widgets/models/tune_table_model.h"

#include <QAction>

class QComboBox;
class QDoubleSpinBox;
class QSpinBox;
class QToolButton;

namespace ql::widgets {

class TuneChart;

/// Which overrides buy how much accuracy: each tried set as a row and as a point; Enter, or a click on a point, takes
/// it into the config. Outputs may have targets of their own.
class TuneView : public ResultView<TuneAnalysis, TuneTableModel> {
    Q_OBJECT

public:
    explicit TuneView(Workbench& workbench, QWidget* parent = nullptr);

    TuneChart& chart() { return *m_chart; }
    QAction& takeAction() { return m_take; }
    /// "Every output", then each by name.
    QComboBox& outputBox() { return *m_output; }
    /// "Own judge" stands last where the session has one.
    QComboBox& metricBox() { return *m_metric; }
    QDoubleSpinBox& targetBox() { return *m_target; }
    /// Takes the chosen output's own target back.
    QAction& commonAction() { return m_common; }

protected:
    /// Where rows would have no room below the chart they stand beside it.
    void resizeEvent(QResizeEvent* event) override;
    void retranslate() override;
    void takeAnswer() override;
    void explain() override;
    QString summary() const override;
    void open(const QModelIndex& index) override;

private:
    void takeChoice();
    void showChoice();
    void showOutputs();
    void showTargetsUnit();
    double usualTarget(results::MetricId metric) const;
    /// The output that the target is meant for; empty for every one.
    std::string chosenOutput() const;
    void takeRow(int row);

    QAction m_take;
    QAction m_common;
    QComboBox* m_metric;
    QComboBox* m_output;
    QToolButton* m_commonButton;
    QDoubleSpinBox* m_target;
    QSpinBox* m_seconds;
    TuneChart* m_chart;
};

} // namespace ql::widgets
