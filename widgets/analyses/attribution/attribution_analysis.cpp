// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/attribution/attribution_analysis.h"
#include "core/engine/engine.h"
#include "widgets/session/model_session.h"

#include <algorithm>

namespace ql::widgets {

AttributionAnalysis::AttributionAnalysis(const AnalysisContext& context)
    : ResultAnalysis(
        context,
        {.text = QT_TR_NOOP("&Error causes"),
         .iconText = QT_TR_NOOP("Error causes"),
         .toolTip = QT_TR_NOOP("Take each layer's error apart: what it inherits, its weights, rounding, clamping (F8)"),
         .icon = "causes",
         .shortcut = Qt::Key_F8,
         .dock = "inspectorDock",
         .needsQuantizers = true})
{
}

const results::AttributionRow* AttributionAnalysis::rowOf(const std::string& layer) const
{
    const auto answer = result();
    if (!answer)
        return nullptr;
    const auto found = std::ranges::find(answer->rows, layer, &results::AttributionRow::name);
    return found == answer->rows.end() ? nullptr : &*found;
}

void AttributionAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    results::AttributionRequest request;
    request.models = session().models();
    request.samples = session().samples();
    runner().start([] { return tr("Taking errors apart"); },
                   [engine, request](JobContext& context) { return engine->attribution(request, context); });
}

std::unique_ptr<Analysis> makeAttributionAnalysis(const AnalysisContext& context)
{
    return std::make_unique<AttributionAnalysis>(context);
}

} // namespace ql::widgets
