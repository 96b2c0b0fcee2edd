// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/constant_advice.h"

#include "core/analysis/advice/advice_text.h"
#include "core/analysis/advice/evidence.h"
#include "core/analysis/advice/layer_advice.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ql::analysis {

namespace {

using results::Diagnostic;
using results::LayerRow;
using results::Severity;
using Kind = OtherConstant::Kind;
using Role = OtherConstant::Role;

constexpr double kLeastPart = 0.25;      ///< of a row's error energy that a bias must be able to make
constexpr std::size_t kMostNumbered = 8; ///< channels by name
constexpr double kRoundingSteps = 1.5;

Message subjectOf(const OtherConstant& other, bool beginsSentence)
{
    switch (other.role) {
    case Role::Weight:
        return beginsSentence ? Message("Its weight {}", other.name) : Message("its weight {}", other.name);
    case Role::Bias: return beginsSentence ? Message("Its bias {}", other.name) : Message("its bias {}", other.name);
    case Role::Other: break;
    }
    return beginsSentence ? Message("Its constant {}", other.name) : Message("its constant {}", other.name);
}

Message numbered(const std::vector<std::int64_t>& numbers)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < numbers.size() && i < kMostNumbered; ++i)
        names.push_back(std::to_string(numbers[i]));
    if (numbers.size() > kMostNumbered)
        names.push_back("…");
    return Message::names(names, ", ");
}

bool isReversed(const std::vector<std::int64_t>& order)
{
    for (std::size_t i = 0; i < order.size(); ++i)
        if (order[i] != std::int64_t(order.size() - 1 - i))
            return false;
    return true;
}

Message ofNumbers(const OtherConstant& other, const Message& subject)
{
    if (other.mostSteps > 0.0)
        return Message("{} isn't the baseline's, rounded: {} are more than {} steps from it, one is {}", subject,
                       shareOfValues(other.others, other.numbers), number(kRoundingSteps), number(other.mostSteps));
    return Message("{} isn't the baseline's: it is at {} to that", subject, decibels(other.sqnrDb));
}

/// Of the role @p role, the farthest from the baseline's.
std::optional<Diagnostic> adviceOn(const LayerFacts& facts, Role role, const char* rule)
{
    const auto other = std::ranges::find(facts.others, role, &OtherConstant::role);
    if (other == facts.others.end())
        return std::nullopt;
    return advised(Severity::Warning, rule, Message("{}.", differenceOf(*other, false)), remedyOf(*other));
}

} // namespace

bool mayHaveOtherConstants(const LayerRow& row, double inputDb)
{
    if (!row.metrics || isHarmless(row))
        return false;
    if (row.causes)
        return ownCause(*row.causes) == "weights" && !(row.causes->weights.sqnrDb >= kHarmlessDb);
    return !(inputDb - row.metrics->sqnrDb < kDropDb);
}

std::vector<OtherConstant> harmfulConstants(std::vector<OtherConstant> others, const LayerRow& row)
{
    const auto& statistics = row.baseline.statistics;
    const double signal = statistics.variance + statistics.mean * statistics.mean;
    const double db = row.causes ? row.causes->weights.sqnrDb : row.metrics->sqnrDb;
    constexpr double kPerDecade = 10.0;
    const double noise = signal * std::pow(kPerDecade, -db / kPerDecade);
    // Training moves all weights: that matters where the weights, measured, spoil the layer.
    const bool maySayMoved = isMadeBy(row, "weights");
    std::erase_if(others, [&](const OtherConstant& other) {
        const bool isTooSmall = other.role == Role::Bias && other.meanSquare && *other.meanSquare < kLeastPart * noise;
        return isTooSmall || (other.kind == Kind::Moved && other.isQuantized && !maySayMoved);
    });
    return others;
}

