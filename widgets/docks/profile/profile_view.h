// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/profile/profile_table_model.h"
#include "widgets/docks/support/analysis_view.h"

class QComboBox;

namespace ql::widgets {

class HistogramChart;
class ProfileAnalysis;

/// How the values of one model are spread: a table of every tensor, and the distribution of the selected one.
class ProfileView : public AnalysisView {
    Q_OBJECT

public:
    explicit ProfileView(Workbench& workbench, QWidget* parent = nullptr);

    ProfileTableModel& model() { return m_model; }
    HistogramChart& histogram() { return *m_histogram; }

protected:
    void retranslate() override;
    bool hasAnswer() const override;
    void takeAnswer() override;
    void explain() override;
    QString summary() const override;
    QString csvName() const override;

private:
    void fillChoices();
    void takeChoice();
    void showOrder();
    void showHistogram();

    ProfileAnalysis& m_analysis;
    ProfileTableModel m_model;
    QComboBox* m_modelBox;
    QComboBox* m_source;
    QComboBox* m_order;
    HistogramChart* m_histogram;
};

} // namespace ql::widgets
