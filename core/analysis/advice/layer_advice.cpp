// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/advice/layer_advice.h"

#include "core/analysis/advice/advice_text.h"
#include "core/analysis/advice/weight_advice.h"
#include "core/graph/operators/operator_traits.h"

#include <fmt/format.h>

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
constexpr double kManyClamped = 0.01;
constexpr double kFewClamped = 0.001;
constexpr double kBadCosine = 0.95;
constexpr double kRoundingDropDb = 6.0;
constexpr double kRoundingBelowDb = 20.0;
constexpr double kWastedShare = 1.0 / 8.0;

double lowestOf(const LayerRow& row)
{
    return std::min(row.baseline.statistics.min, row.analysis.statistics.min);
}

double highestOf(const LayerRow& row)
{
    return std::max(row.baseline.statistics.max, row.analysis.statistics.max);
}

double farthestOf(const LayerRow& row)
{
    return std::max(std::abs(lowestOf(row)), std::abs(highestOf(row)));
}

bool isEightBit(const LayerRow& row)
{
    return row.quantizer && row.quantizer->highest - row.quantizer->lowest <= 255;
}

/// The range over all channels.
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
    return *std::max_element(quantizer.scales.begin(), quantizer.scales.end());
}

Number rangeText(double low, double high)
{
    return {fmt::format("{} … {}", number(low), number(high))};
}

double clampedShare(const LayerRow& row)
{
    const auto count = row.baseline.statistics.count;
    return count > 0 ? static_cast<double>(row.clampedCount) / static_cast<double>(count) : 0.0;
}

std::optional<Diagnostic> nanOutput(const LayerFacts& facts)
{
    const auto& analysis = facts.row.analysis.statistics;
    const auto& baseline = facts.row.baseline.statistics;
    if (analysis.nanCount + analysis.infCount == 0)
        return std::nullopt;
    const bool isInherited = baseline.nanCount + baseline.infCount > 0;
    return Diagnostic{isInherited ? Severity::Warning : Severity::Error,
                      "nan-output",
                      {},
                      Message("{} is NaN and {} is infinite in the analysis model, {} and {} in the baseline.",
                              shareOfValues(analysis.nanCount, analysis.count), analysis.infCount, baseline.nanCount,
                              baseline.infCount),
                      isInherited ? Message("Bound the values in the model itself: the float model has them too.")
                                  : Message("Leave this layer in high precision, or check the scales before it.")};
}

std::optional<Diagnostic> rangeTooLarge(const LayerFacts& facts)
{
    const double farthest = farthestOf(facts.row);
    if (!facts.row.quantizer || facts.analysis.isInput())
        return std::nullopt;
    if (farthest > kAnyLimit)
        return Diagnostic{
            Severity::Error,
            "range-too-large",
            {},
            Message("its values reach {}, too far for any integer type of 16 bits.", number(farthest)),
            "Change the model so that the range is bounded (normalise, clip), or leave the layer in float."};
    if (farthest <= kInt8Limit || !isEightBit(facts.row))
        return std::nullopt;
    return Diagnostic{Severity::Warning,
                      "range-too-large",
                      {},
                      Message("its values reach {}: one step of {} is {}.", number(farthest),
                              facts.row.quantizer->dtype, number(largestScale(*facts.row.quantizer))),
                      "The range is large for 8 bits. Try int16."};
}

std::optional<Diagnostic> scaleNotCovering(const LayerFacts& facts)
{
    if (!facts.row.quantizer)
        return std::nullopt;
    const auto [low, high] = quantizerRange(*facts.row.quantizer);
    const double tolerance = largestScale(*facts.row.quantizer);
    const auto& analysis = facts.row.analysis.statistics;
    if (analysis.min >= low - tolerance && analysis.max <= high + tolerance)
        return std::nullopt;
    return Diagnostic{Severity::Error,
                      "scale-not-covering",
                      {},
                      Message("the analysis values span {}, the quantizer represents only {}.",
                              rangeText(analysis.min, analysis.max), rangeText(low, high)),
                      "The quantizer does not act on this value. Is fake quantization enabled?"};
}

std::optional<Diagnostic> clamping(const LayerFacts& facts)
{
    if (facts.row.clampedCount == 0)
        return std::nullopt;
    const double share = clampedShare(facts.row);
    const Severity severity = share >= kManyClamped  ? Severity::Error
                              : share >= kFewClamped ? Severity::Warning
                                                     : Severity::Info;
    const Message scale = facts.row.quantizer->isPerChannel()
                              ? Message("Try larger scales for its channels")
                              : Message("Try a larger fixed scale ({})", number(coveringScale(facts.row)));
    const auto [low, high] = quantizerRange(*facts.row.quantizer);
    return Diagnostic{
        severity,
        "clamping",
        {},
        Message("clamps {}: truncation error. The data spans {}, the quantizer {}.",
                shareOfValues(facts.row.clampedCount, facts.row.baseline.statistics.count),
                rangeText(facts.row.baseline.statistics.min, facts.row.baseline.statistics.max), rangeText(low, high)),
        Message("{} or {}, and calibrate with more samples.", scale, widerThan(facts.row.quantizer->dtype))};
}

