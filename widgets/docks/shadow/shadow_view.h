// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/analyses/shadow/shadow_analysis.h"
#include "widgets/docks/shadow/shadow_table_model.h"
#include "widgets/docks/support/analysis_view.h"

namespace ql::widgets {

/// Which layers make the error themselves: the local error beside the accumulated one, by the toolbar's metric.
class ShadowView : public ResultView<ShadowAnalysis, ShadowTableModel> {
    Q_OBJECT

public:
    explicit ShadowView(Workbench& workbench, QWidget* parent = nullptr);

protected:
    void takeAnswer() override;
    void explain() override;
    QString summary() const override;
};

} // namespace ql::widgets
