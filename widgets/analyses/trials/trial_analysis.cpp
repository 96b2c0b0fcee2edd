// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/trials/trial_analysis.h"
#include "core/engine/engine.h"
#include "core/report/overview/edit_words.h"
#include "widgets/config_document/config_document.h"
#include "widgets/session/model_session.h"

namespace ql::widgets {

namespace {

bool isSame(const results::CompareRequest& one, const results::CompareRequest& other)
{
    return one.models.baseline == other.models.baseline && one.models.quantization == other.models.quantization
           && one.samples == other.samples;
}

} // namespace

TrialAnalysis::TrialAnalysis(const AnalysisContext& context)
    : ResultAnalysis(context, {.text = QT_TR_NOOP("&Try the config"),
                               .iconText = QT_TR_NOOP("Try"),
                               .toolTip = QT_TR_NOOP(
                                   "Simulate the config as it stands in the editor, and show what changes (Ctrl+T)"),
                               .icon = "try",
                               .shortcut = Qt::CTRL | Qt::Key_T,
                               .dock = "trialsDock",
                               .isOnToolBar = true})
    , m_document(context.config)
{
    connect(&runner(), &JobRunner::finished, this, [this] {
        m_running.change = runner().result();
        m_requests = m_runningRequests;
        m_trials.add(std::exchange(m_running, {}));
    });
    connect(&m_document, &ConfigDocument::opened, this, &TrialAnalysis::updateAction);
    connect(&m_document, &ConfigDocument::saved, this, [this] { m_wasSaved = true; });
    connect(&context.session, &ModelSession::resultChanged, this, [this] { m_wasSaved = false; });
}

bool TrialAnalysis::canStart() const
{
    return session().canSimulate() && m_document.isOpen();
}

Message TrialAnalysis::editsSinceSaved() const
{
    const QUndoStack& stack = m_document.undoStack();
    std::vector<Message> edits;
    for (int step = std::max(0, stack.cleanIndex()); step < stack.index(); ++step)
        if (const auto title = m_document.editTitle(step).message(); edits.empty() || edits.back() != title)
            edits.push_back(title);
    return edits.empty() ? report::changeTitle(report::ConfigChange::Saved) : report::editsText(std::move(edits));
}

bool TrialAnalysis::isLastComparison(const results::CompareRequest& request) const
{
    if (!session().result() || session().isComparing())
        return false;
    auto last = session().request();
    auto& text = last.models.quantization.configText;
    if (!text && !m_wasSaved) // it was as in the file
        text = m_document.savedText();
    return last.models.analysis.empty() && isSame(last, request);
}

std::shared_ptr<const results::CompareResult> TrialAnalysis::known(const results::CompareRequest& before) const
{
    if (isLastComparison(before))
        return session().result();
    const auto last = result();
    if (!last)
        return nullptr;
    if (isSame(m_requests.first, before))
        return last->beforeResult;
    return isSame(m_requests.second, before) ? last->afterResult : nullptr;
}

void TrialAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    results::CompareRequest after;
    after.models.baseline = session().baseline().path().toStdString();
    after.models.quantization = session().quantization();
    after.models.quantization.configText = m_document.text();
    after.samples = session().allSamples();
    after.causes = results::CauseRuns::None; // a change is measured by its metrics
    after.withHistograms = true;             // what was tried is laid over the inspector's
    results::CompareRequest before = after;
    before.models.quantization.configText = m_document.savedText();
    m_runningRequests = {before, after};
    m_running = {.time = QDateTime::currentDateTimeUtc(),
                 .edits = editsSinceSaved(),
                 .note = {},
                 .config = m_document.path(),
                 .text = m_document.text(),
                 .change = nullptr};
    runner().start([] { return tr("Trying the config"); },
                   [engine, before, after, known = known(before)](JobContext& context) {
                       const auto old = known ? known : engine->compare(before, context);
                       const auto tried = engine->compare(after, context);
                       TrialChange change = changeBetween(*old, *tried);
                       change.beforeResult = old;
                       change.afterResult = tried;
                       return std::make_shared<const TrialChange>(std::move(change));
                   });
}

std::unique_ptr<Analysis> makeTrialAnalysis(const AnalysisContext& context)
{
    return std::make_unique<TrialAnalysis>(context);
}

} // namespace ql::widgets
