// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/calibration.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/quant/calibration_pass.h"
#include "core/runs/ranks/on_ranks.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <spdlog/spdlog.h>
#include <utility>

namespace ql::quant {

namespace {

void requireChannels(const graph::Graph& graph, const PlannedQuantizer& quantizer, std::size_t count)
{
    const auto& shape = graph.constantOf(quantizer.value)->shape();
    const auto channels = shape.empty() ? 1 : shape[std::size_t(quantizer.channelAxis)];
    if (std::int64_t(count) != channels)
        throw Error(ErrorCode::BadArgument,
                    Message("layer {}: weight {} has {} fixed scales, expected 1 or {}, one for each channel",
                            quantizer.layer, graph.value(quantizer.value).name, count, channels));
}

/// Scales of groups, given channel by channel, in the order in which the weight has its groups.
Parameters groupParameters(const graph::Graph& graph, const PlannedQuantizer& quantizer)
{
    const auto& given = quantizer.settings.groupScales;
    const auto& shape = graph.constantOf(quantizer.value)->shape();
    const auto rank = std::int64_t(shape.size());
    const auto axis = quantizer.sumAxis < 0 ? quantizer.sumAxis + rank : quantizer.sumAxis;
    const auto length = shape.at(std::size_t(axis));
    const auto size = std::int64_t(quantizer.settings.number->blockSize);
    const auto blocks = (length + size - 1) / size;
    const auto channels = shape.at(std::size_t(quantizer.channelAxis));
    if (axis == quantizer.channelAxis || std::int64_t(given.size()) != channels * blocks)
        throw Error(ErrorCode::BadArgument,
                    Message("layer {}: weight {} has {} scales of groups, expected {}, {} for each channel",
                            quantizer.layer, graph.value(quantizer.value).name, given.size(), channels * blocks,
                            blocks));
    std::int64_t inner = 1, stride = 1; // of one place along the axis, and along that of the channels
    for (auto i = rank - 1; i > std::min(axis, quantizer.channelAxis); --i) {
        inner *= i > axis ? shape[std::size_t(i)] : 1;
        stride *= i > quantizer.channelAxis ? shape[std::size_t(i)] : 1;
    }
    const auto groups = std::int64_t(graph::elementCount(shape)) / length * blocks;
    Parameters found{.scales = {}, .zeroPoints = std::vector<std::int32_t>(std::size_t(groups)), .codes = {}};
    for (std::int64_t group = 0; group < groups; ++group) {
        const auto block = group / inner % blocks;
        const auto element = (group / inner / blocks * length + block * size) * inner + group % inner;
        found.scales.push_back(given[std::size_t(element / stride % channels * blocks + block)]);
    }
    return found;
}

/// Enlarges the weight's scales so that the bias fits into int32.
void makeRoomForBias(const graph::Graph& graph, QuantPlan& plan, const PlannedBias& bias)
{
    constexpr double kMargin = 1.0001;
    constexpr double kIntegers = 4294967296.0;
    const auto& values = graph.constantOf(graph.node(bias.node).inputs[bias.slot])->toDoubles();
    const auto& input = plan.parametersOf(bias.input);
    auto& scales = plan.quantizers[bias.weight].parameters.scales;
    for (std::size_t i = 0; i < values.size() && !input.scales.empty(); ++i) {
        auto& scale = scales[scales.size() == 1 ? 0 : i % scales.size()];
        const double product = double(input.scales.front()) * double(scale);
        const double smallest = kMargin * 2.0 * std::abs(values[i]) / kIntegers;
        if (product > 0.0 && product < smallest)
            scale = float(double(scale) * smallest / product);
    }
}

/// What an observer of 8-bit integers found, for the format that is asked for. A given scale stays.
Parameters inFormat(Parameters found, const QuantizerSettings& settings)
{
    if (settings.number && settings.observer.method != "fixed")
        for (float& scale : found.scales)
            scale = float(double(scale) * double(settings.format.highest()) / settings.number->largestScaled());
    if (!settings.hasPowerOfTwoScales)
        return found;
    if (!found.codes.empty())
        throw Error(ErrorCode::BadArgument, "cluster centres have no scales that are powers of two",
                    "choose another observer than snq");
    if (settings.observer.method == "fixed" && withPowersOfTwo(found, settings.format) != found)
        throw Error(ErrorCode::BadArgument, "a given scale is not a power of two, as the number format has them",
                    "choose an integer format without _pow2, or give another scale");
    return withPowersOfTwo(std::move(found), settings.format);
}

/// Of what needs no scale.
Parameters unscaled()
{
    return perTensor(1.0, 0);
}

} // namespace

std::optional<Parameters> activationParameters(const PlannedQuantizer& quantizer, const TensorObserver* observer)
{
    const auto& format = quantizer.settings.format;
    const auto& settings = quantizer.settings.observer;
    if (!needsScale(quantizer.settings))
        return unscaled();
    if (settings.method == "fixed")
        return inFormat(settings.fixed, quantizer.settings);
    if (quantizer.knownRange)
        return inFormat(parametersFor(*quantizer.knownRange, format), quantizer.settings);
    return observer && observer->hasSeenValues()
               ? std::optional(inFormat(observer->parameters(format), quantizer.settings))
               : std::nullopt;
}

bool needsScale(const QuantizerSettings& settings)
{
    return !settings.number || settings.number->isScaled() || !settings.groupScales.empty();
}

Parameters weightParameters(const graph::Graph& graph, const PlannedQuantizer& quantizer)
{
    const auto& weight = *graph.constantOf(quantizer.value);
    const auto& settings = quantizer.settings;
    if (!needsScale(settings))
        return unscaled();
    if (!settings.groupScales.empty())
        return groupParameters(graph, quantizer);
    const auto& fixed = settings.observer.fixed;
    if (settings.observer.method == "fixed" && !fixed.isPerTensor()) {
        requireChannels(graph, quantizer, fixed.scales.size());
        return inFormat(fixed, settings);
    }
    const auto values = ops::toTensor(weight).data.contiguous();
    const bool isPerChannel = settings.isPerChannel && !(settings.number && settings.number->isBlocked());
    TensorObserver observer(settings.observer, isPerChannel ? std::optional(quantizer.channelAxis) : std::nullopt);
    observer.observe({values.data_ptr<float>(), std::size_t(values.numel())}, weight.shape());
    return inFormat(observer.parameters(settings.format), settings);
}

const TensorObserver* Observations::find(graph::ValueId value, const ObserverSettings& settings) const
{
    const auto found = m_observers.find(value);
    if (found == m_observers.end())
        return nullptr;
    const auto known = std::ranges::find(found->second, settings, &std::pair<ObserverSettings, TensorObserver>::first);
    return known == found->second.end() ? nullptr : &known->second;
}

const Parameters* Observations::findParameters(const PlannedQuantizer& quantizer) const
{
    const auto found = m_parameters.find(quantizer.value);
    if (found == m_parameters.end())
        return nullptr;
    for (const auto& known : found->second)
        if (known.settings == quantizer.settings && known.channelAxis == quantizer.channelAxis)
            return &known.parameters;
    return nullptr;
}

void Observations::addParameters(const PlannedQuantizer& quantizer)
{
    m_parameters[quantizer.value].push_back({quantizer.settings, quantizer.channelAxis, quantizer.parameters});
    ++m_workedOut;
}

TensorObserver& Observations::add(graph::ValueId value, const ObserverSettings& settings)
{
    return m_observers[value].emplace_back(settings, TensorObserver(settings, std::nullopt)).second;
}

void Observations::derive(graph::ValueId value, const ObserverSettings& settings)
{
    const auto known = m_observers.find(value);
    if (known == m_observers.end())
        return;
    TensorObserver observer(settings, std::nullopt);
    for (const auto& [theirs, other] : known->second)
        if (observer.takeOver(other)) {
            known->second.emplace_back(settings, std::move(observer));
            return;
        }
}

namespace {

/// From its values, or from what was seen of them; nothing where that is nothing.
std::optional<Parameters> parametersOf(const graph::Graph& graph, const PlannedQuantizer& quantizer,
                                       const Observations& observations)
{
    if (quantizer.role == QuantizerRole::Weight)
        return weightParameters(graph, quantizer);
    return activationParameters(quantizer, observations.find(quantizer.value, quantizer.settings.observer));
}

void logSettled(const graph::Graph& graph, const PlannedQuantizer& quantizer)
{
    spdlog::debug("{}: {} {} quantized to {} with {} scales", quantizer.layer,
                  quantizer.role == QuantizerRole::Weight ? "weight" : "activation", graph.value(quantizer.value).name,
                  quantizer.settings.typeName(), quantizer.parameters.scales.size());
}

} // namespace

void observe(const graph::Graph& graph, const QuantPlan& plan, const CalibrationData& data, Observations& observations,
             JobContext& ctx, CalibrationState state, RankGroup& ranks)
{
    Journal none;
    observe(graph, plan, data, observations, none, ctx, state, ranks);
}

void observe(const graph::Graph& graph, const QuantPlan& plan, const CalibrationData& data, Observations& observations,
             Journal& journal, JobContext& ctx, CalibrationState state, RankGroup& ranks)
{
    if (state == CalibrationState::Calibration)
        deriveKnown(plan, observations);
    if (!needsData(plan, observations))
        return;
    CalibrationPass pass(graph, plan, observations, state);
    if (data.count == 0)
        throw Error(ErrorCode::BadArgument, "there are no samples to calibrate with", "give some with --data");
    logInfo(Message("observing activations on {} samples", data.count));
    pass.resume(ranks, journal, data);
    if (ranks.isAlone())
        pass.run(data, ctx);
    else
        pass.runOnRanks(ranks, data, ctx);
}

void settleParameters(const graph::Graph& graph, QuantPlan& plan, Observations& observations)
{
    std::vector<bool> isKnown(plan.quantizers.size());
    for (std::size_t i = 0; i < plan.quantizers.size(); ++i) {
        auto& quantizer = plan.quantizers[i];
        if (quantizer.sameAs) {
            isKnown[i] = isKnown[plan.decider(i)];
        } else if (const auto* known = observations.findParameters(quantizer)) {
            quantizer.parameters = *known;
            isKnown[i] = true;
        } else if (auto found = parametersOf(graph, quantizer, observations)) {
            quantizer.parameters = std::move(*found);
            observations.addParameters(quantizer);
            isKnown[i] = true;
            logSettled(graph, quantizer);
        }
    }
    plan.keepOnly(isKnown);
    for (const auto& bias : plan.biases)
        makeRoomForBias(graph, plan, bias);
}

void settleParameters(const graph::Graph& graph, QuantPlan& plan, Observations& observations, RankGroup& ranks,
                      JobContext& ctx)
{
    using Found = std::optional<std::pair<decltype(Parameters::scales),
                                          std::pair<decltype(Parameters::zeroPoints), decltype(Parameters::codes)>>>;
    constexpr double kBytesOfOneAtATime = std::numeric_limits<double>::infinity(); // libraries may not bear more
    std::vector<std::size_t> sought;
    for (std::size_t i = 0; i < plan.quantizers.size() && !ranks.isAlone(); ++i)
        if (!plan.quantizers[i].sameAs && !observations.findParameters(plan.quantizers[i]))
            sought.push_back(i);
    const auto work = [&](std::size_t i, JobContext&) -> Found {
        const auto found = parametersOf(graph, plan.quantizers[sought[i]], observations);
        return found ? Found({found->scales, {found->zeroPoints, found->codes}}) : std::nullopt;
    };
    const auto take = [&](std::size_t i, const Found& found) {
        if (!found)
            return;
        auto& quantizer = plan.quantizers[sought[i]];
        quantizer.parameters = {found->first, found->second.first, found->second.second};
        observations.addParameters(quantizer);
    };
    JobContext unseen(ctx.stopToken(), {}); // a small part of a calibration
    runs::runOnRanks<Found>(ranks, {.end = sought.size(), .steps = 0}, nullptr, kBytesOfOneAtATime, unseen, work, take);
    settleParameters(graph, plan, observations);
}

void calibrate(const graph::Graph& graph, QuantPlan& plan, const CalibrationData& data, JobContext& ctx,
               CalibrationState state)
{
    Observations observations;
    for (auto& quantizer : plan.quantizers)
        if (quantizer.role == QuantizerRole::Weight)
            quantizer.parameters = weightParameters(graph, quantizer);
    observe(graph, plan, data, observations, ctx, state);
    settleParameters(graph, plan, observations);
}

} // namespace ql::quant
