// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/fixes/fixes_view.h"

#include "core/report/json/message_reader.h"
#include "widgets/analyses/fixes/fix_analysis.h"
#include "widgets/models/layer_table_columns.h"
#include "widgets/text/core_text.h"
#include "widgets/text/display_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <limits>

namespace ql::widgets {

namespace {

using results::FixResult;
using results::FixRow;

/// Gives this file's words their context.
struct FixAnswer {
    Q_DECLARE_TR_FUNCTIONS(FixAnswer)
};

/// "wide (conv1)", "range (conv1 …)".
QString repairName(const FixRow& row)
{
    const QString fix = QString::fromStdString(row.fix);
    if (row.layers.empty())
        return fix;
    const QString rest = row.layers.size() > 1 ? QStringLiteral(" …") : QString();
    return QStringLiteral("%1 (%2%3)").arg(fix, QString::fromStdString(row.layers.front()), rest);
}

/// Before any are combined.
QString firstSentence(const FixResult& result, const QString& metric, const QString& samples)
{
    const auto isProven = [](const FixRow& row) { return row.alone && row.state == FixRow::State::Unneeded; };
    const auto best = std::ranges::max_element(result.rows, {}, [&](const FixRow& row) {
        return isProven(row) ? row.gainDb : -std::numeric_limits<double>::infinity();
    });
    const int tried = int(result.rows.size());
    if (best == result.rows.end() || !isProven(*best))
        return FixAnswer::tr("%n repair(s) tried so far, none wins what it costs: %1 stays %2.", nullptr, tried)
            .arg(metric, formatNumber(result.start.metric));
    return FixAnswer::tr(
               "%n repair(s) tried so far. %1 alone wins most: %2 %3 before, %4 after, on %5 that nothing was "
               "fitted to.",
               nullptr, tried)
        .arg(repairName(*best), metric, formatNumber(result.start.metric), formatNumber(best->alone->metric), samples);
}

QString gainSentence(const FixResult& result)
{
    const QString metric = metricTitle(result.metric);
    const QString samples = FixAnswer::tr("%n sample(s)", nullptr, int(result.heldOutSamples.size()));
    const auto chosen = std::ranges::count(result.rows, FixRow::State::Chosen, &FixRow::state);
    if (chosen == 0 && !result.isComplete)
        return firstSentence(result, metric, samples);
    if (chosen == 0)
        return FixAnswer::tr("No repair wins what it costs on the %1 that nothing was fitted to: %2 stays %3.")
            .arg(samples, metric, formatNumber(result.start.metric));
    return FixAnswer::tr("%1: %2 before, %3 after %n repair(s), on %4 that nothing was fitted to.", nullptr,
                         int(chosen))
        .arg(metric, formatNumber(result.start.metric), formatNumber(result.best.metric), samples);
}

QString costSentence(const FixResult& result)
{
    const QString before = formatNumber(result.start.cost);
    const QString after = formatNumber(result.best.cost);
    return before == after ? FixAnswer::tr("The cost stays the same.")
                           : FixAnswer::tr("The cost goes from %1 to %2.").arg(before, after);
}

/// A judge, where there is one, decides.
QString judgeSentence(const FixResult& result)
{
    if (!result.judgedBaseline || !result.start.judged || !result.best.judged)
        return {};
    const QString direction =
        result.judgeBetter == "lower" ? FixAnswer::tr("lower is better") : FixAnswer::tr("higher is better");
    return FixAnswer::tr("Own judge (%1): %2 before, %3 after, %4 of the baseline.")
        .arg(direction, formatNumber(*result.start.judged), formatNumber(*result.best.judged),
             formatNumber(*result.judgedBaseline));
}

/// Where the simulation is not what was given.
QString givenSentence(const FixResult& result)
{
    const QString simulated = formatNumber(result.start.metric);
    const QString given = result.given ? formatNumber(result.given->metric) : simulated;
    return given == simulated ? QString() : FixAnswer::tr("The model as it was given reaches %1.").arg(given);
}

QString configSentence(const FixAnalysis& analysis)
{
    const auto measure = analysis.byConfig();
    return measure ? FixAnswer::tr("The config alone, with the weights as they are, reaches %1.")
                         .arg(formatNumber(measure->metric))
                   : QString();
}

} // namespace

QString answerSentences(const FixAnalysis& analysis)
{
    const auto result = analysis.result();
    QStringList sentences{gainSentence(*result), judgeSentence(*result)};
    if (result->best.cost != result->start.cost || result->best.metric != result->start.metric)
        sentences.append(costSentence(*result));
    sentences.append({givenSentence(*result), configSentence(analysis)});
    if (analysis.isRunning())
        sentences.append(FixAnswer::tr("The search goes on; Esc stops it and keeps this."));
    else if (!result->isComplete)
        sentences.append(FixAnswer::tr("The search ended early: this is the best so far."));
    if (!analysis.isCurrent())
        sentences.append(
            FixAnswer::tr("This is about other models, settings or data than are open now: find repairs again."));
    for (const auto& note : result->notes)
        sentences.append(coreSentence(report::messageFrom(note)));
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

} // namespace ql::widgets
