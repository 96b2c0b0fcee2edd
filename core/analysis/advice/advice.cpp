// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice.h"

#include "core/analysis/advice/advice_text.h"
#include "core/analysis/advice/effect_advice.h"
#include "core/analysis/advice/error_origin.h"
#include "core/analysis/advice/evidence.h"
#include "core/analysis/advice/layer_advice.h"
#include "core/base/numbers.h"
#include "core/base/order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

namespace ql::analysis {

namespace {

using results::Diagnostic;
using results::Severity;

constexpr std::size_t kManyLayers = 3;
constexpr double kUselessDb = 10.0;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool isCompared(const LayerRowSource& source)
{
    return source.row.state == results::LayerRow::State::Compared && source.row.metrics && source.analysis != kNoLayer;
}

bool hasScaleOne(const LayerRowSource& source)
{
    const auto& quantizer = source.row.quantizer;
    return quantizer
           && std::all_of(quantizer->scales.begin(), quantizer->scales.end(), [](double s) { return s == 1.0; });
}

/// A quantizer's scale starts at 1; where many still have it, calibration may never have run. Wrong where the values of
/// so many layers do span what its integers do.
void adviseScaleOne(std::vector<LayerRowSource>& rows)
{
    const auto quantized = static_cast<std::size_t>(
        std::count_if(rows.begin(), rows.end(), [](const auto& source) { return source.row.quantizer.has_value(); }));
    const auto atOne = static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), hasScaleOne));
    if (atOne < kManyLayers || 2 * atOne < quantized)
        return;
    for (LayerRowSource& source : rows)
        if (hasScaleOne(source) && !isHarmless(source.row))
            source.row.advice.push_back(advised(
                Severity::Error, "scale-one",
                Message("the scale is exactly 1, as on {} of {} quantized layers: it may never have been calibrated.",
                        atOne, quantized),
                "Run calibration before the comparison."));
}

double sqnrDbOf(const results::OutputComparison& output)
{
    return output.metrics && !std::isnan(output.metrics->sqnrDb) ? output.metrics->sqnrDb : -kInfinity;
}

Message remedyFor(const results::LayerRow& row)
{
    if (ownCause(*row.causes) == "weights")
        return "Fix this layer first: quantize its weight per channel or with more bits, or skip it.";
    if (!row.quantizer)
        return "Check the scales of its input and weight, or leave it in float.";
    if (ownCause(*row.causes) == "clamping" && !row.quantizer->isPerChannel())
        return Message("Fix this layer first: a scale of {} covers its data; else try {}.", number(coveringScale(row)),
                       widerThan(row.quantizer->dtype));
    return Message("Fix this layer first: try {}, or skip it.", widerThan(row.quantizer->dtype));
}

Message inputAndOutput(const results::LayerRow& row, double inputDb)
{
    const auto own = decibels(row.metrics->sqnrDb);
    return inputDb >= 50.0 ? Message("what it reads is exact, what it gives is at {}", own)
                           : Message("what it reads is at {}, what it gives is at {}", decibels(inputDb), own);
}

/// Why the layer makes its error, where controlled runs showed that it does.
Message localCauseOf(const results::LayerRow& row)
{
    return isMadeHere(row) ? Message("on exact inputs the layer alone is at {} ({}). {}", decibels(row.causes->localDb),
                                     partsOf(*row.causes), causeOf(row))
                           : Message();
}

/// Wrong where the error comes in with the inputs: claimed only where controlled runs of the layer say so.
Diagnostic originAdvice(const results::LayerRow& row, const results::LayerRow& worst, double inputDb,
                        const ErrorOrigin& origin, Severity severity)
{
    if (origin.proof != ErrorOrigin::Proof::Local)
        return effectAdvice(row, origin, severity, localCauseOf(row),
                            isMadeHere(row) && row.effect->together.empty() ? remedyFor(row) : remedyByEffect(row));
    const Message itself = inputAndOutput(row, inputDb);
    const Message shown = origin.row == origin.worstRow
                              ? itself
                              : Message("{}; seen at {} ({}), which is at {}", itself, worst.name,
                                        worst.analysis.opType, decibels(worst.metrics->sqnrDb));
    if (!origin.isMeasured)
        return advised(Severity::Warning, "error-origin",
                       Message("the error may start here: {}. {}.", shown, causeOf(row)),
                       "Nothing was run again to make sure: shadow and attribution tell.", kIsGuess);
    const auto local = decibels(row.causes->localDb);
    const auto parts = partsOf(*row.causes);
    return advised(severity, "error-origin",
                   origin.losesLikewise > 0
                       ? Message("the error starts here, and {} more layers lose nearly everything by themselves, "
                                 "too: {}; on exact inputs it alone is at {} ({}). {}.",
                                 origin.losesLikewise, shown, local, parts, causeOf(row))
                       : Message("the error starts here: {}; on exact inputs it alone is at {} ({}). {}.", shown, local,
                                 parts, causeOf(row)),
                   remedyFor(row));
}

/// Why NaN and infinite values begin in a layer.
struct NonFiniteReason {
    Message what;
    bool isCertain = true;
};

