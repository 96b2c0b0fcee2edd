// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/overview/overview_steps.h"

#include "core/report/overview/edit_words.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/fixes/fix_analysis.h"
#include "widgets/analyses/repairs/repair_analysis.h"
#include "widgets/analyses/sensitivity/sensitivity_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/analyses/tune/tune_analysis.h"
#include "widgets/settings/settings.h"

#include <algorithm>
#include <ranges>

namespace ql::widgets {

using report::OverviewAction;
using results::Quality;

namespace {

/// "data[3]", as `--input` takes it.
QString sampleWord(const results::BadCaseResult& result, std::size_t sample)
{
    return QStringLiteral("%1[%2]").arg(QString::fromStdString(result.data)).arg(sample);
}

results::ModelPair withoutText(results::ModelPair models)
{
    models.quantization.configText.reset();
    return models;
}

} // namespace

OverviewSteps::OverviewSteps(Workbench& workbench, QObject* parent)
    : QObject(parent)
    , m_workbench(workbench)
{
    watch();
    refresh();
}

void OverviewSteps::watch()
{
    ModelSession& session = m_workbench.session();
    for (Analysis* analysis : m_workbench.offeredAnalyses()) {
        connect(analysis, &Analysis::changed, this, &OverviewSteps::refresh);
        connect(analysis, &Analysis::resultChanged, this, &OverviewSteps::refresh);
        connect(&analysis->job(), &JobRunner::cancelled, this, [this] { wait(Waiting::Nothing); });
        connect(&analysis->job(), &JobRunner::failed, this, [this, analysis] {
            if (m_waiting == Waiting::BadCases && qobject_cast<BadCaseAnalysis*>(analysis))
                compare(); // on the first sample
            else if (m_waiting == Waiting::Ranking && qobject_cast<SensitivityAnalysis*>(analysis))
                measureRepairs(); // by what the comparison says
            else
                wait(Waiting::Nothing);
        });
    }
    connect(&m_workbench, &Workbench::examineRequested, this, &OverviewSteps::examine);
    connect(&session, &ModelSession::changed, this, &OverviewSteps::refresh);
    connect(&session.engineJob(), &JobRunner::failed, this, [this] { wait(Waiting::Nothing); });
    connect(&session.compareJob(), &JobRunner::failed, this, [this] { wait(Waiting::Nothing); });
    connect(&session.compareJob(), &JobRunner::cancelled, this, [this] { wait(Waiting::Nothing); });
    connect(&session, &ModelSession::resultChanged, this, &OverviewSteps::followComparison);
    connect(&m_workbench.analysis<BadCaseAnalysis>().job(), &JobRunner::finished, this, [this] {
        if (m_waiting == Waiting::BadCases)
            compareWorst();
    });
    connect(&m_workbench.analysis<SensitivityAnalysis>().job(), &JobRunner::finished, this, [this] {
        m_ranked = m_workbench.session().result();
        m_ranking = m_workbench.analysis<SensitivityAnalysis>().result();
        measureRepairs();
    });
    connect(&m_workbench.analysis<RepairAnalysis>().job(), &JobRunner::finished, this,
            [this] { wait(Waiting::Nothing); });
    connect(&m_workbench.analysis<FixAnalysis>().job(), &JobRunner::finished, this, &OverviewSteps::measureFound);
    connect(&m_workbench.analysis<TuneAnalysis>().job(), &JobRunner::finished, this, &OverviewSteps::measureTuned);
    watchConfig();
    watchTrials();
}

void OverviewSteps::watchConfig()
{
    ConfigDocument& config = m_workbench.config();
    connect(&config, &ConfigDocument::opened, this, &OverviewSteps::refresh);
    connect(&config, &ConfigDocument::textChanged, this, &OverviewSteps::refresh);
    connect(&config, &ConfigDocument::readingChanged, this, &OverviewSteps::refresh);
    connect(&config, &ConfigDocument::failed, this, [this] { wait(Waiting::Nothing); });
    connect(&config, &ConfigDocument::saved, this, [this] {
        m_isSavedSince = true;
        refresh();
    });
    connect(&config, &ConfigDocument::edited, this, [this] {
        if (m_waiting == Waiting::Edit)
            tryConfig();
    });
    connect(&m_workbench.configMaker().job(), &JobRunner::failed, this, [this] { wait(Waiting::Nothing); });
}

void OverviewSteps::watchTrials()
{
    const Trials& trials = m_workbench.analysis<TrialAnalysis>().trials();
    connect(&trials, &Trials::added, this, [this] { wait(Waiting::Nothing); });
    connect(&trials, &Trials::removed, this, &OverviewSteps::refresh);
    connect(&trials, &Trials::replaced, this, &OverviewSteps::refresh);
}

void OverviewSteps::wait(Waiting waiting)
{
    m_waiting = waiting;
    m_isExamining = m_isExamining && waiting != Waiting::Nothing;
    refresh();
}

bool OverviewSteps::isStale() const
{
    ModelSession& session = m_workbench.session();
    if (!session.canCompare() || session.request().samples.inputs.empty()) // of a document
        return false;
    return withoutText(session.request().models) != withoutText(session.models())
           || !(session.request().samples == session.samples()) || (session.isSimulated() && m_isSavedSince);
}

/// Of this session: a kept one may be about other models.
std::shared_ptr<const results::TrialChange> OverviewSteps::currentTrial() const
{
    const auto& trials = m_workbench.analysis<TrialAnalysis>().trials().all();
    const auto& text = m_workbench.config().text();
    for (const Trial& trial : std::views::reverse(trials))
        if (trial.text == text && trial.config == m_workbench.config().path() && trial.change->afterResult)
            return trial.change;
    return nullptr;
}

void OverviewSteps::refresh()
{
    ModelSession& session = m_workbench.session();
    const ConfigDocument& config = m_workbench.config();
    const auto& tune = m_workbench.analysis<TuneAnalysis>();
    const auto& fix = m_workbench.analysis<FixAnalysis>();
    m_compared = session.result();
    m_trial = config.isDirty() ? currentTrial() : nullptr;
    const bool isTunedNow = tune.result() && !tune.isRunning() && tune.canTake()
                            && tune.result()->configBefore == config.text()
                            && tune.result()->best.config != config.text();
    m_tuned = isTunedNow ? tune.result() : nullptr;
    m_repaired = fix.result() && !fix.isRunning() && fix.isCurrent() ? fix.result() : nullptr;
    m_state = {.hasBaseline = session.baseline().isUsable(),
               .hasAnalysis = session.analysis().isUsable(),
               .hasConfig = config.isOpen(),
               .hasInputs = session.hasSamples(),
               .hasData = !fix.fittedData().isEmpty() && !fix.hasOneSample(),
               .canSimulate = session.canSimulate(),
               .isEdited = config.isDirty(),
               .isStale = m_compared && isStale(),
               .isSimulated = session.isSimulated(),
               .compared = m_compared.get(),
               .verdict = isRanked()   ? &m_ranking->verdict
                          : m_compared ? &m_compared->verdict
                                       : nullptr,
               .trial = m_trial.get(),
               .tuned = m_tuned.get(),
               .repaired = m_repaired.get(),
               .skippedLayers = {},
               .canTakeRepairs = m_repaired && fix.canApply()};
    m_state.skippedLayers = skippedLayers();
    Q_EMIT changed();
}

bool OverviewSteps::isRanked() const
{
    return m_compared && m_ranking && m_ranking->isComplete && m_ranked == m_compared
           && !m_ranking->verdict.outputs.empty() && m_ranking->analysis == m_compared->analysis;
}

std::vector<std::string> OverviewSteps::skippedLayers() const
{
    const auto* output = m_state.verdict ? report::explainedOutput(*m_state.verdict) : nullptr;
    const auto reading = m_workbench.config().reading();
    std::vector<std::string> skipped;
    if (output && m_workbench.config().isOpen() && reading && reading->file)
        for (const auto& share : output->budget->shares)
            if (!reading->file->config().resolve(share.opName, share.opType, {}).isQuantized)
                skipped.push_back(share.opName);
    return skipped;
}

void OverviewSteps::perform(const OfferedStep& offer)
{
    offer.repair ? takeRepair(*offer.repair) : perform(offer.step);
}

void OverviewSteps::perform(const report::OverviewStep& step)
{
    switch (step.action) {
    case OverviewAction::OpenBaseline: return Q_EMIT m_workbench.openBaselineRequested();
    case OverviewAction::OpenAnalysis: return Q_EMIT m_workbench.openAnalysisRequested();
    case OverviewAction::OpenConfig: return Q_EMIT m_workbench.openConfigRequested();
    case OverviewAction::OpenData: return Q_EMIT m_workbench.openDataRequested();
    case OverviewAction::OpenCalibration: return Q_EMIT m_workbench.openCalibrationRequested();
    case OverviewAction::Examine: return examine();
    case OverviewAction::FindCauses: m_isExamining = true; return rank();
    case OverviewAction::Skip: return edit(ConfigActions::Kind::Skip, step.layers);
    case OverviewAction::SkipScope: return skipScope(step);
    case OverviewAction::Widen: return edit(ConfigActions::Kind::Int16, step.layers);
    case OverviewAction::Try: return tryConfig();
    case OverviewAction::Undo: return m_workbench.configActions().undoAction()->trigger();
    case OverviewAction::Save: return save();
    case OverviewAction::Tune: return m_workbench.analysis<TuneAnalysis>().start();
    case OverviewAction::TakeTuned: return takeTuned();
    case OverviewAction::Fix: return findRepairs();
    case OverviewAction::TakeRepairs: return takeRepairs();
    case OverviewAction::ExportModel: return Q_EMIT repairedModelRequested();
    }
}

void OverviewSteps::examine()
{
    m_isExamining = true;
    if (m_workbench.session().sampleData().isEmpty())
        return compare();
    wait(Waiting::BadCases);
    m_workbench.analysis<BadCaseAnalysis>().start();
}

void OverviewSteps::compareWorst()
{
    if (const auto found = m_workbench.analysis<BadCaseAnalysis>().result(); found && !found->samples.empty())
        m_workbench.session().setInputs({sampleWord(*found, results::worstOverall(*found, found->rankedBy).sample)});
    compare();
}

void OverviewSteps::compare()
{
    m_isExamining = true;
    wait(Waiting::Comparison);
    m_workbench.session().compare();
}

void OverviewSteps::followComparison()
{
    m_isSavedSince = false;
    const bool isAsked = m_waiting == Waiting::Comparison;
    refresh();
    const auto quality = m_state.verdict ? m_state.verdict->quality() : Quality::Unknown;
    if (!isAsked || quality == Quality::Unknown || quality <= Quality::Fine || m_state.verdict->areInputsRandom)
        return wait(Waiting::Nothing);
    m_state.verdict->hasBudget() ? measureRepairs() : rank();
}

void OverviewSteps::rank()
{
    wait(Waiting::Ranking);
    m_workbench.analysis<SensitivityAnalysis>().start();
}

void OverviewSteps::edit(ConfigActions::Kind kind, const std::vector<std::string>& layers)
{
    startEdit([&](ConfigActions& actions) { actions.edit(kind, layers); });
}

void OverviewSteps::skipScope(const report::OverviewStep& step)
{
    const auto title = report::changeTitle(report::ConfigChange::SkipScope, Message::text(step.scope));
    startEdit([&](ConfigActions& actions) {
        actions.edit({config::editsOf(step.layers, {.action = config::LayerEdit::Action::Skip}), title});
    });
}

/// Without a config one is made that quantizes as the analysis model is quantized.
void OverviewSteps::startEdit(const std::function<void(ConfigActions&)>& edit)
{
    wait(Waiting::Edit);
    const bool isNeeded = !m_workbench.config().isOpen();
    edit(m_workbench.configActions());
    if (isNeeded)
        m_workbench.configMaker().makeAsAnalysis(settings::configDialect.value());
}

void OverviewSteps::tryConfig()
{
    wait(Waiting::Trial);
    m_workbench.analysis<TrialAnalysis>().start();
}

void OverviewSteps::takeTuned()
{
    auto& tune = m_workbench.analysis<TuneAnalysis>();
    if (!m_tuned || !tune.canTake())
        return;
    tune.take(m_tuned->best);
    tryConfig();
}

void OverviewSteps::takeRepairs()
{
    auto& fix = m_workbench.analysis<FixAnalysis>();
    if (!m_repaired || !fix.canApply())
        return;
    fix.apply();
    tryConfig();
}

/// What was saved is what is shown from now on, in place of the analysis model that it was made from, and is proven at
/// once.
void OverviewSteps::save()
{
    m_workbench.configActions().saveAction()->trigger();
    if (m_workbench.config().isDirty())
        return;
    m_workbench.session().setSimulationPreferred(true);
    examine();
}

} // namespace ql::widgets
