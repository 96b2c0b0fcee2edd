// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/trials/trial_analysis.h"

#include "core/engine/engine.h"
#include "widgets/config_document/config_document.h"
#include "widgets/session/model_session.h"
#include "widgets/style/icons.h"

namespace ql::widgets {

TrialAnalysis::TrialAnalysis(ModelSession& session, ConfigDocument& document, Trials& trials)
    : Analysis(session, m_runner)
    , m_document(document)
    , m_trials(trials)
{
    watch();
    startAction()->setIcon(icon("try"));
    startAction()->setShortcut(QKeySequence(Qt::Key_F6));
    connect(&m_runner, &JobRunner::finished, this, [this] {
        m_running.change = m_runner.result();
        m_trials.add(std::exchange(m_running, {}));
    });
    connect(&m_document, &ConfigDocument::opened, this, &TrialAnalysis::updateAction);
    retranslate();
}

void TrialAnalysis::retranslate()
{
    startAction()->setText(tr("&Try the config"));
    startAction()->setIconText(tr("Try"));
    startAction()->setToolTip(tr("Simulate the config as it stands in the editor, and show what changes (F6)"));
}

bool TrialAnalysis::canStart() const
{
    return session().canSimulate() && m_document.isOpen();
}

QString TrialAnalysis::editsSinceSaved() const
{
    const QUndoStack& stack = m_document.undoStack();
    QStringList edits;
    for (int step = std::max(0, stack.cleanIndex()); step < stack.index(); ++step)
        if (edits.isEmpty() || edits.back() != m_document.editTitle(step))
            edits.append(m_document.editTitle(step));
    return edits.isEmpty() ? tr("as saved") : edits.join(QStringLiteral("; "));
}

void TrialAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    results::CompareRequest after;
    after.baseline = session().baseline().path().toStdString();
    after.quantization = session().quantization();
    after.quantization.configText = m_document.text();
    after.inputs = session().inputWords();
    results::CompareRequest before;
    session().fillModels(before);
    before.inputs = after.inputs;
    if (session().isSimulated())
        before.quantization.configText = m_document.savedText();
    const results::CompareRequest& last = session().request();
    const bool isKnown = session().result() && !session().isComparing() && last.baseline == before.baseline
                         && last.analysis == before.analysis && last.inputs == before.inputs
                         && last.quantization.config == before.quantization.config
                         && last.quantization.data == before.quantization.data;
    m_running = {.time = QDateTime::currentDateTimeUtc(),
                 .edits = editsSinceSaved(),
                 .note = {},
                 .config = m_document.path(),
                 .text = m_document.text(),
                 .change = nullptr};
    m_runner.start([] { return tr("Trying the config"); },
                   [engine, before, after, known = isKnown ? session().result() : nullptr](JobContext& context) {
                       const auto old = known ? known : engine->compare(before, context);
                       return std::make_shared<const TrialChange>(
                           changeBetween(*old, *engine->compare(after, context)));
                   });
}

} // namespace ql::widgets
