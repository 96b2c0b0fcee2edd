// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/profile/profile_analysis.h"

#include "core/engine/engine.h"
#include "widgets/session/model_session.h"
#include "widgets/style/icons.h"

namespace ql::widgets {

ProfileAnalysis::ProfileAnalysis(ModelSession& session)
    : Analysis(session, m_runner)
{
    watch();
    startAction()->setIcon(icon("profile"));
    startAction()->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F7));
    retranslate();
}

void ProfileAnalysis::retranslate()
{
    startAction()->setText(tr("Statist&ics"));
    startAction()->setIconText(tr("Statistics"));
    startAction()->setToolTip(tr("Run one model and see how the values of every layer are spread (Shift+F7)"));
}

void ProfileAnalysis::setChoice(const Choice& choice)
{
    if (choice == m_choice)
        return;
    m_choice = choice;
    updateAction();
    Q_EMIT changed();
}

bool ProfileAnalysis::canStart() const
{
    const bool hasSamples = !m_choice.usesData || !session().data().isEmpty();
    if (m_choice.isAnalysis && session().isSimulated())
        return session().canSimulate() && hasSamples;
    const ModelSlot& slot = m_choice.isAnalysis ? session().analysis() : session().baseline();
    return !slot.path().isEmpty() && hasSamples;
}

void ProfileAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    m_asked = m_choice;
    results::ProfileRequest request;
    const bool isSimulated = m_asked.isAnalysis && session().isSimulated();
    const bool isOfFile = m_asked.isAnalysis && !isSimulated;
    request.model = (isOfFile ? session().analysis() : session().baseline()).path().toStdString();
    if (isSimulated)
        request.quantization = session().quantization();
    if (m_asked.usesData)
        request.data = session().data().toStdString();
    else
        request.inputs = session().inputWords();
    m_runner.start([] { return tr("Collecting statistics"); },
                   [engine, request](JobContext& context) { return engine->profile(request, context); });
}

} // namespace ql::widgets
