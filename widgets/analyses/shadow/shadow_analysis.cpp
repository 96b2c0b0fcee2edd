// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/shadow/shadow_analysis.h"
#include "core/engine/engine.h"
#include "widgets/session/model_session.h"

namespace ql::widgets {

ShadowAnalysis::ShadowAnalysis(const AnalysisContext& context)
    : ResultAnalysis(
        context,
        {.text = QT_TR_NOOP("&Local errors"),
         .iconText = QT_TR_NOOP("Local errors"),
         .toolTip = QT_TR_NOOP("Run every quantized layer beside its float twin on the same input, so that only its "
                               "own error shows (Shift+F8)"),
         .icon = "shadow",
         .shortcut = Qt::SHIFT | Qt::Key_F8,
         .dock = "shadowDock",
         .needsQuantizers = true})
{
}

void ShadowAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    results::ShadowRequest request;
    request.models = session().models();
    request.samples = session().samples();
    if (!session().isSimulated())
        request.mapFile = session().mapFile().toStdString();
    runner().start([] { return tr("Measuring local errors"); },
                   [engine, request](JobContext& context) { return engine->shadow(request, context); });
}

std::unique_ptr<Analysis> makeShadowAnalysis(const AnalysisContext& context)
{
    return std::make_unique<ShadowAnalysis>(context);
}

} // namespace ql::widgets
