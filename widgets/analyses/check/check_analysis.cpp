// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/check/check_analysis.h"
#include "core/engine/engine.h"
#include "core/results/model_info.h"
#include "widgets/config_document/config_document.h"
#include "widgets/session/model_session.h"

#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace ql::widgets {

namespace {

std::size_t distinctFindings(const CheckAnswer& answer)
{
    std::set<std::tuple<std::string_view, std::string_view, std::string>> distinct;
    const auto count = [&distinct](const auto& result) {
        if (result)
            for (const auto& finding : result->findings)
                distinct.emplace(finding.rule, finding.subject, finding.message.english());
    };
    count(answer.baseline);
    count(answer.analysis);
    count(answer.applied);
    return distinct.size();
}

/// What can't be held against a config is no reason to say nothing of the models.
std::shared_ptr<const results::AppliedConfig>
appliedOrWhyNot(engine::Engine& engine, const results::AppliedConfigRequest& request, JobContext& context)
{
    try {
        return engine.appliedConfig(request, context);
    } catch (const Error& error) {
        results::AppliedConfig none{.analysis = request.analysis};
        none.findings.push_back({.severity = results::Severity::Info, .rule = "not-applied", .message = error.whole()});
        return std::make_shared<results::AppliedConfig>(std::move(none));
    }
}

} // namespace

CheckAnalysis::CheckAnalysis(const AnalysisContext& context)
    : ResultAnalysis(
        context,
        {.text = QT_TR_NOOP("Chec&k models"),
         .iconText = QT_TR_NOOP("Check models"),
         .toolTip = QT_TR_NOOP("Look for mistakes in both models, which run once where inputs are given (Shift+F9)"),
         .icon = "checks",
         .shortcut = Qt::SHIFT | Qt::Key_F9,
         .dock = "checksDock"})
    , m_document(context.config)
{
    connect(&m_document, &ConfigDocument::saved, this, &Analysis::changed);
}

CheckAnalysis::Models CheckAnalysis::models() const
{
    Models models;
    models.baseline = session().baseline().path().toStdString();
    if (!session().isSimulated()) {
        models.analysis = session().analysis().path().toStdString();
        if (m_document.isOpen() && !models.analysis.empty() && !models.baseline.empty()) {
            models.config = m_document.path().toStdString();
            models.text = m_document.savedText();
        }
    } else if ((models.simulation = session().comparedSimulation()))
        models.compared = session().result();
    return models;
}

std::shared_ptr<const CheckAnswer> CheckAnalysis::result() const
{
    return isAboutSession() ? ResultAnalysis::result() : nullptr;
}

void CheckAnalysis::ask()
{
    using State = ModelSlot::State;
    for (const ModelSlot* slot : {&session().baseline(), &session().analysis()})
        if (slot->state() != State::Ready && slot->state() != State::Empty)
            return;
    if (isAboutSession() || isRunning())
        return;
    m_isLookOnly = canStart();
    start();
}

bool CheckAnalysis::show(const results::ResultParts& parts, const Label& title)
{
    const auto read = parts.first<results::CheckResult>();
    if (!read)
        return false;
    m_asked = models();
    auto answer = std::make_shared<CheckAnswer>();
    answer->baseline = read;
    answer->count = distinctFindings(*answer);
    return showAnswer(answer, title);
}

bool CheckAnalysis::canStart() const
{
    return !session().baseline().path().isEmpty() || !session().analysis().path().isEmpty();
}

std::vector<std::string> CheckAnalysis::inputsFor(const ModelSlot& slot) const
{
    const auto names = [](const ModelSlot& each) {
        std::vector<std::string> found;
        if (const auto info = each.info())
            for (const auto& port : info->inputs)
                found.push_back(port.name);
        return found;
    };
    const bool isNamedAlike = names(slot) == names(session().baseline()) || session().baseline().path().isEmpty();
    return session().inputs().isEmpty() || !isNamedAlike ? std::vector<std::string>() : session().inputWords();
}

void CheckAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    m_asked = models();
    const bool isLookOnly = std::exchange(m_isLookOnly, false);
    using Inputs = std::vector<std::string>;
    const auto inputs = isLookOnly ? Inputs() : inputsFor(session().baseline());
    const auto analysisInputs = isLookOnly ? Inputs() : inputsFor(session().analysis());
    runner().start(
        [] { return tr("Checking models"); },
        [engine, models = m_asked, inputs, analysisInputs, images = session().images()](JobContext& context) {
            auto answer = std::make_shared<CheckAnswer>();
            const auto check = [&](const std::string& model, const Inputs& words,
                                   const results::QuantizationOptions& quantization) {
                results::CheckRequest request;
                request.model = model;
                request.quantization = quantization;
                request.images = images;
                request.samples.inputs = words;
                return engine->check(request, context);
            };
            if (!models.baseline.empty())
                answer->baseline = check(models.baseline, inputs, {});
            if (!models.analysis.empty())
                answer->analysis = check(models.analysis, analysisInputs, {});
            else if (models.simulation)
                answer->analysis = check(models.baseline, inputs, *models.simulation);
            if (!models.config.empty())
                answer->applied = appliedOrWhyNot(*engine,
                                                  {.baseline = models.baseline,
                                                   .analysis = models.analysis,
                                                   .config = models.config,
                                                   .text = models.text},
                                                  context);
            answer->count = distinctFindings(*answer);
            return answer;
        });
}

std::unique_ptr<Analysis> makeCheckAnalysis(const AnalysisContext& context)
{
    return std::make_unique<CheckAnalysis>(context);
}

} // namespace ql::widgets