std::optional<Diagnostic> rounding(const LayerFacts& facts)
{
    const auto& metrics = *facts.row.metrics;
    const bool isBad = metrics.cosine < kBadCosine || metrics.sqnrDb < kRoundingBelowDb;
    // An error that its inputs bring along is no reason to raise its bits.
    const bool isOwn = facts.inputDb - metrics.sqnrDb >= kRoundingDropDb;
    if (!facts.row.quantizer || !isBad || !isOwn || clampedShare(facts.row) >= kFewClamped)
        return std::nullopt;
    return Diagnostic{
        Severity::Warning,
        "rounding",
        {},
        Message("the ranges agree and {} is clamped, yet SQNR is {} and cosine {}: rounding error at a step of {}.",
                facts.row.clampedCount == 0 ? Message("nothing") : Message("{}", percent(clampedShare(facts.row))),
                decibels(metrics.sqnrDb), number(metrics.cosine), number(largestScale(*facts.row.quantizer))),
        Message("More bits are needed here. Try {}.", widerThan(facts.row.quantizer->dtype))};
}

std::optional<Diagnostic> scaleWasted(const LayerFacts& facts)
{
    const double farthest = farthestOf(facts.row);
    if (!facts.row.quantizer || facts.row.quantizer->isPerChannel() || farthest == 0.0)
        return std::nullopt;
    const auto [low, high] = quantizerRange(*facts.row.quantizer);
    const double reach = std::max(std::abs(low), std::abs(high));
    if (farthest >= kWastedShare * reach)
        return std::nullopt;
    return Diagnostic{
        Severity::Warning,
        "scale-wasted",
        {},
        Message("the data reaches {}, the quantizer {}: only {} of its range is used, the rest is lost to rounding.",
                number(farthest), number(reach), percent(farthest / reach)),
        Message("Calibrate again, or try a smaller fixed scale ({}).", number(coveringScale(facts.row)))};
}

std::optional<Diagnostic> inputOneSided(const LayerFacts& facts)
{
    if (!facts.analysis.isInput() || !facts.row.quantizer)
        return std::nullopt;
    const auto [low, high] = quantizerRange(*facts.row.quantizer);
    const auto& baseline = facts.row.baseline.statistics;
    const bool isAbove = baseline.min >= 0.0 && low < -0.25 * high;
    const bool isBelow = baseline.max <= 0.0 && high > -0.25 * low;
    if (!isAbove && !isBelow)
        return std::nullopt;
    return Diagnostic{
        Severity::Warning,
        "input-one-sided",
        {},
        Message("all input values lie on one side of 0 ({}), while the quantizer represents {}: half of it is idle.",
                rangeText(baseline.min, baseline.max), rangeText(low, high)),
        "Normalise the input symmetrically around 0, or quantize it with a zero point."};
}

std::optional<Diagnostic> inputRange(const LayerFacts& facts)
{
    const double farthest = farthestOf(facts.row);
    if (!facts.analysis.isInput() || !isEightBit(facts.row) || farthest < kInt8Limit)
        return std::nullopt;
    return Diagnostic{Severity::Warning,
                      "input-range",
                      {},
                      Message("input values reach {}, and 8 bits represent them in steps of {}.", number(farthest),
                              number(largestScale(*facts.row.quantizer))),
                      "Normalise the input, or quantize it to int16."};
}

std::optional<Diagnostic> outputQuantizedAfterCompute(const LayerFacts& facts)
{
    const bool isProduct = graph::familyTraits(facts.analysis.opType).product != graph::Product::None;
    if (!facts.row.quantizer || !facts.analysis.isGraphOutput || !isProduct)
        return std::nullopt;
    return Diagnostic{Severity::Info,
                      "output-quantized-after-compute",
                      {},
                      Message("the model's output comes straight out of {} and is quantized to {}.",
                              facts.analysis.opType, facts.row.quantizer->dtype),
                      "Use high-precision output: leave the quantizer after the last layer out."};
}

constexpr std::array<LayerRule, 10> kRules{nanOutput,
                                           rangeTooLarge,
                                           scaleNotCovering,
                                           clamping,
                                           rounding,
                                           scaleWasted,
                                           inputOneSided,
                                           inputRange,
                                           outputQuantizedAfterCompute,
                                           depthwiseWeightPerTensor};

} // namespace

std::span<const LayerRule> layerRules()
{
    return kRules;
}

double coveringScale(const results::LayerRow& row)
{
    const auto& quantizer = *row.quantizer;
    const double low = std::min(0.0, row.baseline.statistics.min);
    const double high = std::max(0.0, row.baseline.statistics.max);
    const bool isSymmetric = quantizer.zeroPoints.front() == 0 && quantizer.lowest < 0;
    if (!isSymmetric)
        return (high - low) / static_cast<double>(quantizer.highest - quantizer.lowest);
    return std::max(high / static_cast<double>(quantizer.highest), low / static_cast<double>(quantizer.lowest));
}

Message truncationOrRounding(const results::LayerRow& row)
{
    if (!row.quantizer)
        return "It computes on integers of its own scale";
    if (clampedShare(row) >= kFewClamped)
        return Message("Truncation: its quantizer clamps {}",
                       shareOfValues(row.clampedCount, row.baseline.statistics.count));
    return Message("Rounding, not truncation: its quantizer clamps {} and rounds to steps of {}",
                   row.clampedCount == 0 ? Message("nothing")
                                         : shareOfValues(row.clampedCount, row.baseline.statistics.count),
                   number(largestScale(*row.quantizer)));
}

} // namespace ql::analysis
