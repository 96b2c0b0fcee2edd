// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/causes/error_parts.h"

#include "core/analysis/measure/layer_values.h"
#include "core/analysis/measure/parallel.h"
#include "core/analysis/measure/quantized_sums.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ql::analysis {

namespace {

/// One number per channel, shaped so that it spreads over @p x; a single number for one scale.
at::Tensor overChannels(const std::vector<double>& numbers, const results::QuantizerInfo& parameters,
                        const at::Tensor& x)
{
    const auto values = at::tensor(numbers, at::kDouble).to(at::kFloat);
    if (!parameters.channelAxis)
        return values;
    const auto axis = *parameters.channelAxis + (*parameters.channelAxis < 0 ? x.dim() : 0);
    std::vector<std::int64_t> shape(std::size_t(x.dim()), 1);
    shape.at(std::size_t(axis)) = values.numel();
    return values.view(shape);
}

/// Which elements of @p x lie more than half a step outside the quantizer's range.
at::Tensor outsideRange(const at::Tensor& x, const results::QuantizerInfo& parameters)
{
    std::vector<double> low;
    std::vector<double> high;
    for (std::size_t channel = 0; channel < parameters.scales.size(); ++channel) {
        const double halfStep = 0.5 * parameters.scales[channel];
        low.push_back(parameters.rangeLow(channel) - halfStep);
        high.push_back(parameters.rangeHigh(channel) + halfStep);
    }
    return x.lt(overChannels(low, parameters, x)).logical_or(x.gt(overChannels(high, parameters, x)));
}

/// @p point as one pass over the elements does it; nothing where it is no plain quantizer with one scale.
std::optional<StepQuantizer> stepQuantizerOf(const quant::QuantizerPoint& point, bool isWithinRange)
{
    if (point.role != quant::QuantizerRole::Activation || !point.parameters || point.parameters->isPerChannel())
        return std::nullopt;
    const auto& parameters = *point.parameters;
    const double scale = parameters.scales.front();
    const auto zeroPoint = parameters.zeroPoints.front();
    constexpr float kEverything = std::numeric_limits<float>::infinity();
    return StepQuantizer{
        .scale = float(scale),
        .lowest = float(parameters.lowest - zeroPoint),
        .highest = float(parameters.highest - zeroPoint),
        .insideFrom = isWithinRange ? -kEverything : float(parameters.rangeLow() - 0.5 * scale),
        .insideTo = isWithinRange ? kEverything : float(parameters.rangeHigh() + 0.5 * scale),
    };
}

/// What becomes of @p y behind @p point, held against @p x, without a copy of either; nothing where that takes copies.
std::optional<QuantizedSums> quantizedSums(const ops::Tensor& x, const ops::Tensor& y,
                                           const quant::QuantizerPoint& point, bool isWithinRange)
{
    const auto isPlain = [](const ops::Tensor& tensor) {
        return tensor.isDefined() && tensor.type == graph::DataType::Float && tensor.data.is_contiguous();
    };
    const auto quantizer = stepQuantizerOf(point, isWithinRange);
    if (!quantizer || !isPlain(x) || !isPlain(y) || x.data.numel() != y.data.numel())
        return std::nullopt;
    const auto n = std::size_t(x.data.numel());
    const auto sums = sumQuantized(x.data.data_ptr<float>(), y.data.data_ptr<float>(), n, *quantizer,
                                   threadsFor(2 * n * sizeof(float)));
    return sums.isFinite ? std::optional(sums) : std::nullopt;
}

void addPart(ErrorEnergy& energy, const QuantizedSums& sums, const QuantizedSums::Part& part, const ops::Tensor& x)
{
    energy.signal += sums.xx;
    energy.error += part.squared;
    energy.largest = std::max(energy.largest, part.largest);
    energy.elements += std::uint64_t(x.data.numel());
}

/// A cause that breaks the value outright outweighs all others.
double weightOf(const ErrorEnergy& energy, bool isAnyBroken)
{
    if (isAnyBroken)
        return energy.isBroken ? 1.0 : 0.0;
    return energy.error;
}

} // namespace

void ErrorParts::addQuantizer(const ops::Tensor& x, const quant::QuantizerPoint& point, bool isWithinRange)
{
    if (const auto sums = quantizedSums(x, x, point, isWithinRange)) {
        addPart(rounding, *sums, sums->rounded, x);
        if (sums->clampedCount > 0)
            addPart(clamping, *sums, sums->clamped, x);
        clampedCount += sums->clampedCount;
        return;
    }
    const auto y = point.apply(x);
    const auto exact = floatValues(x);
    const auto outside = point.parameters && !isWithinRange ? outsideRange(exact, *point.parameters) : at::Tensor();
    const auto count = outside.defined() ? std::uint64_t(outside.sum().item<std::int64_t>()) : 0;
    if (count == 0) { // the range may be the data's own: nothing lies outside
        rounding.add(x, y);
        return;
    }
    const auto quantized = floatValues(y);
    rounding.add(x, ops::Tensor(at::where(outside, exact, quantized)));
    clamping.add(x, ops::Tensor(at::where(outside, quantized, exact)));
    clampedCount += count;
}

void ErrorParts::addLocal(const ops::Tensor& x, const ops::Tensor& own, const quant::QuantizerPoint& point)
{
    if (const auto sums = quantizedSums(x, own, point, true))
        addPart(local, *sums, sums->rounded, x);
    else
        local.add(x, point.apply(own));
}

void ErrorParts::add(const ErrorParts& other)
{
    for (const auto part : {&ErrorParts::local, &ErrorParts::propagated, &ErrorParts::weights, &ErrorParts::rounding,
                            &ErrorParts::clamping})
        (this->*part).add(other.*part);
    clampedCount += other.clampedCount;
}

results::LayerCauses ErrorParts::causes(bool isPropagatedKnown) const
{
    results::LayerCauses causes{.localDb = local.db(), .mainCause = {}};
    if (isPropagatedKnown)
        causes.propagated.emplace();
    struct Cause {
        const char* name;
        const ErrorEnergy& energy;
        results::ErrorPart* part;
    };
    const std::array all{Cause{"propagated", propagated, isPropagatedKnown ? &*causes.propagated : nullptr},
                         Cause{"weights", weights, &causes.weights}, Cause{"rounding", rounding, &causes.rounding},
                         Cause{"clamping", clamping, &causes.clamping}};
    const bool isAnyBroken = std::ranges::any_of(all, [](const Cause& cause) { return cause.energy.isBroken; });
    double sum = 0.0;
    for (const auto& cause : all)
        sum += weightOf(cause.energy, isAnyBroken);
    double largest = 0.0;
    for (const auto& [name, energy, part] : all) {
        const double weight = weightOf(energy, isAnyBroken);
        if (part)
            *part = {energy.db(), sum > 0.0 ? weight / sum : 0.0};
        if (weight <= largest)
            continue;
        largest = weight;
        causes.mainCause = name;
    }
    return causes;
}

} // namespace ql::analysis
