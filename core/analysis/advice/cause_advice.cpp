// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/advice_text.h"
#include "core/analysis/advice/evidence.h"
#include "core/analysis/advice/layer_advice.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

using results::Diagnostic;
using results::LayerRow;
using results::Severity;

constexpr double kFewClamped = 0.001;
constexpr double kMostSteps = 2.0; ///< rounding of weight, bias and value together moves an element no farther

double clampedShare(const LayerRow& row)
{
    const auto count = row.baseline.statistics.count;
    return count > 0 ? static_cast<double>(row.clampedCount) / static_cast<double>(count) : 0.0;
}

Message clampedValues(const LayerRow& row)
{
    return row.clampedCount == 0 ? Message("nothing") : shareOfValues(row.clampedCount, row.baseline.statistics.count);
}

Message alone(const LayerRow& row)
{
    if (ownCause(*row.causes).empty()) // what it reads breaks it outright
        return Message("on exact inputs it alone is at {}", decibels(row.causes->localDb));
    return Message("on exact inputs it alone is at {} ({})", decibels(row.causes->localDb), partsOf(*row.causes));
}

Message largerScale(const LayerFacts& facts)
{
    const auto& quantizer = *facts.row.quantizer;
    if (quantizer.isPerChannel())
        return "Try larger scales for its channels";
    const auto covering = coveringParameters(quantizer, facts.needed());
    if (!covering.zeroPoint)
        return Message("Try a larger fixed scale ({})", number(covering.scale));
    return isShifted(quantizer, facts.needed())
               ? Message("Try a scale of {} with zero point {}", number(covering.scale), *covering.zeroPoint)
               : Message("Try a larger fixed scale ({}) with zero point {}", number(covering.scale),
                         *covering.zeroPoint);
}

/// @pre its zero point shifts its range
Message coveringSentence(const LayerFacts& facts)
{
    const auto covering = coveringParameters(*facts.row.quantizer, facts.needed());
    return covering.zeroPoint
               ? Message("Try a scale of {} with zero point {}.", number(covering.scale), *covering.zeroPoint)
               : Message("Should that matter, a scale of {} covers the data.", number(covering.scale));
}

Message mayCover(const LayerFacts& facts)
{
    const auto& quantizer = *facts.row.quantizer;
    if (quantizer.isPerChannel())
        return "Should that matter, larger scales for its channels may help.";
    const auto covering = coveringParameters(quantizer, facts.needed());
    if (!covering.zeroPoint)
        return Message("Should that matter, a scale of {} covers the data.", number(covering.scale));
    return Message("Should that matter, a scale of {} covers the data with zero point {}.", number(covering.scale),
                   *covering.zeroPoint);
}

} // namespace

/// Wrong where what lies outside the range matters little: then it is a note, with what was measured; nothing is said
/// of what every reader cuts off.
std::optional<Diagnostic> clamping(const LayerFacts& facts)
{
    const LayerRow& row = facts.row;
    if (row.clampedCount == 0 || !row.quantizer || !isClampingRead(facts.source, facts.models))
        return std::nullopt;
    const auto [low, high] = quantizerRange(*row.quantizer);
    const auto data = spanOf(row.baseline.statistics.min, row.baseline.statistics.max);
    if (!row.causes)
        return advised(Severity::Info, "clamping",
                       Message("clamps {}: truncation error. The data spans {}, the quantizer {}.", clampedValues(row),
                               data, spanOf(low, high)),
                       mayCover(facts), kIsGuess);
    const Message measured("truncation error: it clamps {}, which by itself leaves the layer at {}. The data spans {}, "
                           "the quantizer {}.",
                           clampedValues(row), decibels(row.causes->clamping.sqnrDb), data, spanOf(low, high));
    if (!isMadeBy(row, "clamping"))
        return advised(Severity::Info, "clamping", measured, {});
    if (isShifted(*row.quantizer, facts.needed()))
        return advised(Severity::Error, "clamping",
                       Message("truncation error: {}. It clamps {}, which by itself leaves the layer at {}.",
                               shiftOf(*row.quantizer, facts.needed()), clampedValues(row),
                               decibels(row.causes->clamping.sqnrDb)),
                       coveringSentence(facts));
    return advised(
        Severity::Error, "clamping", measured,
        Message("{} or {}, and calibrate with more samples.", largerScale(facts), widerThan(row.quantizer->dtype)));
}

