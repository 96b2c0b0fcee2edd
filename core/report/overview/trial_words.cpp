// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/overview/trial_words.h"

#include "core/report/table/number_format.h"

#include <algorithm>
#include <cmath>

namespace ql::report {

using results::ChangeRow;
using results::MetricId;
using results::TrialChange;

namespace {

constexpr double kLeastDb = 0.1;
constexpr double kLeastPart = 0.01;

/// 0 where the metric can't tell the two apart.
double tellingGain(const ChangeRow& row, MetricId metric)
{
    const auto gain = results::gainOf(row, metric);
    if (!gain || !std::isfinite(*gain))
        return gain.value_or(0.0);
    const double before = results::valueOf(row.before, metric).value_or(0.0);
    const double least = metric == MetricId::Sqnr ? kLeastDb : std::abs(before) * kLeastPart;
    return std::abs(*gain) < least ? 0.0 : *gain;
}

Message metricWord(MetricId metric)
{
    switch (metric) {
    case MetricId::Cosine: return Message("cosine");
    case MetricId::L1: return Message("L1");
    case MetricId::Atol: return Message("Atol");
    case MetricId::Mse: return Message("MSE");
    case MetricId::Sqnr: return Message("SQNR");
    case MetricId::RelL2: return Message("relative L2");
    case MetricId::Kl: return Message("KL");
    case MetricId::Js: return Message("JS");
    case MetricId::MaxQscaleDiff: return Message("Atol in steps");
    default: return Message("the metric");
    }
}

Number written(double value, MetricId metric)
{
    return {metric == MetricId::Sqnr && std::isfinite(value) ? fmt::format("{:.1f}", value) : fourDigits(value)};
}

/// "SQNR of output goes from -2.6 to 24.4 dB".
Message changeOf(const ChangeRow& row, MetricId metric)
{
    const auto before = written(results::valueOf(row.before, metric).value_or(0.0), metric);
    const auto after = written(results::valueOf(row.after, metric).value_or(0.0), metric);
    if (metric == MetricId::Sqnr)
        return Message("SQNR of {} goes from {} to {} dB", row.name, before, after);
    return Message("{} of {} goes from {} to {}", metricWord(metric), row.name, before, after);
}

const ChangeRow* most(const TrialChange& change, MetricId metric, bool isOutput, int sign)
{
    const ChangeRow* found = nullptr;
    double largest = 0.0;
    for (const auto& row : change.rows) {
        const double gain = tellingGain(row, metric);
        const double size = sign == 0 ? std::abs(gain) : gain * sign;
        if (row.isOutput != isOutput || !(size > largest))
            continue;
        largest = size;
        found = &row;
    }
    return found;
}

/// Where: the layer that changes most, and how many go the other way.
Message placeOf(const TrialChange& change, MetricId metric, int sign)
{
    const auto* layer = most(change, metric, false, sign);
    if (!layer)
        return Message("no layer before the outputs tells the same");
    const auto against = std::ranges::count_if(
        change.rows, [&](const ChangeRow& row) { return !row.isOutput && tellingGain(row, metric) * sign < 0.0; });
    const auto before = written(results::valueOf(layer->before, metric).value_or(0.0), metric);
    const auto after = written(results::valueOf(layer->after, metric).value_or(0.0), metric);
    if (against == 0)
        return Message("of the layers {} changes most, from {} to {}", layer->name, before, after);
    return sign > 0 ? Message("of the layers {} gains most, from {} to {}, and {} get(s) worse", layer->name, before,
                              after, against)
                    : Message("of the layers {} loses most, from {} to {}, and {} get(s) better", layer->name, before,
                              after, against);
}

/// Which layer changes though the outputs don't.
Message nothingSentence(const TrialChange& change, MetricId metric)
{
    if (const auto* layer = most(change, metric, false, 0))
        return Message("It does nothing for the outputs; of the layers {} changes most: {}.", layer->name,
                       changeOf(*layer, metric));
    return Message("It does nothing: no output and no layer changes.");
}

} // namespace

const ChangeRow* mostChangedOutput(const TrialChange& change, MetricId metric)
{
    return most(change, metric, true, 0);
}

const ChangeRow* mostChangedLayer(const TrialChange& change, MetricId metric)
{
    const auto* output = mostChangedOutput(change, metric);
    return most(change, metric, false, !output ? 0 : tellingGain(*output, metric) > 0.0 ? 1 : -1);
}

TrialEffect effectOf(const TrialChange& change, MetricId metric)
{
    bool isBetter = false;
    bool isWorse = false;
    bool isMeasured = false;
    for (const auto& row : change.rows) {
        if (!row.isOutput || !results::gainOf(row, metric))
            continue;
        const double gain = tellingGain(row, metric);
        isMeasured = true;
        isBetter = isBetter || gain > 0.0;
        isWorse = isWorse || gain < 0.0;
    }
    if (!isMeasured)
        return TrialEffect::Unknown;
    if (isBetter && isWorse)
        return TrialEffect::Mixed;
    return isBetter ? TrialEffect::Helps : isWorse ? TrialEffect::Hurts : TrialEffect::Nothing;
}

Message trialSentence(const TrialChange& change, MetricId metric)
{
    switch (effectOf(change, metric)) {
    case TrialEffect::Unknown: return {};
    case TrialEffect::Nothing: return nothingSentence(change, metric);
    case TrialEffect::Helps:
        return Message("It helps: {}; {}.", changeOf(*most(change, metric, true, 1), metric),
                       placeOf(change, metric, 1));
    case TrialEffect::Hurts:
        return Message("It hurts: {}; {}.", changeOf(*most(change, metric, true, -1), metric),
                       placeOf(change, metric, -1));
    case TrialEffect::Mixed: break;
    }
    return Message("It helps one output and hurts another: {}; {}.", changeOf(*most(change, metric, true, 1), metric),
                   changeOf(*most(change, metric, true, -1), metric));
}

} // namespace ql::report
