// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/fix/fix_deviations.h"

#include "core/analysis/matching/node_partners.h"
#include "core/base/order.h"
#include "core/quant/planned_points.h"
#include "core/quant/quantized_graph/quantized_graph.h"
#include "core/quant/quantized_graph/quantized_parts.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace ql::analysis {

namespace {

using quant::QuantizerPoint;
using quant::QuantizerRole;

constexpr double kLeastLossDb = 0.5;
constexpr double kLeastEnergyShare = 1e-3; ///< of the energy: rounding to 8 bits makes less where it makes most
constexpr std::size_t kMostMeasured = 16;
constexpr double kIntegers = 4294967296.0; ///< of int32
constexpr double kAlike = 0.02;

/// A constant as both have it, in float64.
struct Pair {
    at::Tensor wanted;
    at::Tensor given;
    at::Tensor steps; ///< that integers stand for, of the same shape
};

at::Tensor doubles(const at::Tensor& tensor)
{
    return tensor.to(at::kDouble).contiguous();
}

/// @p scales, one or one for each place of @p axis, so that they meet the numbers of @p of.
at::Tensor stepsFor(const std::vector<double>& scales, std::int64_t axis, const at::Tensor& of)
{
    const auto steps = at::tensor(scales, at::kDouble);
    if (axis < -of.dim() || axis >= of.dim() || of.size(axis) != steps.numel())
        return at::full_like(of, steps.max().item<double>());
    std::vector<std::int64_t> shape(std::size_t(of.dim()), 1);
    shape[std::size_t(axis < 0 ? axis + of.dim() : axis)] = steps.numel();
    return steps.reshape(shape).expand_as(of);
}

/// What @p numbers, of those that differ, have in common; nothing where they have nothing.
std::optional<double> common(const at::Tensor& numbers)
{
    if (numbers.numel() < 2)
        return std::nullopt;
    const auto middle = numbers.median().item<double>();
    const auto near = ((numbers - middle).abs() <= kAlike * std::abs(middle)).sum().item<std::int64_t>();
    return 10 * near >= 9 * numbers.numel() ? std::optional(middle) : std::nullopt;
}

Message biasMessage(const std::string& name, const Pair& pair, const at::Tensor& isOff)
{
    const auto count = isOff.sum().item<std::int64_t>();
    const auto off = ((pair.given - pair.wanted) / pair.steps).masked_select(isOff);
    const auto turns = off / kIntegers;
    const bool isWrapped = ((turns - turns.round()).abs() < 1e-3).logical_and(turns.round() != 0).all().item<bool>();
    if (isWrapped)
        return Message("{} of {} numbers of bias {} don't fit into int32 and wrapped around: its scale is too small",
                       count, isOff.numel(), name);
    const auto integers = (pair.given / pair.steps).masked_select(isOff).abs();
    if ((integers >= kIntegers / 2.0 - 2.0).all().item<bool>())
        return Message("{} of {} numbers of bias {} don't fit into int32 and saturated: its scale is too small", count,
                       isOff.numel(), name);
    if (const auto ratio = common((pair.given / pair.wanted).masked_select(isOff)))
        return Message("bias {} is {:.4g} times the baseline's: its integers were made with another scale than that of "
                       "input times weight",
                       name, *ratio);
    return Message("{} of {} numbers of bias {} are not the baseline's", count, isOff.numel(), name);
}

Message weightMessage(const std::string& name, const Pair& pair, const at::Tensor& isOff)
{
    const auto count = isOff.sum().item<std::int64_t>();
    const auto steps = ((pair.given - pair.wanted) / pair.steps).masked_select(isOff);
    if (const auto shift = common(steps); shift && std::abs(*shift) >= 0.5)
        return Message("weight {} is off by {:.4g} steps: its integers were made with another zero point", name,
                       *shift);
    const auto isLarge = isOff.logical_and(pair.wanted.abs() > 8.0 * pair.steps);
    if (const auto ratio = common((pair.given / pair.wanted).masked_select(isLarge)); ratio && *ratio > 0.0)
        return Message("weight {} is {:.4g} times the baseline's: its integers were made with another scale", name,
                       *ratio);
    return Message("{} of {} numbers of weight {} are not the baseline's, rounded", count, isOff.numel(), name);
}

/// Nothing where both have their scales along the same axis, or one for all.
std::optional<Message> axisMessage(const std::string& name, const QuantizerPoint& given, const QuantizerPoint& planned,
                                   std::int64_t rank)
{
    const auto axisOf = [rank](const QuantizerPoint& point) {
        const auto axis = point.parameters ? point.parameters->channelAxis.value_or(-rank) : -rank;
        return axis < 0 ? axis + rank : axis;
    };
    if (!given.parameters || !given.parameters->isPerChannel() || !planned.parameters
        || !planned.parameters->isPerChannel() || axisOf(given) == axisOf(planned))
        return std::nullopt;
    return Message("the scales of weight {} lie along axis {}, over which the layer sums; those of its output channels "
                   "lie along axis {}",
                   name, axisOf(given), axisOf(planned));
}

struct Difference {
    const QuantizerPoint* point = nullptr;
    double share = 0.0;
    Message what;
    graph::TensorData given;
};

class Differences {
public:
    Differences(const graph::Graph& baseline, const quant::QuantPlan& plan)
        : m_baseline(baseline)
    {
        for (const auto& point : quant::plannedPoints(baseline, plan))
            if (point.role == QuantizerRole::Weight)
                m_planned.emplace(point.source, point);
        for (const auto& bias : plan.biases) {
            const auto scales = quant::biasScales(plan, bias);
            m_biasScales[baseline.node(bias.node).inputs[bias.slot]].assign(scales.begin(), scales.end());
        }
    }

