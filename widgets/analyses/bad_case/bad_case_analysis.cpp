// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/bad_case/bad_case_analysis.h"

#include "core/engine/engine.h"
#include "widgets/session/layer_filter.h"
#include "widgets/session/model_session.h"
#include "widgets/style/icons.h"

namespace ql::widgets {

BadCaseAnalysis::BadCaseAnalysis(ModelSession& session, const LayerFilter& filter)
    : Analysis(session, m_runner)
    , m_filter(filter)
{
    watch();
    startAction()->setIcon(icon("bad_case"));
    startAction()->setShortcut(QKeySequence(Qt::Key_F12));
    retranslate();
}

void BadCaseAnalysis::retranslate()
{
    startAction()->setText(tr("&Bad cases"));
    startAction()->setIconText(tr("Bad cases"));
    startAction()->setToolTip(tr("Find the samples of the data on which the two models differ most (F12)"));
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
    return session().canCompare() && !session().data().isEmpty();
}

void BadCaseAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    results::BadCaseRequest request;
    session().fillModels(request);
    request.data = session().data().toStdString();
    request.numSteps = m_mostSamples;
    // An output has no step of its own.
    const results::MetricId metric = m_filter.metric();
    request.metric = results::key(metric == results::MetricId::MaxQscaleDiff ? results::MetricId::Atol : metric);
    m_runner.startGrowing([] { return tr("Searching bad cases"); },
                          [engine, request](JobContext& context, const auto& publish) {
                              return engine->findBadCase(request, context, publish);
                          });
}

} // namespace ql::widgets
