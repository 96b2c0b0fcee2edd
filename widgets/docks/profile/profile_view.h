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
        : RowTableModel([this](const auto& result,
                               const auto& labels) { return report::profileColumns(result, labels, m_numbers); },
                        parent)
    {
        setResult(nullptr);
    }

    /// @p numbers are those that the layers have in the comparison of the model, if there is one.
    void setResult(Answer result, report::LayerNumbers numbers = {})
    {
        m_numbers = std::move(numbers);
        showRows(std::move(result), &results::ProfileResult::rows);
    }
    const results::ProfileRow& row(int index) const { return *rows()[std::size_t(index)]; }

private:
    report::LayerNumbers m_numbers;
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
