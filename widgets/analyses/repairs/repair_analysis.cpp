// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/repairs/repair_analysis.h"

#include "core/engine/engine.h"
#include "widgets/config_document/config_document.h"
#include "widgets/config_document/config_maker.h"
#include "widgets/session/model_session.h"
#include "widgets/settings/settings.h"

#include <algorithm>
#include <utility>

namespace ql::widgets {

namespace {

constexpr int kMilliseconds = 1000;

} // namespace

RepairAnalysis::RepairAnalysis(const AnalysisContext& context)
    : ResultAnalysis(
        context, {.text = QT_TR_NOOP("&Measure first repairs"),
                  .iconText = QT_TR_NOOP("Repairs"),
                  .toolTip = QT_TR_NOOP("Measure over all samples which single change of the config repairs the worst "
                                        "output"),
                  .icon = "fix",
                  .shortcut = {},
                  .dock = "overviewDock",
                  .needsQuantizers = true})
    , m_document(context.config)
    , m_subject(context.session, context.config)
{
    m_deadline.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        if (m_stop)
            m_stop->request_stop();
    });
    connect(&m_document, &ConfigDocument::opened, this, &RepairAnalysis::updateAction);
    connect(&context.session, &ModelSession::resultChanged, this, [this] {
        m_verdict.reset();
        updateAction();
    });
}

bool RepairAnalysis::canStart() const
{
    return ResultAnalysis::canStart() && session().result() && !session().isResultOfOthers()
           && !session().isDumpCompared() && m_subject.isComplete({});
}

RepairQuestion RepairAnalysis::question() const
{
    RepairQuestion question;
    question.before = session().models();
    question.quantization = session().quantization();
    if (m_document.isOpen()) {
        question.quantization.configText = m_document.text();
        if (session().isSimulated())
            question.before.quantization.configText = m_document.text();
    } else {
        question.dialect = settings::configDialect.value().toStdString();
        question.quantization.config = freeConfigPath(session().baseline().path(), question.dialect).toStdString();
        question.quantization.record.clear();
        question.quantization.data = m_subject.fittedData().toStdString();
    }
    question.samples = session().allSamples();
    question.postProcess = session().postProcess();
    question.compared = session().result();
    return question;
}

void RepairAnalysis::begin(const std::shared_ptr<engine::Engine>& engine)
{
    auto question = this->question();
    question.found = std::exchange(m_found, {});
    if (!question.found)
        question.proposals = repairProposals(*question.compared, m_verdict ? *m_verdict : question.compared->verdict);
    else if (isCurrent())
        question.known = result();
    m_answered = question;
    m_stop = std::make_shared<std::stop_source>();
    m_deadline.stop();
    if (m_seconds > 0)
        m_deadline.start(m_seconds * kMilliseconds);
    runner().startGrowing(
        [seconds = m_seconds] {
            return seconds > 0 ? tr("Measuring repairs, %1 s at most").arg(seconds) : tr("Measuring repairs");
        },
        [engine, question, deadline = m_stop->get_token()](JobContext& context, const auto& publish) {
            return measureRepairs(*engine, question, deadline, context, publish);
        });
}

void RepairAnalysis::measureFound(FoundRepairs found)
{
    m_found = std::move(found);
    start();
}

bool RepairAnalysis::isCurrent() const
{
    const auto answer = result();
    if (!answer || !m_answered)
        return false;
    const auto now = question();
    const bool isSame = now.before.baseline == m_answered->before.baseline
                        && now.before.analysis == m_answered->before.analysis && now.samples == m_answered->samples
                        && now.postProcess == m_answered->postProcess;
    if (!m_document.isOpen())
        return isSame && answer->isMade;
    return isSame && m_document.path().toStdString() == answer->config
           && (m_document.text() == answer->text || takenRow());
}

std::optional<std::size_t> RepairAnalysis::takenRow() const
{
    const auto answer = result();
    if (!answer || !m_document.isOpen() || m_document.path().toStdString() != answer->config)
        return std::nullopt;
    const auto found = std::ranges::find(answer->rows, m_document.text(), &MeasuredRepair::text);
    return found == answer->rows.end() ? std::nullopt : std::optional(std::size_t(found - answer->rows.begin()));
}

std::unique_ptr<Analysis> makeRepairAnalysis(const AnalysisContext& context)
{
    return std::make_unique<RepairAnalysis>(context);
}

} // namespace ql::widgets
