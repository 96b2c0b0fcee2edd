// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/finetune/finetune_analysis.h"
#include "core/engine/engine.h"
#include "widgets/analyses/answer_folder.h"
#include "widgets/config_document/config_document.h"
#include "widgets/session/model_session.h"

#include <memory>

namespace ql::widgets {

namespace {

bool isSameQuestion(const results::FinetuneRequest& one, const results::FinetuneRequest& other)
{
    return one.models == other.models && one.heldOut == other.heldOut && one.metric == other.metric
           && one.trained == other.trained;
}

} // namespace

FinetuneAnalysis::FinetuneAnalysis(const AnalysisContext& context)
    : ResultAnalysis(context,
                     {.text = QT_TR_NOOP("Train the net&work"),
                      .iconText = QT_TR_NOOP("Train"),
                      .toolTip = QT_TR_NOOP("Train weights and ranges without labels, the float model as teacher "
                                            "(Shift+F5)"),
                      .icon = "finetune",
                      .shortcut = Qt::SHIFT | Qt::Key_F5,
                      .dock = "finetuneDock"})
    , m_subject(context.session, context.config)
{
    const ConfigDocument& document = context.config;
    connect(&document, &ConfigDocument::opened, this, &FinetuneAnalysis::updateAction);
    connect(&document, &ConfigDocument::textChanged, this, &FinetuneAnalysis::changed);
    connect(&job(), &JobRunner::started, this, [this] { m_problem.reset(); });
    connect(&job(), &JobRunner::grew, this, [this] { m_answered = m_asked; });
    connect(&job(), &JobRunner::finished, this, [this] { m_answered = m_asked; });
    connect(&job(), &JobRunner::failed, this, [this](const Error& error) { m_problem = error; });
}

bool FinetuneAnalysis::canStart() const
{
    return m_subject.isComplete(m_choice.trainsConfig);
}

results::FinetuneRequest FinetuneAnalysis::request() const
{
    results::FinetuneRequest request;
    request.models = m_subject.models(m_choice.trainsConfig);
    if (m_choice.judgesOnData)
        request.heldOut = m_subject.otherData().toStdString();
    request.images = session().images();
    request.metric = m_choice.metric;
    request.trained = m_choice.trained;
    request.steps = std::size_t(m_choice.steps);
    request.learningRate = m_choice.learningRate;
    return request;
}

void FinetuneAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    m_asked = request();
    runner().startGrowing([] { return tr("Training the network"); },
                          [engine, asked = *m_asked](JobContext& context, const auto& publish) mutable {
                              const AnswerFolder folder;
                              asked.folder = folder.path();
                              const auto take = [&publish, &folder](const auto& known) {
                                  publish(folder.keptBy(known));
                              };
                              return folder.keptBy(engine->finetune(asked, context, take));
                          });
}

bool FinetuneAnalysis::show(const results::ResultParts& parts, const Label& title)
{
    if (parts.first<results::FinetuneResult>())
        m_asked.reset();
    return ResultAnalysis::show(parts, title);
}

bool FinetuneAnalysis::isCurrent() const
{
    return !m_answered || isSameQuestion(*m_answered, request());
}

std::vector<std::string> FinetuneAnalysis::files() const
{
    const auto answer = result();
    return answer && answer->bestStep > 0 ? filesThere(answer->files) : std::vector<std::string>();
}

std::unique_ptr<Analysis> makeFinetuneAnalysis(const AnalysisContext& context)
{
    return std::make_unique<FinetuneAnalysis>(context);
}

} // namespace ql::widgets
