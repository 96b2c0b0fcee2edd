// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/layer_values/layer_values_analysis.h"
#include "core/engine/engine.h"
#include "widgets/session/model_session.h"
#include "widgets/text/error_text.h"

#include <algorithm>

namespace ql::widgets {

namespace {
constexpr std::size_t kMostAnswers = 8; ///< a few megabytes each at most
} // namespace

LayerValuesAnalysis::LayerValuesAnalysis(const AnalysisContext& context)
    : ResultAnalysis(context, {.isOffered = false})
{
    connect(&context.session, &ModelSession::resultChanged, this, &LayerValuesAnalysis::followResult);
    // Before anybody is told.
    connect(&runner(), &JobRunner::finished, this, [this] {
        m_answers.emplace_front(m_begun, runner().result());
        if (m_answers.size() > kMostAnswers)
            m_answers.pop_back();
    });
    connect(&runner(), &JobRunner::failed, this, [this](const Error& error) { m_problem = errorText(error); });
    connect(&runner(), &JobRunner::cancelled, this,
            [this] { m_problem = tr("Stopped. It begins anew when you come back to this page."); });
}

LayerValuesAnalysis::Request LayerValuesAnalysis::about(const std::string& layer) const
{
    Request request;
    request.models = m_compared.models;
    request.samples = m_compared.samples;
    request.mapFile = m_compared.mapFile;
    request.options = m_compared.options;
    request.layer = layer;
    return request;
}

LayerValuesAnalysis::Answer LayerValuesAnalysis::answerTo(const Request& request) const
{
    const auto found = std::ranges::find(m_answers, request, &std::pair<Request, Answer>::first);
    return found == m_answers.end() ? nullptr : found->second;
}

void LayerValuesAnalysis::ask(const Request& request)
{
    if (request == m_asked)
        return;
    m_asked = request;
    m_problem.clear();
    if (answerTo(request))
        cancel(); // of what was asked before
    else
        start();
}

void LayerValuesAnalysis::drop(const Request& request)
{
    if (!(request == m_asked))
        return;
    m_asked = {};
    cancel();
    m_problem.clear();
}

void LayerValuesAnalysis::followResult()
{
    m_compared = session().request();
    m_answers.clear();
    m_asked = {};
    cancel();
    m_problem.clear();
}

bool LayerValuesAnalysis::canStart() const
{
    return session().result() != nullptr && !m_asked.layer.empty();
}

void LayerValuesAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    m_begun = m_asked;
    runner().start([] { return tr("Reading values"); },
                   [engine, request = m_begun](JobContext& context) { return engine->layerValues(request, context); });
}

std::unique_ptr<Analysis> makeLayerValuesAnalysis(const AnalysisContext& context)
{
    return std::make_unique<LayerValuesAnalysis>(context);
}

} // namespace ql::widgets
