// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/overview/conclusion_words.h"

#include "core/report/verdict/verdict_words.h"
#include "widgets/analyses/bad_case/bad_case_analysis.h"
#include "widgets/analyses/repairs/measured_repairs.h"
#include "widgets/docks/overview/repair_words.h"
#include "widgets/docks/overview/shared_scale.h"
#include "widgets/docks/support/layer_reason.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"
#include "widgets/text/sentences.h"
#include "widgets/workbench/workbench.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QStringList>

#include <cmath>

namespace ql::widgets {

namespace {

using results::LayerRow;

/// Gives this file's words their context.
struct Conclusion {
    Q_DECLARE_TR_FUNCTIONS(Conclusion)
};

QString whatIsWrong(const report::OverviewState& state, const ShownSample& sample)
{
    const auto part = worstPart(*state.compared);
    if (!part)
        return {};
    const QString name = QString::fromStdString(part->name);
    const QString where = sampleText(*state.verdict, sample);
    if (part->quality == results::Quality::Broken)
        return Conclusion::tr("%1 is broken: it holds NaN or infinite numbers on %2.").arg(name, where);
    return Conclusion::tr("%1 is %2: %3 on %4.")
        .arg(name, coreText(report::qualityWord(*state.verdict, part->quality)), decibelText(part->sqnrDb), where);
}

QString percentText(double share)
{
    return unbrokenNumber(QString::fromStdString(report::percentText(share)));
}

/// By the error budget, else by where the comparison saw it begin.
QString whoseFault(const report::OverviewState& state)
{
    const auto* output = report::explainedOutput(*state.verdict);
    const bool isShared = output && output->budget->culprits() > 0;
    if (isShared && std::isfinite(output->budget->shares.front().share) && std::isfinite(output->budget->setShare)) {
        const auto& budget = *output->budget;
        const auto& share = budget.shares.front();
        QString first = coreText(report::quantizerName(share));
        if (first != QString::fromStdString(share.opName)) // not a name alone
            first[0] = first[0].toUpper();
        const int more = int(budget.culprits()) - 1;
        return more == 0 ? Conclusion::tr("%1 makes %2 of the error.").arg(first, percentText(budget.shares[0].share))
                         : Conclusion::tr("%1 and %n more make %2 of the error.", nullptr, more)
                               .arg(first, percentText(budget.setShare));
    }
    const QString origin = QString::fromStdString(state.compared->errorOrigin);
    if (origin.isEmpty())
        return {};
    return state.compared->isOriginMeasured ? Conclusion::tr("The error starts at %1.").arg(origin)
                                            : Conclusion::tr("The error may start at %1.").arg(origin);
}

/// The most telling of what was measured about the layer where the error starts.
QString why(const report::OverviewState& state)
{
    if (const auto* blamed = blamedLayer(state))
        if (const auto shared = sharedScale(*state.compared, *blamed))
            return (shared->isOfJoin
                        ? Conclusion::tr("The one scale of %1 serves %2, up to %3, and %4, up to %5.")
                        : Conclusion::tr("One scale serves what %1 joins: %2, up to %3, and %4, up to %5."))
                .arg(QString::fromStdString(shared->join->name), QString::fromStdString(shared->wide->name),
                     formatNumber(reachOf(*shared->wide)), QString::fromStdString(shared->narrow->name),
                     formatNumber(reachOf(*shared->narrow)));
    const auto* row = results::findLayer(*state.compared, state.compared->errorOrigin);
    if (!row || !state.compared->isOriginMeasured)
        return {};
    return layerReason(*row);
}

} // namespace

const LayerRow* blamedLayer(const report::OverviewState& state)
{
    const auto& name = state.compared->errorOrigin;
    const auto* origin = name.empty() ? nullptr : results::findLayer(*state.compared, name);
    if (origin && state.compared->isOriginMeasured)
        return origin;
    const auto* output = report::explainedOutput(*state.verdict);
    if (output && output->budget->culprits() > 0)
        if (const auto* first = results::findLayer(*state.compared, output->budget->shares.front().opName))
            return first;
    return origin;
}

ShownSample shownSample(Workbench& workbench)
{
    const auto found = workbench.analysis<BadCaseAnalysis>().result();
    const auto& inputs = workbench.session().request().samples.inputs;
    ShownSample sample;
    if (inputs.size() == 1)
        sample.name = QFileInfo(QString::fromStdString(inputs.front())).fileName();
    if (!found || inputs.size() != 1 || !inputs.front().starts_with(found->data + '['))
        return sample;
    for (std::size_t i = 0; i < found->samples.size(); ++i)
        if (inputs.front() == found->data + '[' + std::to_string(i) + ']') {
            sample.name = QFileInfo(QString::fromStdString(found->samples[i])).fileName(); // of a folder the file
            sample.of = found->samples.size();
            sample.number = i + 1;
            sample.isWorst = i == results::worstOverall(*found, found->rankedBy).sample;
        }
    return sample;
}

QString sampleText(const results::Verdict& verdict, const ShownSample& sample)
{
    if (verdict.areInputsRandom)
        return Conclusion::tr("random numbers");
    if (sample.of > 1 && sample.isWorst)
        return Conclusion::tr("the worst of %n sample(s), %1", nullptr, int(sample.of)).arg(sample.name);
    if (sample.of > 1)
        return Conclusion::tr("sample %1 of %2, %3").arg(sample.number).arg(sample.of).arg(sample.name);
    return sample.name.isEmpty() ? Conclusion::tr("one sample") : sample.name;
}

QString goodNews(const report::OverviewState& state, const ShownSample& sample)
{
    const QString sentence = coreText(report::overviewSentence(state));
    const auto part = state.compared ? worstPart(*state.compared) : std::nullopt;
    if (!part || sample.of < 2 || !sample.isWorst || state.verdict->areInputsRandom)
        return sentence;
    return spacedText(joinedSentences(
        {Conclusion::tr("Fine: nothing to repair."),
         Conclusion::tr("%1 has %2 on %3.")
             .arg(QString::fromStdString(part->name), decibelText(part->sqnrDb), sampleText(*state.verdict, sample))}));
}

QString conclusion(const report::OverviewState& state, const ShownSample& sample)
{
    const QString sentences = joinedSentences({whatIsWrong(state, sample), whoseFault(state), why(state)});
    return sentences.isEmpty() ? coreText(report::overviewSentence(state)) : spacedText(sentences);
}

} // namespace ql::widgets
