// SPDX-License-Identifier: GPL-3.0-or-later
// What stands below the steps of the Overview: outputs, whose error it is, samples, trials.
#include "core/report/overview/trial_words.h"
#include "core/report/verdict/verdict_words.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/trials/trial_analysis.h"
#include "widgets/charts/distribution_chart.h"
#include "widgets/docks/overview/budget_picture.h"
#include "widgets/docks/overview/overview_view.h"
#include "widgets/docks/overview/proof_picture.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/text/core_text.h"
#include "widgets/text/sentences.h"

#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace ql::widgets {

using results::OutputVerdict;
using results::Quality;

namespace {

constexpr std::size_t kMostOutputs = 8;
constexpr std::size_t kMostTrials = 5;

/// Worst first, those that can't be judged last.
std::vector<const OutputVerdict*> sortedOutputs(const results::Verdict& verdict)
{
    std::vector<const OutputVerdict*> outputs;
    for (const auto& output : verdict.outputs)
        outputs.push_back(&output);
    std::ranges::stable_sort(outputs, [](const auto* a, const auto* b) {
        return a->quality != Quality::Unknown && (b->quality == Quality::Unknown || a->quality > b->quality);
    });
    return outputs;
}

} // namespace

void OverviewView::showOutputs()
{
    const auto* verdict = m_steps.state().verdict;
    QStringList lines;
    if (const auto compared = m_workbench.session().result(); compared && verdict)
        for (const auto& finding : compared->pairFindings)
            if (finding.severity != results::Severity::Info)
                lines.append(coreText(finding.message));
    const auto outputs = verdict ? sortedOutputs(*verdict) : std::vector<const OutputVerdict*>();
    for (std::size_t i = 0; i < std::min(kMostOutputs, outputs.size()); ++i) {
        QStringList facts;
        for (const auto& fact : report::qualityFacts(*outputs[i], verdict->samples))
            facts.append(coreText(fact));
        lines.append(tr("%1: %2. %3.")
                         .arg(QString::fromStdString(outputs[i]->name),
                              coreText(report::qualityWord(*verdict, outputs[i]->quality)),
                              facts.join(tr("; ", "between facts about an output"))));
    }
    if (outputs.size() > kMostOutputs)
        lines.append(tr("%n more output(s), none of them worse", nullptr, int(outputs.size() - kMostOutputs)));
    m_outputs->setText(lines.join(u'\n'));
    m_outputs->setVisible(!lines.isEmpty());
}

void OverviewView::showPictures()
{
    const auto& state = m_steps.state();
    const auto* output = state.verdict ? report::explainedOutput(*state.verdict) : nullptr;
    const auto& trials = m_workbench.analysis<TrialAnalysis>().trials();
    m_picture->setContent(output, trials.shown());
    m_picture->setVisible(output && m_proof->kind() != ProofPicture::Kind::Budget);
    QStringList facts;
    if (output)
        for (const auto& fact : report::budgetFacts(*output->budget, output->quality))
            facts.append(coreText(fact));
    else if (state.verdict && !state.verdict->whyNoBudget.empty())
        facts.append(tr("No error budget: %1.").arg(coreText(state.verdict->whyNoBudget)));
    m_budget->setText(joinedSentences(facts));
    m_budget->setVisible(!facts.isEmpty());
    const auto found = m_workbench.analysis<BadCaseAnalysis>().result();
    m_spread->setVisible(found && found->samples.size() > 1);
    // Alone it stands where the eye begins.
    const bool hasBudget = !m_budget->isHidden() || !m_picture->isHidden();
    m_pictures->setColumnStretch(0, hasBudget ? 3 : 0);
    m_pictures->setColumnStretch(2, hasBudget ? 0 : 3);
    if (found && found->samples.size() > 1) {
        const auto metric = results::metricFromKey(found->metrics[found->rankedBy].key);
        m_spread->setContent(results::distributionOf(*found, found->rankedBy),
                             metric ? metricTitle(*metric)
                                    : QString::fromStdString(found->metrics[found->rankedBy].key));
        m_spread->setMark(results::worstOverall(*found, found->rankedBy).value);
    }
}

void OverviewView::showTrials()
{
    const auto& trials = m_workbench.analysis<TrialAnalysis>().trials().all();
    QStringList lines;
    for (std::size_t i = trials.size(); i > 0 && lines.size() < qsizetype(kMostTrials); --i) {
        const auto sentence = report::trialSentence(*trials[i - 1].change, m_workbench.filter().metric());
        const auto& after = trials[i - 1].change->afterResult;
        const int samples = after && after->samples ? int(after->samples->count) : 0;
        if (!sentence.empty() && samples > 1)
            lines.append(tr("Trial %1, %2, on the worst of %n sample(s). %3", nullptr, samples)
                             .arg(i)
                             .arg(trials[i - 1].edits.text(), coreText(sentence)));
        else if (!sentence.empty())
            lines.append(tr("Trial %1, %2. %3").arg(i).arg(trials[i - 1].edits.text(), coreText(sentence)));
    }
    m_trials->setText(lines.join(u'\n'));
    m_trials->setVisible(!lines.isEmpty());
}

} // namespace ql::widgets
