// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/docks/sensitivity/sensitivity_table_model.h"
#include "widgets/docks/support/analysis_view.h"

class QComboBox;

namespace ql::widgets {

class CumulativeChart;
class VerdictStrip;

/// Which layer matters most: what is switched how, and the ranking as it grows.
class SensitivityView : public ResultView<SensitivityAnalysis, SensitivityTableModel> {
    Q_OBJECT

public:
    explicit SensitivityView(Workbench& workbench, QWidget* parent = nullptr);

    VerdictStrip& verdict() { return *m_verdict; }
    CumulativeChart& chart() { return *m_chart; }

protected:
    void retranslate() override;
    void takeAnswer() override;
    void explain() override;
    QString summary() const override;
    QString exportTitle() const override;
    std::vector<std::string> chosenLayers() override;

private:
    void fillChoices();
    void showChoice();
    void takeChoice();
    /// The config leaves the layers of so many of the most sensitive rows in float.
    void skipFirst(std::size_t rows);

    QComboBox* m_mode;
    QComboBox* m_what;
    QComboBox* m_group;
    QComboBox* m_output;
    VerdictStrip* m_verdict;
    CumulativeChart* m_chart; ///< of the growing sets
};

} // namespace ql::widgets
