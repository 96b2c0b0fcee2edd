// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/tune/tune_analysis.h"
#include "core/engine/engine.h"
#include "core/report/overview/edit_words.h"
#include "widgets/config_document/config_document.h"
#include "widgets/session/model_session.h"

#include <algorithm>

namespace ql::widgets {

TuneAnalysis::TuneAnalysis(const AnalysisContext& context)
    : ResultAnalysis(context, {.text = QT_TR_NOOP("T&une the config"),
                               .iconText = QT_TR_NOOP("Tune"),
                               .toolTip = QT_TR_NOOP("Search the fewest layers that need more than 8 bits (Shift+F6)"),
                               .icon = "tune",
                               .shortcut = Qt::SHIFT | Qt::Key_F6,
                               .dock = "tuneDock"})
    , m_document(context.config)
{
    connect(&m_document, &ConfigDocument::opened, this, &TuneAnalysis::updateAction);
    connect(&session(), &ModelSession::changed, this, [this] {
        if (isJudged() && !session().hasJudge()) // its target means nothing to another metric
            setChoice({.seconds = m_choice.seconds, .targets = {}});
    });
}

void TuneAnalysis::setChoice(const Choice& choice)
{
    if (choice == m_choice)
        return;
    m_choice = choice;
    Q_EMIT changed();
}

std::vector<std::string> TuneAnalysis::outputs() const
{
    std::vector<std::string> names;
    if (const auto info = session().baseline().info())
        for (const auto& port : info->outputs)
            names.push_back(port.name);
    return names;
}

/// A judge says one number of all outputs.
std::vector<results::TuneTarget> TuneAnalysis::targets() const
{
    std::vector<results::TuneTarget> targets{{{}, m_choice.target}};
    for (const std::string& output : outputs()) // another model has other outputs
        if (const auto own = m_choice.targets.find(output); own != m_choice.targets.end() && !isJudged())
            targets.push_back({output, own->second});
    return targets;
}

bool TuneAnalysis::canStart() const
{
    const bool hasSamples = !session().hasRecord() || !session().data().isEmpty();
    return session().canSimulate() && hasSamples && m_document.isOpen();
}

void TuneAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    results::TuneRequest request;
    request.baseline = session().baseline().path().toStdString();
    request.quantization = session().quantization();
    request.quantization.configText = m_document.text();
    if (session().hasRecord()) // it says the scales, and candidates are judged on the data
        request.quantization.data = session().data().toStdString();
    request.images = session().images();
    request.options.judge = session().judge();
    request.metric = isJudged() && session().judge().isLowerBetter ? results::MetricId::JudgeLoss : m_choice.metric;
    request.targets = targets();
    if (isJudged())
        request.mostJudged = kMostForJudge;
    request.mostSeconds = m_choice.seconds;
    runner().startGrowing([] { return tr("Tuning the config"); },
                          [engine, request](JobContext& context, const auto& publish) {
                              return engine->tune(request, context, publish);
                          });
}

bool TuneAnalysis::canTake() const
{
    const auto answer = result();
    if (!answer || !m_document.isOpen() || answer->config != m_document.path().toStdString())
        return false;
    const std::string& text = m_document.text();
    // One point may follow another; what the user wrote meanwhile would be lost.
    return text == answer->configBefore || text == answer->best.config || text == answer->start.config
           || std::ranges::find(answer->pareto, text, &results::TunePoint::config) != answer->pareto.end();
}

void TuneAnalysis::take(const results::TunePoint& point)
{
    m_document.replaceText(point.config, report::changeTitle(report::ConfigChange::Overrides,
                                                             Message::text(std::to_string(point.overrides.size()))));
}

std::unique_ptr<Analysis> makeTuneAnalysis(const AnalysisContext& context)
{
    return std::make_unique<TuneAnalysis>(context);
}

} // namespace ql::widgets
