// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/layer_advice.h"

#include "core/analysis/advice/advice_text.h"
#include "core/analysis/advice/evidence.h"
#include "core/base/order.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ql::analysis {

namespace {

using results::Diagnostic;
using results::LayerRow;
using results::Severity;

constexpr double kInt8Limit = 128.0;
constexpr double kAnyLimit = 32768.0;
constexpr double kWastedShare = 1.0 / 8.0;

/// Over both models.
double farthestOf(const LayerRow& row)
{
    const auto& x = row.baseline.statistics;
    const auto& y = row.analysis.statistics;
    return std::max({std::abs(x.min), std::abs(y.min), std::abs(x.max), std::abs(y.max)});
}

bool isEightBit(const LayerRow& row)
{
    return row.quantizer && row.quantizer->highest - row.quantizer->lowest <= 255;
}

bool isBroken(const LayerRow& row)
{
    return row.nanCount + row.infCount > 0;
}

/// Its own steps are no reason: other causes were measured, or it does little harm.
bool isRoundingNoReason(const LayerRow& row)
{
    return isBroken(row) || isHarmless(row) || (row.causes && !isMadeBy(row, "rounding"));
}

/// Without controlled runs: much worse than what it reads.
bool maySpoil(const LayerFacts& facts)
{
    return !facts.row.causes && isBad(facts.row) && facts.inputDb - facts.row.metrics->sqnrDb >= kDropDb;
}

/// Wrong nowhere: it counts. Whose NaN it is, the layers that are read tell, or the baseline that has them too.
std::optional<Diagnostic> nanOutput(const LayerFacts& facts)
{
    const auto& analysis = facts.row.analysis.statistics;
    const auto& baseline = facts.row.baseline.statistics;
    if (analysis.nanCount + analysis.infCount == 0)
        return std::nullopt;
    if (facts.nonFiniteInput)
        return advised(Severity::Info, "inherited",
                       Message("inherited: {} are NaN or infinite, as part of {} is already, which it reads.",
                               shareOfValues(analysis.nanCount + analysis.infCount, analysis.count),
                               facts.nonFiniteInput->name),
                       "Look before it.");
    const bool isInherited = baseline.nanCount + baseline.infCount > 0;
    return advised(isInherited ? Severity::Warning : Severity::Error, "nan-output",
                   Message("{} are NaN and {} infinite in the analysis model, {} and {} in the baseline.",
                           shareOfValues(analysis.nanCount, analysis.count), analysis.infCount, baseline.nanCount,
                           baseline.infCount),
                   isInherited ? Message("Bound the values in the model itself: the float model has them too.")
                               : Message("Leave this layer in high precision, or check the scales before it."));
}

/// Wrong where one step of the range does no harm: so only where rounding, measured, spoils the layer.
std::optional<Diagnostic> rangeTooLarge(const LayerFacts& facts)
{
    const LayerRow& row = facts.row;
    const double farthest = farthestOf(row);
    const bool isMeasured = isMadeBy(row, "rounding") || (farthest > kAnyLimit && isMadeBy(row, "clamping"));
    if (!row.quantizer || facts.analysis().isInput() || isBroken(row) || !(isMeasured || maySpoil(facts)))
        return std::nullopt;
    if (farthest <= kInt8Limit || (farthest <= kAnyLimit && !isEightBit(row)))
        return std::nullopt;
    const Message bound =
        "Change the model so that the range is bounded (normalise, clip), or leave the layer in float.";
    const Message wider = "The range is large for 8 bits. Try int16.";
    return advised(!isMeasured            ? Severity::Info
                   : farthest > kAnyLimit ? Severity::Error
                                          : Severity::Warning,
                   "range-too-large",
                   Message("its values reach {}: one step of {} is {}.", number(farthest), row.quantizer->dtype,
                           number(largestScale(*row.quantizer))),
                   !isMeasured            ? Message("The range may be too large for it.")
                   : farthest > kAnyLimit ? bound
                                          : wider,
                   !isMeasured);
}

/// Wrong where values are behind a quantizer of other parameters than those that were read: a value beyond its range by
/// more than a step can't have come out of it.
std::optional<Diagnostic> scaleNotCovering(const LayerFacts& facts)
{
    if (!facts.row.quantizer)
        return std::nullopt;
    const auto [low, high] = quantizerRange(*facts.row.quantizer);
    const double tolerance = largestScale(*facts.row.quantizer);
    const auto& analysis = facts.row.analysis.statistics;
    if (analysis.min >= low - tolerance && analysis.max <= high + tolerance)
        return std::nullopt;
    return advised(Severity::Error, "scale-not-covering",
                   Message("the analysis values span {}, the quantizer represents only {}.",
                           spanOf(analysis.min, analysis.max), spanOf(low, high)),
                   "The quantizer does not act on this value. Is fake quantization enabled?");
}

/// Wrong where other inputs reach farther, and where the steps are fine enough: so it is silent about a layer that, by
/// itself, does little harm, and a warning only where rounding spoils it.
std::optional<Diagnostic> scaleWasted(const LayerFacts& facts)
{
    const LayerRow& row = facts.row;
    const double farthest = farthestOf(row);
    if (!row.quantizer || row.quantizer->isPerChannel() || farthest == 0.0 || isRoundingNoReason(row))
        return std::nullopt;
    const auto [low, high] = quantizerRange(*row.quantizer);
    const double reach = std::max(std::abs(low), std::abs(high));
    if (farthest >= kWastedShare * reach)
        return std::nullopt;
    const bool isMeasured = isMadeBy(row, "rounding");
    return advised(isMeasured ? Severity::Warning : Severity::Info, "scale-wasted",
                   Message("on this input the data reaches {}, the quantizer {}: only {} of its range is "
                           "used.",
                           number(farthest), number(reach), percent(farthest / reach)),
                   isMeasured ? Message("Calibrate again, or try a smaller fixed scale ({}).",
                                        number(coveringParameters(*row.quantizer, facts.needed()).scale))
                              : Message("A smaller fixed scale ({}) may do better.",
                                        number(coveringParameters(*row.quantizer, facts.needed()).scale)),
                   !isMeasured);
}

/// Wrong where other inputs lie on both sides, and where the steps are fine enough: likewise.
std::optional<Diagnostic> inputOneSided(const LayerFacts& facts)
{
    const LayerRow& row = facts.row;
    if (!facts.analysis().isInput() || !row.quantizer || isRoundingNoReason(row))
        return std::nullopt;
    const auto [low, high] = quantizerRange(*row.quantizer);
    const auto& baseline = row.baseline.statistics;
    const bool isAbove = baseline.min >= 0.0 && low < -0.25 * high;
    const bool isBelow = baseline.max <= 0.0 && high > -0.25 * low;
    if (!isAbove && !isBelow)
        return std::nullopt;
    const bool isMeasured = row.causes.has_value();
    return advised(
        isMeasured ? Severity::Warning : Severity::Info, "input-one-sided",
        Message("all values of this input lie on one side of 0 ({}), while the quantizer represents {}: half "
                "of it is idle.",
                spanOf(baseline.min, baseline.max), spanOf(low, high)),
        isMeasured ? Message("Normalise the input symmetrically around 0, or quantize it with a zero point.")
                   : Message("A zero point, or an input symmetric around 0, may do better."),
        !isMeasured);
}

/// Wrong where one step of the input does no harm: likewise.
std::optional<Diagnostic> inputRange(const LayerFacts& facts)
{
    const LayerRow& row = facts.row;
    const double farthest = farthestOf(row);
    if (!facts.analysis().isInput() || !isEightBit(row) || farthest < kInt8Limit || isRoundingNoReason(row))
        return std::nullopt;
    const bool isMeasured = row.causes.has_value();
    return advised(isMeasured ? Severity::Warning : Severity::Info, "input-range",
                   Message("input values reach {}, and 8 bits represent them in steps of {}.", number(farthest),
                           number(largestScale(*row.quantizer))),
                   isMeasured ? Message("Normalise the input, or quantize it to int16.")
                              : Message("Normalised, or in int16, it may do better."),
                   !isMeasured);
}

/// Wrong where whatever reads the output wants integers: so never more than a note.
std::optional<Diagnostic> outputQuantizedAfterCompute(const LayerFacts& facts)
{
    const Layer& layer = facts.analysis();
    const bool isProduct = graph::familyTraits(layer.opType).product != graph::Product::None;
    if (!facts.row.quantizer || !layer.isGraphOutput || !isProduct)
        return std::nullopt;
    return advised(Severity::Info, "output-quantized-after-compute",
                   Message("the model's output comes straight out of {} and is quantized to {}.", layer.opType,
                           facts.row.quantizer->dtype),
                   "Use high-precision output: leave the quantizer after the last layer out.");
}

constexpr std::array<LayerRule, 17> kRules{
    nanOutput,        nanWeight,   clamping,      rounding,      weightRounding,           rangeTooLarge,
    scaleNotCovering, scaleWasted, inputOneSided, inputRange,    depthwiseWeightPerTensor, outputQuantizedAfterCompute,
    inheritedError,   otherWeight, otherBias,     otherConstant, biasBeyondInt32};

} // namespace

std::span<const LayerRule> layerRules()
{
    return kRules;
}

std::pair<double, double> quantizerRange(const results::QuantizerInfo& quantizer)
{
    double low = quantizer.rangeLow(0);
    double high = quantizer.rangeHigh(0);
    for (std::size_t channel = 1; channel < quantizer.scales.size(); ++channel) {
        low = std::min(low, quantizer.rangeLow(channel));
        high = std::max(high, quantizer.rangeHigh(channel));
    }
    return {low, high};
}

double largestScale(const results::QuantizerInfo& quantizer)
{
    return extentOf(quantizer.scales).high;
}

} // namespace ql::analysis
