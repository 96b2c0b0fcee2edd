// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/attribution/attribution_analysis.h"

#include "core/engine/engine.h"
#include "widgets/session/model_session.h"
#include "widgets/style/icons.h"

#include <algorithm>

namespace ql::widgets {

AttributionAnalysis::AttributionAnalysis(ModelSession& session)
    : Analysis(session, m_runner)
{
    watch();
    startAction()->setIcon(icon("causes"));
    startAction()->setShortcut(QKeySequence(Qt::Key_F8));
    retranslate();
}

void AttributionAnalysis::retranslate()
{
    startAction()->setText(tr("&Error causes"));
    startAction()->setIconText(tr("Error causes"));
    startAction()->setToolTip(
        tr("Take each layer's error apart: what it inherits, its weights, rounding, clamping (F8)"));
}

const results::AttributionRow* AttributionAnalysis::rowOf(const std::string& layer) const
{
    const auto answer = result();
    if (!answer)
        return nullptr;
    const auto found = std::ranges::find(answer->rows, layer, &results::AttributionRow::name);
    return found == answer->rows.end() ? nullptr : &*found;
}

bool AttributionAnalysis::canStart() const
{
    return session().canCompare();
}

void AttributionAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    results::AttributionRequest request;
    session().fillModels(request);
    request.inputs = session().inputWords();
    m_runner.start([] { return tr("Taking errors apart"); },
                   [engine, request](JobContext& context) { return engine->attribution(request, context); });
}

} // namespace ql::widgets
