// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "core/engine/engine.h"
#include "widgets/session/layer_filter.h"
#include "widgets/session/model_session.h"

namespace ql::widgets {

BadCaseAnalysis::BadCaseAnalysis(const AnalysisContext& context)
    : ResultAnalysis(context,
                     {.text = QT_TR_NOOP("&Bad cases"),
                      .iconText = QT_TR_NOOP("Bad cases"),
                      .toolTip = QT_TR_NOOP("Find the samples of the data on which the two models differ most (F12)"),
                      .icon = "bad_case",
                      .shortcut = Qt::Key_F12,
                      .dock = "badCasesDock",
                      .isOnToolBar = true})
    , m_filter(context.filter)
{
}

void BadCaseAnalysis::setMostSamples(std::size_t count)
{
    if (count == m_mostSamples)
        return;
    m_mostSamples = count;
    Q_EMIT changed();
}

bool BadCaseAnalysis::canStart() const
{
    return session().canCompare() && !session().sampleData().isEmpty();
}

void BadCaseAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    results::BadCaseRequest request;
    request.models = session().models();
    request.samples.data = session().sampleData().toStdString();
    request.samples.images = session().images();
    request.samples.numSteps = m_mostSamples;
    // An output has no step of its own.
    const results::MetricId metric = m_filter.metric();
    request.metric = results::key(metric == results::MetricId::MaxQscaleDiff ? results::MetricId::Atol : metric);
    request.options.judge = session().judge();
    request.options.postProcess = session().postProcess();
    if (session().hasJudge()) // what the user cares about; the other columns stay
        request.metric = results::kJudgeDrop;
    runner().startGrowing([] { return tr("Searching bad cases"); },
                          [engine, request](JobContext& context, const auto& publish) {
                              return engine->badcase(request, context, publish);
                          });
}

std::unique_ptr<Analysis> makeBadCaseAnalysis(const AnalysisContext& context)
{
    return std::make_unique<BadCaseAnalysis>(context);
}

} // namespace ql::widgets
