// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/profile/profile_analysis.h"
#include "core/engine/engine.h"
#include "widgets/session/model_session.h"

namespace ql::widgets {

ProfileAnalysis::ProfileAnalysis(const AnalysisContext& context)
    : ResultAnalysis(
        context, {.text = QT_TR_NOOP("Statist&ics"),
                  .iconText = QT_TR_NOOP("Statistics"),
                  .toolTip = QT_TR_NOOP("Run one model and see how the values of every layer are spread (Shift+F7)"),
                  .icon = "profile",
                  .shortcut = Qt::SHIFT | Qt::Key_F7,
                  .dock = "profileDock"})
{
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
    request.measuresTime = true; // for the graph's colours
    request.samples = session().samples();
    if (m_asked.usesData) {
        request.samples.inputs.clear();
        request.samples.data = session().data().toStdString();
    }
    runner().start([] { return tr("Collecting statistics"); },
                   [engine, request](JobContext& context) { return engine->profile(request, context); });
}

bool ProfileAnalysis::show(const results::ResultParts& parts, const Label& title)
{
    if (parts.first<results::ProfileResult>())
        m_asked = {}; // the model is opened as the baseline
    return ResultAnalysis::show(parts, title);
}

std::unique_ptr<Analysis> makeProfileAnalysis(const AnalysisContext& context)
{
    return std::make_unique<ProfileAnalysis>(context);
}

} // namespace ql::widgets