    std::optional<Difference> of(const QuantizerPoint& point) const
    {
        const auto* constant = m_baseline.constantOf(point.source);
        if (!constant || constant->type() != graph::DataType::Float)
            return std::nullopt;
        const auto pair = pairOf(point, ops::toTensor(*constant));
        if (!pair)
            return std::nullopt;
        const auto& name = m_baseline.value(point.source).name;
        const auto otherAxis = isBias(point) ? std::nullopt
                                             : axisMessage(name, point, m_planned.at(point.source),
                                                           std::int64_t(constant->shape().size()));
        const auto off = pair->given - pair->wanted;
        const auto isOff =
            otherAxis ? at::ones_like(off, at::kBool) : off.abs() > 1.01 * pair->steps + 1e-6 * pair->wanted.abs();
        const auto energy = pair->wanted.square().sum().item<double>();
        const auto share = off.masked_select(isOff).square().sum().item<double>() / std::max(energy, 1e-300);
        if (!(share >= kLeastEnergyShare) && !otherAxis)
            return std::nullopt;
        const ops::Tensor given(pair->given.to(at::kFloat), graph::DataType::Float);
        return Difference{&point, share, otherAxis ? *otherAxis : messageOf(point, name, *pair, isOff),
                          ops::toTensorData(given)};
    }

private:
    static bool isBias(const QuantizerPoint& point) { return point.dtype == "int32"; }
    static Message messageOf(const QuantizerPoint& point, const std::string& name, const Pair& pair,
                             const at::Tensor& isOff)
    {
        return isBias(point) ? biasMessage(name, pair, isOff) : weightMessage(name, pair, isOff);
    }

    /// Nothing where the simulation has no such constant of this shape.
    std::optional<Pair> pairOf(const QuantizerPoint& point, const ops::Tensor& floats) const
    {
        const auto given = point.apply(floats);
        if (!given.isDefined() || given.data.sizes() != floats.data.sizes())
            return std::nullopt;
        if (isBias(point))
            return Pair{doubles(floats.data), doubles(given.data), biasSteps(point.source, doubles(floats.data))};
        const auto planned = m_planned.find(point.source);
        if (planned == m_planned.end() || !point.parameters)
            return std::nullopt;
        const auto wanted = doubles(planned->second.apply(floats).data);
        const auto& info = *point.parameters;
        return Pair{wanted, doubles(given.data), stepsFor(info.scales, info.channelAxis.value_or(0), wanted)};
    }

    /// Those of the simulation; where it leaves the bias in float, what float32 resolves.
    at::Tensor biasSteps(graph::ValueId bias, const at::Tensor& floats) const
    {
        const auto planned = m_biasScales.find(bias);
        if (planned != m_biasScales.end())
            return stepsFor(planned->second, 0, floats);
        return at::full_like(floats, 1e-7 * floats.abs().max().item<double>());
    }

    const graph::Graph& m_baseline;
    std::map<graph::ValueId, QuantizerPoint> m_planned;
    std::map<graph::ValueId, std::vector<double>> m_biasScales;
};

} // namespace

std::vector<results::FixDeviation> deviationsOf(const graph::Graph& analysis, quant::FixSubject start,
                                                const results::FixMeasure& measured, FixJudge& judge,
                                                const quant::CalibrationData& data, JobContext& ctx)
{
    const auto& baseline = start.graph();
    const auto& plan = start.plan(data, ctx);
    const auto extracted = quant::extractPoints(baseline, analysis, modelPartners(baseline, analysis));
    const Differences differences(baseline, plan);
    std::vector<Difference> found;
    std::set<graph::ValueId> seen; // several layers may read one
    for (const auto& point : extracted.points)
        if (point.role == QuantizerRole::Weight && seen.insert(point.source).second)
            if (auto one = differences.of(point))
                found.push_back(std::move(*one));
    std::ranges::stable_sort(found, Falling<NaNs::First>(), &Difference::share);
    found.resize(std::min(found.size(), kMostMeasured));
    std::vector<results::FixDeviation> deviations;
    for (auto& one : found) {
        auto graph = baseline;
        graph.setInitializer(one.point->source, std::move(one.given));
        const auto with = judge.measure(quant::qdqGraph(graph, plan), ctx);
        const double loss = judge.decibels(measured, true) - judge.decibels(with, true);
        if (loss >= kLeastLossDb)
            deviations.push_back({one.point->layer, baseline.value(one.point->source).name, one.what, loss});
    }
    std::ranges::stable_sort(deviations, Falling<NaNs::First>(), &results::FixDeviation::lossDb);
    return deviations;
}

} // namespace ql::analysis
