// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/docks/shadow/shadow_table_model.h"
#include "widgets/docks/support/analysis_view.h"

namespace ql::widgets {

class ShadowAnalysis;

/// Which layers make the error themselves: the local error beside the accumulated one, by the toolbar's metric.
class ShadowView : public AnalysisView {
    Q_OBJECT

public:
    explicit ShadowView(Workbench& workbench, QWidget* parent = nullptr);

    ShadowTableModel& model() { return m_model; }

protected:
    void retranslate() override;
    bool hasAnswer() const override;
    void takeAnswer() override;
    void explain() override;
    QString summary() const override;
    QString csvName() const override;

private:
    ShadowAnalysis& m_analysis;
    ShadowTableModel m_model;
};

} // namespace ql::widgets
