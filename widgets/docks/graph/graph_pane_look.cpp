// SPDX-License-Identifier: GPL-3.0-or-later
// What answers and findings make of a graph's boxes.
#include "widgets/analyses/check/check_analysis.h"
#include "widgets/analyses/profile/profile_analysis.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/docks/graph/graph_pane.h"
#include "widgets/graph_view/graph_canvas.h"
#include "widgets/graph_view/graph_checks.h"
#include "widgets/workbench/workbench.h"

namespace ql::widgets {

/// The one of two graphs that isn't shown waits until it is.
bool GraphPane::isPutOff()
{
    m_isStale = isHidden();
    return m_isStale;
}

void GraphPane::showResult()
{
    if (isPutOff())
        return;
    GraphLook& look = m_canvas->look();
    const LayerFilter& filter = m_workbench.filter();
    applyResult(look, m_workbench.session().result(), filter.metric(), m_content);
    if (m_heat == GraphHeat::Metric)
        applyTrial(look, TrialOverlay(m_workbench.analysis<TrialAnalysis>().trials().shown()), filter.metric());
    applyHeat(look, m_heat, heatSources());
    applyNeedle(look, filter.text());
    m_canvas->setMetric(heatTitle(m_heat, heatSources()));
    m_canvas->update();
    Q_EMIT resultShown();
}

/// Apart from what compares: findings change with the models alone, and there may be thousands.
void GraphPane::showChecks()
{
    if (isPutOff())
        return;
    const auto checked = m_workbench.analysis<CheckAnalysis>().result();
    applyChecks(m_canvas->look(), checked ? CheckedModels{checked->baseline, checked->analysis} : CheckedModels{},
                m_content);
    m_canvas->update();
    Q_EMIT resultShown();
}

void GraphPane::setHeat(GraphHeat heat)
{
    m_heat = heat;
    showResult();
}

HeatSources GraphPane::heatSources() const
{
    return {.metric = m_workbench.filter().metric(),
            .compared = m_workbench.session().result(),
            .ranking = m_workbench.analysis<SensitivityAnalysis>().result(),
            .profile = m_workbench.analysis<ProfileAnalysis>().result(),
            .isOfAnalysis = m_content != GraphContent::Baseline};
}

} // namespace ql::widgets
