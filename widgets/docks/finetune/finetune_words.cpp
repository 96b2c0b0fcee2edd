// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/finetune/finetune_view.h"

#include "core/report/json/message_reader.h"
#include "widgets/analyses/finetune/finetune_analysis.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace ql::widgets {

namespace {

using results::FinetuneResult;

/// Gives this file's words their context.
struct FinetuneAnswer {
    Q_DECLARE_TR_FUNCTIONS(FinetuneAnswer)
};

QString gainSentence(const FinetuneResult& result, bool isRunning)
{
    const QString metric = metricTitle(result.metric);
    const QString samples = FinetuneAnswer::tr("%n sample(s)", nullptr, int(result.heldOutSamples.size()));
    const QString before = formatNumber(result.start.metric);
    if (result.bestStep > 0)
        return FinetuneAnswer::tr("%1: %2 before, %3 after step %4, on %5 that nothing was trained on.")
            .arg(metric, before, formatNumber(result.best.metric), QString::number(result.bestStep), samples);
    return isRunning ? FinetuneAnswer::tr("%1: %2 before, on %3 that nothing is trained on; nothing has won yet.")
                           .arg(metric, before, samples)
                     : FinetuneAnswer::tr("Nothing is offered: no network on the way was better without a loss on the "
                                          "%1 that nothing was trained on. %2 stays %3.")
                           .arg(samples, metric, before);
}

QString equalizedSentence(const FinetuneResult& result)
{
    return result.equalized ? FinetuneAnswer::tr("It began with channels evened out between layers, which reach %1.")
                                  .arg(formatNumber(result.equalized->metric))
                            : QString();
}

/// Where it is not the end.
QString progressSentence(const FinetuneResult& result, bool isRunning)
{
    if (result.isComplete)
        return {};
    const QString made = QString::number(result.curve.empty() ? 0 : result.curve.back().step);
    const QString asked = QString::number(result.steps);
    return isRunning              ? FinetuneAnswer::tr("%1 of %2 steps are made.").arg(made, asked)
           : result.bestStep == 0 ? FinetuneAnswer::tr("Training was stopped after %1 of %2 steps.").arg(made, asked)
                                  : FinetuneAnswer::tr("Training was stopped after %1 of %2 steps: this is the best so "
                                                       "far.")
                                        .arg(made, asked);
}

} // namespace

QString answerSentences(const FinetuneAnalysis& analysis)
{
    const auto result = analysis.result();
    const bool isRunning = analysis.isRunning() && !result->isComplete;
    QStringList sentences{gainSentence(*result, isRunning), equalizedSentence(*result),
                          progressSentence(*result, isRunning)};
    if (!analysis.isCurrent())
        sentences.append(
            FinetuneAnswer::tr("This is about other models, settings or data than are open now: train again."));
    for (const auto& note : result->notes)
        sentences.append(coreSentence(report::messageFrom(note)));
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

} // namespace ql::widgets
