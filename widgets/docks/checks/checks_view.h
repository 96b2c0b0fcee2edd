// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/check/check_analysis.h"
#include "widgets/docks/checks/check_table_model.h"
#include "widgets/docks/support/analysis_view.h"

namespace ql::widgets {

/// What is wrong with the models themselves. Looks by itself as soon as it is in sight.
class ChecksView : public ResultView<CheckAnalysis, CheckTableModel> {
    Q_OBJECT

public:
    explicit ChecksView(Workbench& workbench, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;
    bool hasAnswer() const override;
    void takeAnswer() override;
    void explain() override;
    QString summary() const override;
    std::vector<std::string> chosenLayers() override;

private:
    void ask();
};

} // namespace ql::widgets