/// Nothing where the layer computes as the baseline's does: then what it reads is to blame, though finite.
std::optional<NonFiniteReason> nonFiniteReason(const LayerFacts& facts)
{
    constexpr double kLargestHalf = 65504.0;
    const auto& row = facts.row;
    const auto& baseline = row.baseline.statistics;
    const double reach = std::max(std::abs(baseline.min), std::abs(baseline.max));
    const auto half = graph::name(graph::DataType::Float16);
    if (const auto constant = ownNonFiniteConstant(facts))
        return NonFiniteReason{Message("its constant {} holds such values", constant->name)};
    if (row.analysis.dtype == half && reach > kLargestHalf)
        return NonFiniteReason{
            Message("the baseline's values reach {}, and float16 holds up to {}", number(reach), number(kLargestHalf))};
    if (row.causes && std::isnan(row.causes->localDb))
        return NonFiniteReason{"on exact inputs it alone gives such values, too"};
    if (row.analysis.dtype != row.baseline.dtype)
        return NonFiniteReason{Message("it computes in {}, the baseline in {}", row.analysis.dtype, row.baseline.dtype),
                               false};
    return std::nullopt;
}

Diagnostic nonFiniteAdvice(const results::LayerRow& row, const NonFiniteReason& reason, bool isOnly)
{
    const auto& statistics = row.analysis.statistics;
    const auto count = shareOfValues(statistics.nanCount + statistics.infCount, statistics.count);
    const Message remedy = "Fix this layer first: leave it in high precision, or scale its values down.";
    if (!reason.isCertain)
        return advised(Severity::Warning, "error-origin",
                       Message("NaN and infinite values may begin here: {}, while what it reads has none; {}.", count,
                               reason.what),
                       remedy, kIsGuess);
    return advised(Severity::Error, "error-origin",
                   isOnly ? Message("all NaN and infinite values of the output begin here: {}; {}.", count, reason.what)
                          : Message("NaN and infinite values of the output begin here, and in other layers: {}; {}.",
                                    count, reason.what),
                   remedy);
}

/// Of the first output that has more NaN or infinite values than the baseline's. Returns whether it is known where they
/// begin.
bool adviseNonFinite(std::vector<LayerRowSource>& rows, const MatchedModels& models, const ErrorFlow& flow,
                     results::CompareResult& result)
{
    if (std::ranges::none_of(rows, hasMoreNonFinite, &LayerRowSource::row))
        return false;
    for (const auto& output : result.outputs) {
        const auto starts = findNonFiniteStarts(rows, models, flow, output);
        for (const auto start : starts) {
            auto& row = rows[start].row;
            const auto reason = nonFiniteReason({row, rows[start], models});
            if (!reason)
                continue;
            row.advice.push_back(nonFiniteAdvice(row, *reason, starts.size() == 1));
            result.errorOrigin = row.name;
            result.isOriginMeasured = reason->isCertain;
            return true;
        }
    }
    return false;
}

/// Of the worst output: by what layers mean for it, else, where that is bad, by their own errors.
void adviseOrigin(std::vector<LayerRowSource>& rows, const MatchedModels& models, const ErrorFlow& flow,
                  results::CompareResult& result)
{
    const auto output = std::ranges::min_element(result.outputs, Rising<NaNs::First>(), sqnrDbOf);
    if (output == result.outputs.end())
        return;
    auto origin = originByEffects(rows);
    if (!origin && sqnrDbOf(*output) < kBadDb)
        origin = findErrorOrigin(rows, models, flow, *output);
    if (!origin)
        return;
    results::LayerRow& row = rows[origin->row].row;
    const double db = row.effect ? row.effect->wholeDb : sqnrDbOf(*output);
    row.advice.push_back(originAdvice(row, rows[origin->worstRow].row, flow.inputDb(origin->row), *origin,
                                      db >= kUselessDb ? Severity::Warning : Severity::Error));
    result.errorOrigin = row.name;
    result.isOriginMeasured = origin->isMeasured;
}

/// The origin, then what was measured, most severe first, then guesses.
auto rankOf(const Diagnostic& advice)
{
    return std::tuple(advice.rule != "error-origin", advice.isGuess, -int(advice.severity));
}

} // namespace

void advise(std::vector<LayerRowSource>& rows, const MatchedModels& models, results::CompareResult& result)
{
    const ErrorFlow flow = errorFlowOf(rows, models);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!isCompared(rows[i]))
            continue;
        const auto worst = flow.worstInput(i);
        const auto nonFinite = nonFiniteInput(rows, flow, i);
        const LayerFacts facts{rows[i].row,
                               rows[i],
                               models,
                               flow.inputDb(i),
                               worst ? &rows[*worst].row : nullptr,
                               nonFinite ? &rows[*nonFinite].row : nullptr};
        for (const LayerRule rule : layerRules())
            if (auto advice = rule(facts))
                rows[i].row.advice.push_back(std::move(*advice));
    }
    adviseScaleOne(rows);
    if (!adviseNonFinite(rows, models, flow, result))
        adviseOrigin(rows, models, flow, result);
    const auto quality = result.verdict.quality();
    const bool isHealthy = quality == results::Quality::Equal || quality == results::Quality::Fine;
    for (LayerRowSource& source : rows) {
        std::ranges::stable_sort(source.row.advice, {}, rankOf);
        for (Diagnostic& advice : source.row.advice)
            if (isHealthy)
                advice.severity = Severity::Info;
    }
}

} // namespace ql::analysis