/// Wrong where the error came in with the inputs, is clamping or lies in the weights: so only by controlled runs, and
/// only while the layer by itself moves no element farther than rounding can.
std::optional<Diagnostic> rounding(const LayerFacts& facts)
{
    const LayerRow& row = facts.row;
    if (!row.quantizer || !isBad(row))
        return std::nullopt;
    const auto step = number(largestScale(*row.quantizer));
    if (row.causes) {
        if (!isMadeBy(row, "rounding") || row.causes->localSteps.value_or(0.0) > kMostSteps)
            return std::nullopt;
        return advised(Severity::Warning, "rounding", Message("rounding error at a step of {}: {}.", step, alone(row)),
                       Message("More bits are needed here. Try {}.", widerThan(row.quantizer->dtype)));
    }
    const bool isOwn = facts.inputDb - row.metrics->sqnrDb >= kDropDb;
    const bool isWithinSteps = row.metrics->maxQscaleDiff && *row.metrics->maxQscaleDiff <= kMostSteps;
    if (!isOwn || !isWithinSteps || clampedShare(row) >= kFewClamped)
        return std::nullopt;
    return advised(Severity::Info, "rounding",
                   Message("it is at {}, {} worse than what it reads, and at most {} steps off: this may be "
                           "rounding error at a step of {}.",
                           decibels(row.metrics->sqnrDb), decibels(facts.inputDb - row.metrics->sqnrDb),
                           number(*row.metrics->maxQscaleDiff), step),
                   Message("If so, {} may help.", widerThan(row.quantizer->dtype)), kIsGuess);
}

/// Wrong where the weights do little, or are others: so only by a controlled run with nothing but them quantized.
std::optional<Diagnostic> weightRounding(const LayerFacts& facts)
{
    const LayerRow& row = facts.row;
    if (!row.causes || !isMadeBy(row, "weights") || !facts.others.empty())
        return std::nullopt;
    return advised(Severity::Warning, "weight-rounding",
                   Message("weight error: with nothing but its weights quantized it is at {}; {}.",
                           decibels(row.causes->weights.sqnrDb), alone(row)),
                   facts.grid && facts.grid->isPerChannel ? Message("Quantize the weight with more bits.")
                   : facts.grid && facts.grid->isOtherAxis
                       ? Message("Quantize the weight with a scale for each output channel.")
                       : Message("Quantize the weight per channel or with more bits."));
}

/// Wrong where the layer adds as much by itself: so only by controlled runs.
std::optional<Diagnostic> inheritedError(const LayerFacts& facts)
{
    const LayerRow& row = facts.row;
    if (!isBad(row) || !isInherited(row) || facts.nonFiniteInput)
        return std::nullopt;
    const Message own = alone(row);
    const Message message =
        row.causes->propagated
            ? Message("inherited error: {}; what it reads makes {} of its error.", own,
                      percent(row.causes->propagated->share))
            : Message("inherited error: {}, in the model at {}.", own, decibels(row.metrics->sqnrDb));
    return advised(Severity::Info, "inherited", message,
                   facts.worstInput
                       ? Message("Look before it: what it reads is at {} at worst.", decibels(facts.inputDb))
                       : Message());
}

Message partsOf(const results::LayerCauses& causes)
{
    const double own = causes.clamping.share + causes.rounding.share + causes.weights.share;
    const auto share = [own](const results::ErrorPart& part) { return percent(own > 0.0 ? part.share / own : 0.0); };
    return Message("clamping {}, rounding {}, weights {}", share(causes.clamping), share(causes.rounding),
                   share(causes.weights));
}

Message shiftOf(const results::QuantizerInfo& quantizer, const ValueRange& needed)
{
    const auto [low, high] = quantizerRange(quantizer);
    return Message("its zero point {} shifts the range to {}, while the data spans {}", quantizer.zeroPoints.front(),
                   spanOf(low, high), spanOf(needed.low, needed.high));
}

Message causeOf(const LayerRowSource& source, const MatchedModels& models)
{
    const auto& row = source.row;
    const auto cause = row.causes ? ownCause(*row.causes) : std::string_view();
    if (cause == "weights")
        return Message("The weights: nothing but them quantized, it is at {}", decibels(row.causes->weights.sqnrDb));
    if (!row.quantizer)
        return "It computes on integers of its own scale";
    const bool isClamping = cause == "clamping" || (cause.empty() && clampedShare(row) >= kFewClamped);
    if (const auto needed = neededRange(source, models); isClamping && isShifted(*row.quantizer, needed))
        return Message("Truncation: {}, so that it clamps {}", shiftOf(*row.quantizer, needed), clampedValues(row));
    if (isClamping)
        return Message("Truncation: its quantizer clamps {}", clampedValues(row));
    return Message("Rounding, not truncation: its quantizer clamps {} and rounds to steps of {}", clampedValues(row),
                   number(largestScale(*row.quantizer)));
}

} // namespace ql::analysis
