// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/shadow/shadow_analysis.h"

#include "core/engine/engine.h"
#include "widgets/session/model_session.h"
#include "widgets/style/icons.h"

namespace ql::widgets {

ShadowAnalysis::ShadowAnalysis(ModelSession& session)
    : Analysis(session, m_runner)
{
    watch();
    startAction()->setIcon(icon("shadow"));
    startAction()->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F8));
    retranslate();
}

void ShadowAnalysis::retranslate()
{
    startAction()->setText(tr("&Local errors"));
    startAction()->setIconText(tr("Local errors"));
    startAction()->setToolTip(tr("Run every quantized layer beside its float twin on the same input, so that only its "
                                 "own error shows (Shift+F8)"));
}

bool ShadowAnalysis::canStart() const
{
    return session().canCompare();
}

void ShadowAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    results::ShadowRequest request;
    session().fillModels(request);
    request.inputs = session().inputWords();
    m_runner.start([] { return tr("Measuring local errors"); },
                   [engine, request](JobContext& context) { return engine->shadow(request, context); });
}

} // namespace ql::widgets
