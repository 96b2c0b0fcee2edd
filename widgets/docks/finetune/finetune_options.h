// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QDoubleSpinBox;
class QSpinBox;

namespace ql::widgets {

class FinetuneAnalysis;
class Workbench;

/// What is trained, how long and how fast, and what it is judged by and on: the choice of a FinetuneAnalysis.
class FinetuneOptions : public QWidget {
    Q_OBJECT

public:
    FinetuneOptions(Workbench& workbench, QWidget* parent);

    void retranslate();
    /// The analysis model or the config; out of sight where only one of them is open.
    QComboBox& subjectBox() { return *m_subject; }
    /// Weights, ranges, or both.
    QComboBox& trainedBox() { return *m_trained; }
    QSpinBox& stepsBox() { return *m_steps; }
    QDoubleSpinBox& rateBox() { return *m_rate; }
    QComboBox& metricBox() { return *m_metric; }
    /// Samples of the data that is trained on, or another set; out of sight where there is none.
    QComboBox& heldOutBox() { return *m_heldOut; }

private:
    void showChoice();
    void showHeldOut();
    void takeChoice();

    FinetuneAnalysis& m_analysis;
    QComboBox* m_subject;
    QComboBox* m_trained;
    QSpinBox* m_steps;
    QDoubleSpinBox* m_rate;
    QComboBox* m_metric;
    QComboBox* m_heldOut;
};

} // namespace ql::widgets
