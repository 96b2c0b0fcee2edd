// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/check/check_analysis.h"
#include "core/engine/engine.h"
#include "widgets/session/model_session.h"

#include <set>
#include <string_view>
#include <tuple>

namespace ql::widgets {

namespace {

std::size_t distinctFindings(const CheckAnswer& answer)
{
    std::set<std::tuple<std::string_view, std::string_view, std::string>> distinct;
    for (const auto* result : {answer.baseline.get(), answer.analysis.get()})
        if (result)
            for (const auto& finding : result->findings)
                distinct.emplace(finding.rule, finding.subject, finding.message.english());
    return distinct.size();
}

} // namespace

CheckAnalysis::CheckAnalysis(const AnalysisContext& context)
    : ResultAnalysis(context,
                     {.text = QT_TR_NOOP("Chec&k models"),
                      .iconText = QT_TR_NOOP("Check models"),
                      .toolTip = QT_TR_NOOP("Look for mistakes in both models without running them (Shift+F9)"),
                      .icon = "checks",
                      .shortcut = Qt::SHIFT | Qt::Key_F9,
                      .dock = "checksDock"})
{
}

CheckAnalysis::Models CheckAnalysis::models() const
{
    Models models;
    models.baseline = session().baseline().path().toStdString();
    if (!session().isSimulated())
        models.analysis = session().analysis().path().toStdString();
    else if ((models.simulation = session().comparedSimulation()))
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
    if (!isAboutSession() && !isRunning())
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

void CheckAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    m_asked = models();
    runner().start([] { return tr("Checking models"); },
                   [engine, models = m_asked, images = session().images()](JobContext& context) {
                       auto answer = std::make_shared<CheckAnswer>();
                       const auto check = [&](const std::string& model,
                                              const results::QuantizationOptions& quantization) {
                           results::CheckRequest request;
                           request.model = model;
                           request.quantization = quantization;
                           request.images = images;
                           return engine->check(request, context);
                       };
                       if (!models.baseline.empty())
                           answer->baseline = check(models.baseline, {});
                       if (!models.analysis.empty())
                           answer->analysis = check(models.analysis, {});
                       else if (models.simulation)
                           answer->analysis = check(models.baseline, *models.simulation);
                       answer->count = distinctFindings(*answer);
                       return answer;
                   });
}

std::unique_ptr<Analysis> makeCheckAnalysis(const AnalysisContext& context)
{
    return std::make_unique<CheckAnalysis>(context);
}

} // namespace ql::widgets
