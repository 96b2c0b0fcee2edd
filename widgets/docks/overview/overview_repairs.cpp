// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "core/config/edit_layers.h"
#include "widgets/analyses/fixes/fix_analysis.h"
#include "widgets/analyses/repairs/repair_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/analyses/tune/tune_analysis.h"
#include "widgets/config_document/edit_kinds.h"
#include "widgets/docks/overview/overview_steps.h"
#include "widgets/docks/overview/repair_words.h"
#include "widgets/text/core_text.h"
#include "widgets/text/error_text.h"

#include <QFileInfo>

#include <algorithm>

namespace ql::widgets {

using report::OverviewAction;

namespace {
constexpr std::size_t kMostRepairs = 5;

/// The best first, each by a title of its own.
std::vector<OfferedStep> repairOffers(const MeasuredRepairs& measured)
{
    std::vector<OfferedStep> offers;
    for (std::size_t row = 0; row < measured.rows.size() && offers.size() < kMostRepairs; ++row) {
        if (isSaidBefore(measured, row))
            continue;
        const RepairProposal& proposal = measured.rows[row].proposal;
        offers.push_back({{},
                          row,
                          repairTitle(proposal, true),
                          repairTitle(proposal, false),
                          repairReason(measured, row),
                          repairIcon(proposal.kind)});
    }
    std::map<QString, int> counts;
    for (const auto& offer : offers)
        ++counts[offer.title];
    for (auto& offer : offers)
        if (counts[offer.title] > 1)
            offer.title = distinctTitle(measured.rows[*offer.repair].proposal);
    return offers;
}
} // namespace

std::shared_ptr<const MeasuredRepairs> OverviewSteps::repairs() const
{
    const auto& measured = m_workbench.analysis<RepairAnalysis>();
    return measured.isCurrent() && !m_state.isStale ? measured.result() : nullptr;
}

/// The config's text or the model that a search found and @p step takes; empty of other steps.
std::string OverviewSteps::findOf(const report::OverviewStep& step) const
{
    switch (step.action) {
    case OverviewAction::TakeTuned: return m_tuned ? m_tuned->best.config : std::string();
    case OverviewAction::TakeRepairs: return m_repaired ? m_repaired->fixedConfig : std::string();
    case OverviewAction::ExportModel: return m_workbench.analysis<FixAnalysis>().modelFile();
    default: return {};
    }
}

/// What a search says of a few samples is said of all of them, once that is measured; nothing where it wins nothing
/// there, or is offered as a repair already.
std::optional<QString> OverviewSteps::reasonOf(const report::OverviewStep& step) const
{
    const auto measured = repairs();
    const auto find = findOf(step);
    const auto* after = measured && !find.empty() ? measured->afterOf(find) : nullptr;
    if (!after)
        return coreText(step.reason);
    const bool isRow = std::ranges::find(measured->rows, find, &MeasuredRepair::text) != measured->rows.end();
    if (!isGain(*measured, *after) || (isRow && !m_state.isEdited))
        return std::nullopt;
    return gainText(*measured, *after);
}

std::vector<OfferedStep> OverviewSteps::offers() const
{
    std::vector<OfferedStep> offers;
    const auto measured = m_state.isEdited ? nullptr : repairs();
    if (measured)
        offers = repairOffers(*measured);
    if (m_workbench.isBusy() || isRunning())
        return offers;
    const bool isMeasured = !offers.empty();
    std::vector<OfferedStep> last; // a model in place of a config that reaches as much
    for (const auto& step : steps()) {
        using enum OverviewAction;
        const bool isEdit = step.action == Skip || step.action == SkipScope || step.action == Widen;
        const bool isPossible = step.action != Fix || !m_workbench.analysis<FixAnalysis>().hasFailed();
        if (!isPossible || (isEdit && (isMeasured || !canBeSaid(step))))
            continue;
        const auto reason = reasonOf(step);
        if (!reason)
            continue;
        const QString title = stepTitle(step, m_state);
        (step.action == ExportModel ? last : offers)
            .push_back({step, {}, title, title, *reason, stepIcon(step.action)});
    }
    offers.insert(offers.end(), last.begin(), last.end());
    const auto& repair = m_workbench.analysis<RepairAnalysis>();
    if (const auto taken = repair.takenRow(); taken && m_state.isEdited) { // it was measured already
        const auto saving = std::ranges::find_if(
            offers, [](const OfferedStep& offer) { return offer.step.action == OverviewAction::Save; });
        if (saving != offers.end()) {
            saving->reason = repairReason(*repair.result(), *taken);
            std::rotate(offers.begin(), saving, saving + 1);
        }
    }
    return offers;
}

/// Whether the config, or the one that would be made, takes that edit. The whole config is checked for it, which takes
/// too long for each time that the page is shown.
bool OverviewSteps::canBeSaid(const report::OverviewStep& step) const
{
    const ConfigDocument& config = m_workbench.config();
    if (!config.isOpen()) {
        const auto measured = repairs();
        return !measured || measured->problem.empty();
    }
    if (!config.isRead() || !config.reading()->file)
        return true; // it says itself what is wrong
    if (m_checkedText != config.text() || m_checkedNetwork != config.network()) {
        m_checkedText = config.text();
        m_checkedNetwork = config.network();
        m_canBeSaid.clear();
    }
    const auto [place, isNew] = m_canBeSaid.try_emplace({step.action, step.layers}, false);
    if (isNew)
        place->second = takesEdit(step);
    return place->second;
}

bool OverviewSteps::takesEdit(const report::OverviewStep& step) const
{
    const auto* network = m_checkedNetwork.get();
    const auto kind = step.action == OverviewAction::Widen ? EditKind::Int16 : EditKind::Skip;
    const auto layers = layersFor(kind, step.layers, network);
    if (layers.empty())
        return false;
    try {
        auto file = *m_workbench.config().reading()->file;
        return config::editLayers(file, editsOf(kind, layers, &file.config()), network, false).findings.empty();
    } catch (const Error&) {
        return false;
    }
}

/// By what the ranking says, where there is one. Of a run that somebody else asked for nothing follows.
void OverviewSteps::measureRepairs()
{
    auto& repairs = m_workbench.analysis<RepairAnalysis>();
    refresh();
    if (isRanked())
        repairs.setVerdict({m_ranking, &m_ranking->verdict});
    if (!m_isExamining || !repairs.isPossible())
        return wait(Waiting::Nothing);
    wait(Waiting::Repairs);
    repairs.start();
}

/// What a search found is measured as everything else is: over all samples.
void OverviewSteps::measureFound()
{
    const auto& fix = m_workbench.analysis<FixAnalysis>();
    auto& repairs = m_workbench.analysis<RepairAnalysis>();
    const auto found = fix.result();
    if (!found || !fix.isCurrent() || !repairs.isPossible())
        return;
    const bool isOfConfig = !m_workbench.config().isOpen() || fix.fitsConfig();
    FoundRepairs finds{.text = isOfConfig ? found->fixedConfig : std::string(), .model = fix.modelFile()};
    if (finds.text.empty() && finds.model.empty())
        return;
    wait(Waiting::Repairs);
    repairs.measureFound(std::move(finds));
}

void OverviewSteps::measureTuned()
{
    const auto& tune = m_workbench.analysis<TuneAnalysis>();
    auto& repairs = m_workbench.analysis<RepairAnalysis>();
    const auto found = tune.result();
    if (!found || !tune.canTake() || found->configBefore != m_workbench.config().text() || found->best.config.empty()
        || found->best.config == found->configBefore || !repairs.isPossible())
        return;
    FoundRepairs finds{.kind = RepairKind::Tuned, .text = found->best.config};
    for (const auto& one : found->best.overrides) {
        if (!one.isScope && one.tensor.empty())
            finds.layers.push_back(one.layer);
        finds.layers.insert(finds.layers.end(), one.followers.begin(), one.followers.end());
    }
    wait(Waiting::Repairs);
    repairs.measureFound(std::move(finds));
}

/// Of the config where one is open, so that what is found can be saved.
void OverviewSteps::findRepairs()
{
    auto& fix = m_workbench.analysis<FixAnalysis>();
    if (auto choice = fix.choice(); fix.hasTwoSubjects() && !choice.repairsConfig) {
        choice.repairsConfig = true;
        fix.setChoice(choice);
    }
    fix.start();
}

/// The change is measured already: it needs no trial of its own.
void OverviewSteps::takeRepair(std::size_t index)
{
    const auto measured = repairs();
    if (!measured || index >= measured->rows.size())
        return;
    m_workbench.cancel();
    ConfigDocument& config = m_workbench.config();
    if (!config.isOpen() && !makeConfig(*measured))
        return;
    const MeasuredRepair& row = measured->rows[index];
    const auto title = repairEdits(row.proposal);
    if (row.text != config.text())
        config.replaceText(row.text, title);
    m_workbench.analysis<TrialAnalysis>().trials().add({.time = QDateTime::currentDateTimeUtc(),
                                                        .edits = title,
                                                        .note = {},
                                                        .config = config.path(),
                                                        .text = row.text,
                                                        .change = row.change});
    if (config.isDirty())
        return Q_EMIT m_workbench.configRequested();
    m_workbench.session().setSimulationPreferred(true); // the file says it already
    examine();
}

/// Beside the baseline, as the analysis model is quantized; its scales come from data.
bool OverviewSteps::makeConfig(const MeasuredRepairs& repairs)
{
    ModelSession& session = m_workbench.session();
    const QString path = QString::fromStdString(repairs.config);
    if (QFileInfo::exists(path)) { // since it was measured
        Q_EMIT session.failed([path] { return tr("%1 is there by now: examine again.").arg(path); });
        return false;
    }
    try {
        writeFileAtomically(repairs.config, repairs.text);
    } catch (const Error& error) {
        Q_EMIT session.failed(errorLabel(error));
        return false;
    }
    session.setCalibration(QString::fromStdString(repairs.calibration));
    session.setConfig(QString::fromStdString(repairs.config));
    return true;
}

} // namespace ql::widgets
