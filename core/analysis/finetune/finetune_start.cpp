// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/finetune/finetune_start.h"

#include "core/quant/fixes/fix.h"

namespace ql::analysis {

namespace {
constexpr double kWorthDb = 0.1;
}

FinetuneStart finetuneStart(quant::FixSubject given, const FixSamples& samples, FixJudge& judge, bool equalizes,
                            JobContext& ctx)
{
    FinetuneStart start{std::move(given), {}, {}};
    start.given = judge.measure(start.subject, samples.fitted, ctx);
    if (!equalizes)
        return start;
    const auto& plan = start.subject.plan(samples.fitted, ctx);
    const auto edits = quant::fixNamed("equalization")
                           .edits({start.subject.graph(),
                                   start.subject.settings(),
                                   plan,
                                   {},
                                   samples.fitted,
                                   ctx,
                                   start.subject.statistics()});
    if (edits.empty())
        return start;
    auto equalized = start.subject;
    edits.front().apply(equalized, samples.fitted, ctx);
    const auto measure = judge.measure(equalized, samples.fitted, ctx);
    if (judge.decibels(measure, true) < judge.decibels(start.given, true) + kWorthDb)
        return start;
    start.subject = std::move(equalized);
    start.equalized = measure;
    return start;
}

} // namespace ql::analysis