Message differenceOf(const OtherConstant& other, bool beginsSentence)
{
    const auto subject = subjectOf(other, beginsSentence);
    switch (other.kind) {
    case Kind::Channels:
        return Message("{} isn't the baseline's in {} of {} channels ({}): there it is at {} to that, elsewhere at {}",
                       subject, other.channels.size(), other.channelCount, numbered(other.channels),
                       decibels(other.sqnrDb), decibels(other.restDb));
    case Kind::Factor: return Message("{} isn't the baseline's: it is {} times that", subject, number(other.factor));
    case Kind::Scaled:
        return Message("{} isn't the baseline's: its channels are {} … {} times that, as where a BatchNormalization "
                       "with other statistics was folded in",
                       subject, number(other.factor), number(other.mostFactor));
    case Kind::Order:
        if (isReversed(other.order))
            return Message("{} isn't the baseline's: its input channels stand in reverse order, as RGB and BGR do",
                           subject);
        return Message("{} isn't the baseline's: its input channels stand in the order {}", subject,
                       numbered(other.order));
    case Kind::OfLayer: return Message("{} isn't the baseline's: it is that of {}", subject, other.layer);
    case Kind::Moved:
    case Kind::Whole: break;
    }
    return ofNumbers(other, subject);
}

Message remedyOf(const OtherConstant& other)
{
    if (other.kind == Kind::Moved)
        return "Compare with the float model that it was made from; after training, that is the one trained.";
    if (other.kind == Kind::Scaled)
        return "Write weight and bias again from the float model, with its BatchNormalization's own statistics.";
    if (other.kind == Kind::OfLayer)
        return Message("Write it again from the float model, and look at {}: the two may have been exchanged.",
                       other.layer);
    if (other.kind == Kind::Order)
        return "Write this weight again from the float model, or give it its input channels in the order that it "
               "wants.";
    switch (other.role) {
    case Role::Weight:
        return other.kind == Kind::Whole
                   ? Message("Write this weight again from the float model; after training, from the one trained.")
                   : Message("Write this weight again from the float model.");
    case Role::Bias:
        return other.isQuantized
                   ? Message("Write this bias again from the float model, in steps of its own: those of the input "
                             "times those of the weight.")
                   : Message("Write this bias again from the float model.");
    case Role::Other: break;
    }
    return "Write this constant again from the float model.";
}

Message remedyOf(const std::vector<OtherConstant>& others)
{
    const auto has = [&others](Role role) {
        return std::ranges::find(others, role, &OtherConstant::role) != others.end();
    };
    const auto first = others.front().kind;
    const bool isWritten = first == Kind::Factor || first == Kind::Channels || first == Kind::Whole;
    return isWritten && has(Role::Weight) && has(Role::Bias)
               ? Message("Write its weight and bias again from the float model.")
               : remedyOf(others.front());
}

Message finerWeight(const std::optional<WeightGrid>& grid)
{
    if (grid && grid->isOtherAxis)
        return "quantize its weight with a scale for each output channel (its scales lie along another axis), or skip "
               "it.";
    if (grid && grid->isPerChannel)
        return "quantize its weight with more bits, or skip it.";
    return "quantize its weight per channel or with more bits, or skip it.";
}

/// Wrong where rounding, clamping, pruning or equalization made the difference: so those are none. That two constants
/// differ is seen; that it matters is known of rows that mayHaveOtherConstants() picks.
std::optional<Diagnostic> otherWeight(const LayerFacts& facts)
{
    return adviceOn(facts, Role::Weight, "other-weight");
}

/// Wrong where a bias was corrected to make good for rounding: such a difference is too small for the row's error.
std::optional<Diagnostic> otherBias(const LayerFacts& facts)
{
    return adviceOn(facts, Role::Bias, "other-bias");
}

/// Wrong where another operator computes the same with other numbers: then its row isn't bad.
std::optional<Diagnostic> otherConstant(const LayerFacts& facts)
{
    return adviceOn(facts, Role::Other, "other-constant");
}

} // namespace ql::analysis
