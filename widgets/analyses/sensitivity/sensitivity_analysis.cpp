// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "core/engine/engine.h"
#include "widgets/session/layer_filter.h"
#include "widgets/session/model_session.h"

namespace ql::widgets {

namespace {

constexpr std::size_t kExactTop = 8; ///< of a predicted ranking: what is read first

} // namespace

SensitivityAnalysis::SensitivityAnalysis(const AnalysisContext& context)
    : ResultAnalysis(context,
                     {.text = QT_TR_NOOP("&Sensitivity"),
                      .iconText = QT_TR_NOOP("Sensitivity"),
                      .toolTip = QT_TR_NOOP("Quantize one layer at a time and rank the layers by what that does (F7)"),
                      .icon = "sensitivity",
                      .shortcut = Qt::Key_F7,
                      .dock = "sensitivityDock",
                      .isOnToolBar = true,
                      .needsQuantizers = true})
    , m_filter(context.filter)
{
}

SensitivityChoice SensitivityAnalysis::choice() const
{
    SensitivityChoice choice = m_choice;
    if (!m_isWhatChosen && session().isSimulated())
        choice.what = results::SensitivityWhat::Together;
    return choice;
}

void SensitivityAnalysis::setChoice(const SensitivityChoice& choice)
{
    const SensitivityChoice current = this->choice();
    if (choice == current)
        return;
    m_isWhatChosen = m_isWhatChosen || choice.what != current.what;
    m_choice = choice;
    Q_EMIT changed();
}

bool SensitivityAnalysis::show(const results::ResultParts& parts, const Label& title)
{
    if (const auto answer = parts.first<results::SensitivityResult>()) {
        SensitivityChoice shown = choice();
        shown.mode = answer->mode;
        shown.method = answer->method;
        setChoice(shown);
    }
    return ResultAnalysis::show(parts, title);
}

void SensitivityAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    results::SensitivityRequest request;
    request.models = session().models();
    request.samples = session().samples();
    // An output has no step of its own.
    const results::MetricId metric = m_filter.metric();
    request.metrics = {metric == results::MetricId::MaxQscaleDiff ? results::MetricId::Atol : metric};
    const SensitivityChoice asked = choice();
    request.mode = asked.mode;
    request.method = asked.method;
    if (asked.method == results::SensitivityMethod::Gradient) {
        request.exactTop = kExactTop;
        if (!results::isPredictable(request.metrics.front()))
            request.metrics = {results::MetricId::Sqnr};
    } else if (session().hasJudge()) { // what it says has no derivative to predict it by
        const auto& judge = request.options.judge = session().judge();
        request.metrics.insert(request.metrics.begin(),
                               judge.isLowerBetter ? results::MetricId::JudgeLoss : results::MetricId::Judge);
    }
    request.options.postProcess = session().postProcess();
    request.what = asked.what;
    request.group = asked.group;
    runner().startGrowing([] { return tr("Ranking layers by sensitivity"); },
                          [engine, request](JobContext& context, const auto& publish) {
                              return engine->sensitivity(request, context, publish);
                          });
}

std::unique_ptr<Analysis> makeSensitivityAnalysis(const AnalysisContext& context)
{
    return std::make_unique<SensitivityAnalysis>(context);
}

} // namespace ql::widgets
