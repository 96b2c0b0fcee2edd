// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/fixes/fix_analysis.h"
#include "core/base/writing/atomic_file.h"
#include "core/engine/engine.h"
#include "core/report/overview/edit_words.h"
#include "core/results/config_result.h"
#include "widgets/analyses/answer_folder.h"
#include "widgets/config_document/config_document.h"
#include "widgets/config_document/config_maker.h"
#include "widgets/session/model_session.h"
#include "widgets/settings/settings.h"

#include <algorithm>

namespace ql::widgets {

namespace {

/// A judge decides where there is one. More is better in both metrics.
bool losesNowhere(const results::FixMeasure& from, const results::FixMeasure& to, bool isLowerBetter)
{
    if (from.judged && to.judged)
        return isLowerBetter ? *to.judged <= *from.judged : *to.judged >= *from.judged;
    return std::ranges::equal(from.outputs, to.outputs, [](const auto& before, const auto& after) {
        return before.first == after.first && !(after.second < before.second);
    });
}

bool hasRepairs(const results::FixResult& result)
{
    return std::ranges::any_of(result.rows,
                               [](const auto& row) { return row.state == results::FixRow::State::Chosen; });
}

/// So that what is found can be said in a config: one that quantizes as the analysis model does, in memory, and its
/// scales in @p folder. Where no config can, the model itself is repaired.
results::FixRequest askedOfConfig(engine::Engine& engine, const results::FixRequest& asked, const std::string& dialect,
                                  const std::string& folder, JobContext& context)
{
    try {
        const auto& models = asked.models;
        const auto made = engine.configFromModel({models.baseline, models.analysis, dialect}, context);
        auto request = asked;
        request.models.analysis.clear();
        auto& quantization = request.models.quantization;
        quantization.config = freeConfigPath(QString::fromStdString(models.baseline), dialect).toStdString();
        quantization.configText = made->text;
        quantization.record = folder + "/given_record.txt";
        writeFileAtomically(quantization.record, made->record);
        return request;
    } catch (const Error&) {
        return asked;
    }
}

bool isSameQuestion(const results::FixRequest& one, const results::FixRequest& other)
{
    return one.models == other.models && one.heldOut == other.heldOut && one.metric == other.metric
           && one.options.judge == other.options.judge;
}

} // namespace

FixAnalysis::FixAnalysis(const AnalysisContext& context)
    : ResultAnalysis(context,
                     {.text = QT_TR_NOOP("&Find repairs"),
                      .iconText = QT_TR_NOOP("Fix"),
                      .toolTip = QT_TR_NOOP("Find repairs, proved on samples that nothing was fitted to (Shift+F12)"),
                      .icon = "fix",
                      .shortcut = Qt::SHIFT | Qt::Key_F12,
                      .dock = "fixesDock"})
    , m_document(context.config)
    , m_subject(context.session, context.config)
{
    connect(&m_document, &ConfigDocument::opened, this, &FixAnalysis::updateAction);
    connect(&m_document, &ConfigDocument::textChanged, this, &FixAnalysis::changed);
    connect(&job(), &JobRunner::started, this, [this] { m_problem.reset(); });
    connect(&job(), &JobRunner::grew, this, [this] { m_answered = m_asked; });
    connect(&job(), &JobRunner::finished, this, [this] { m_answered = m_asked; });
    connect(&job(), &JobRunner::failed, this, [this](const Error& error) { m_problem = error; });
}

bool FixAnalysis::canStart() const
{
    return m_subject.isComplete(m_choice.repairsConfig) && !hasOneSample();
}

results::FixRequest FixAnalysis::request() const
{
    results::FixRequest request;
    request.models = m_subject.models(m_choice.repairsConfig);
    if (m_choice.judgesOnData)
        request.heldOut = otherData().toStdString();
    request.images = session().images();
    request.metric = m_choice.metric;
    request.options.judge = session().judge();
    if (session().hasJudge())
        request.mostJudged = kMostForJudge;
    request.mostSeconds = m_choice.seconds;
    return request;
}

void FixAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    m_asked = request();
    const bool needsConfig = !m_asked->models.analysis.empty() && !m_document.isOpen();
    const std::string dialect = needsConfig ? settings::configDialect.value().toStdString() : std::string();
    runner().startGrowing([] { return tr("Finding repairs"); },
                          [engine, asked = *m_asked, dialect](JobContext& context, const auto& publish) mutable {
                              const AnswerFolder folder;
                              asked.folder = folder.path();
                              if (!dialect.empty())
                                  asked = askedOfConfig(*engine, asked, dialect, folder.path(), context);
                              return folder.keptBy(engine->fix(asked, context, publish));
                          });
}

bool FixAnalysis::show(const results::ResultParts& parts, const Label& title)
{
    if (parts.first<results::FixResult>())
        m_asked.reset();
    return ResultAnalysis::show(parts, title);
}

bool FixAnalysis::hasFailed() const
{
    return m_problem && m_asked && isSameQuestion(*m_asked, request());
}

bool FixAnalysis::isCurrent() const
{
    auto now = request();
    if (const auto answer = result(); answer && now.models.quantization.configText == answer->fixedConfig)
        now.models.quantization.configText = answer->configBefore; // the answer itself, taken into the config
    return !m_answered || isSameQuestion(*m_answered, now);
}

std::vector<std::string> FixAnalysis::files() const
{
    const auto answer = result();
    return answer && hasRepairs(*answer) ? filesThere(answer->files) : std::vector<std::string>();
}

std::string FixAnalysis::modelFile() const
{
    const auto all = files();
    const auto model = std::ranges::find_if(all, [](const auto& file) { return file.ends_with("_qdq.onnx"); });
    return model == all.end() ? std::string() : *model;
}

std::optional<results::FixMeasure> FixAnalysis::byConfig() const
{
    const auto answer = result();
    if (!answer || answer->fixedConfig.empty())
        return std::nullopt;
    return answer->byConfigAlone ? answer->byConfigAlone : answer->byConfig;
}

bool FixAnalysis::fitsConfig() const
{
    const auto answer = result();
    return answer && m_document.isOpen() && answer->configBefore == m_document.text();
}

bool FixAnalysis::canApply() const
{
    const auto measure = byConfig();
    return measure && losesNowhere(result()->start, *measure, result()->judgeBetter == "lower") && fitsConfig();
}

void FixAnalysis::apply()
{
    m_document.replaceText(result()->fixedConfig, report::changeTitle(report::ConfigChange::Repaired));
}

std::unique_ptr<Analysis> makeFixAnalysis(const AnalysisContext& context)
{
    return std::make_unique<FixAnalysis>(context);
}

} // namespace ql::widgets
