// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/checks/check_table_model.h"
#include "widgets/docks/support/analysis_view.h"

namespace ql::widgets {

/// What is wrong with the models themselves. Looks by itself as soon as it is in sight.
class ChecksView : public AnalysisView {
    Q_OBJECT

public:
    explicit ChecksView(Workbench& workbench, QWidget* parent = nullptr);

    CheckTableModel& model() { return m_model; }

protected:
    void showEvent(QShowEvent* event) override;
    void retranslate() override;
    bool hasAnswer() const override;
    void takeAnswer() override;
    void explain() override;
    QString summary() const override;
    QString csvName() const override;

private:
    void ask();

    CheckAnalysis& m_analysis;
    CheckTableModel m_model;
};

} // namespace ql::widgets
