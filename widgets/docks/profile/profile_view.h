// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/profile/profile_analysis.h"
#include "widgets/docks/profile/profile_table_model.h"
#include "widgets/docks/support/analysis_view.h"

class QComboBox;

namespace ql::widgets {

class HistogramChart;

/// How the values of one model are spread: a table of every tensor, and the distribution of the selected one.
class ProfileView : public ResultView<ProfileAnalysis, ProfileTableModel> {
    Q_OBJECT

public:
    explicit ProfileView(Workbench& workbench, QWidget* parent = nullptr);

    HistogramChart& histogram() { return *m_histogram; }

protected:
    void retranslate() override;
    void takeAnswer() override;
    void explain() override;
    QString summary() const override;

private:
    void fillChoices();
    void takeChoice();
    void showOrder();
    void showHistogram();

    QComboBox* m_modelBox;
    QComboBox* m_source;
    QComboBox* m_order;
    HistogramChart* m_histogram;
};

} // namespace ql::widgets
