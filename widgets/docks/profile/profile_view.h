// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/profile/profile_report.h"
#include "widgets/analyses/profile/profile_analysis.h"
#include "widgets/docks/support/analysis_view.h"
#include "widgets/models/row_table_model.h"

class QComboBox;

namespace ql::widgets {

class HistogramChart;

/// How every tensor of every layer is spread, in order of execution.
class ProfileTableModel : public RowTableModel<results::ProfileResult, results::ProfileRow> {
public:
    enum Column { Index, Layer, Op, Attribute, Dtype, Scale, Min, Max, Mean, Variance, Range, Shape, Time };

    explicit ProfileTableModel(QObject* parent = nullptr)
        : RowTableModel(report::profileColumns, parent)
    {
        setResult(nullptr);
    }

    void setResult(Answer result) { showRows(std::move(result), &results::ProfileResult::rows); }
    const results::ProfileRow& row(int index) const { return *rows()[std::size_t(index)]; }
};

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
