// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/training/trainable_network.h"

#include "core/quant/planned_points.h"
#include "core/quant/quantized_graph/instrumented_graph.h"

#include <ATen/ATen.h>
#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>

namespace ql::quant {

namespace {

constexpr double kRangeRate = 0.1; ///< of that of weights: shares of a width against steps
/// Of that of weights. On small perceptrons with 16 centres for a tensor this won 3.9 dB of what was held out, centres
/// that stay 3.5, a rate of 1 2.6, centres clustered anew by k-means every 10 steps 2.6 and every 50 steps 0.5.
constexpr double kCentreRate = 0.3;
constexpr double kBiasShare = 0.01; ///< of a bias's size, where nothing says what a step is

/// A copy that LibTorch may record, whatever mode the caller is in.
at::Tensor tensorOf(const graph::TensorData& data)
{
    return ops::toTensor(data).data.clone();
}

at::Tensor spreadOver(const at::Tensor& scale, const at::Tensor& weight, std::int64_t axis)
{
    if (scale.numel() == 1)
        return scale.reshape({});
    std::vector<std::int64_t> shape(std::size_t(weight.dim()), 1);
    shape[std::size_t(axis)] = scale.numel();
    return scale.reshape(shape);
}

/// Of equal steps that would make the error of @p rounded: a step's mean square error is its square over 12.
at::Tensor stepOf(const at::Tensor& x, const at::Tensor& rounded)
{
    return (rounded - x).square().mean().mul(12.0).sqrt();
}

at::Tensor valueAt(const std::vector<at::Tensor>& values, std::optional<std::size_t> place)
{
    return place ? values[*place] : at::Tensor();
}

graph::TensorData floatsOf(const at::Tensor& tensor)
{
    return ops::toTensorData(ops::Tensor(tensor.detach().to(at::kFloat).contiguous()));
}

bool isFloat(const graph::TensorData* data)
{
    return data && data->type() == graph::DataType::Float;
}

} // namespace

at::Tensor TrainableNetwork::Constant::at(const std::vector<at::Tensor>& values) const
{
    return by ? start + values[*by] * unit : start;
}

TrainableNetwork::TrainableNetwork(const graph::Graph& graph, const QuantPlan& plan, TrainedParts parts)
    : m_source(graph)
    , m_plan(plan)
{
    const c10::InferenceMode off(false);
    auto points = plannedPoints(graph, plan);
    addRanges(parts);
    for (std::size_t i = 0; i < plan.quantizers.size(); ++i)
        addQuantizer(i, parts);
    for (const auto& bias : plan.biases) {
        const auto value = graph.node(bias.node).inputs[bias.slot];
        if (!isFloat(graph.constantOf(value)) || plan.find(value) || graph.value(value).consumers.size() != 1)
            continue;
        addBias(bias, parts);
        points.push_back({.role = QuantizerRole::Weight, .source = value, .edges = {{bias.node, bias.slot}}});
    }
    auto instrumented = instrument(graph, points);
    for (std::size_t i = 0; i < points.size(); ++i)
        m_switched.emplace(instrumented.switched[i], i);
    for (std::size_t i = 0; i < plan.quantizers.size(); ++i)
        if (!m_quantizers[i].constant && plan.decider(i) == i
            && graph.value(plan.quantizers[i].value).producer.isValid())
            m_layers.emplace_back(plan.quantizers[i].value, instrumented.switched[i]);
    m_graph = std::move(instrumented.graph);
}

std::size_t TrainableNetwork::addParameter(const at::Tensor& like, double rate)
{
    m_zeros.push_back(at::zeros(like.sizes(), at::kFloat));
    m_rates.push_back(rate);
    return m_zeros.size() - 1;
}

void TrainableNetwork::addRanges(TrainedParts parts)
{
    m_ranges.resize(m_plan.quantizers.size());
    for (std::size_t i = 0; i < m_ranges.size(); ++i) {
        const auto& quantizer = m_plan.quantizers[i];
        if (m_plan.decider(i) != i)
            continue;
        auto& range = m_ranges[i];
        if (hasLearnableCentres(quantizer, quantizer.parameters))
            addCentres(range, quantizer, parts);
        if (!hasLearnableRange(quantizer, quantizer.parameters))
            continue;
        range.range.emplace(quantizer);
        if (!parts.ranges)
            continue;
        range.scale = addParameter(range.range->startScale(), kRangeRate);
        if (range.range->hasOffset())
            range.offset = addParameter(range.range->startScale(), kRangeRate);
    }
}

void TrainableNetwork::addCentres(Range& range, const PlannedQuantizer& quantizer, TrainedParts parts)
{
    const auto* data = m_source.constantOf(quantizer.value);
    if (!isFloat(data))
        return;
    range.centres.emplace(quantizer, tensorOf(*data));
    if (parts.centres)
        range.centre = addParameter(range.centres->start(), kCentreRate);
}

void TrainableNetwork::addQuantizer(std::size_t index, TrainedParts parts)
{
    const auto& planned = m_plan.quantizers[index];
    auto& quantizer = m_quantizers.emplace_back();
    quantizer.decider = m_plan.decider(index);
    const auto& range = m_ranges[quantizer.decider];
    if (!range.range && !range.centres)
        quantizer.rounding = plainRounding(m_plan, index);
    const auto* data = m_source.constantOf(planned.value);
    if (planned.role != QuantizerRole::Weight || !isFloat(data))
        return;
    auto& constant = quantizer.constant.emplace();
    constant.value = planned.value;
    constant.start = tensorOf(*data);
    constant.unit = unitOf(planned, quantizer, constant.start);
    if (parts.weights)
        constant.by = addParameter(constant.start, 1.0);
}

/// A step of the weight's quantizer.
at::Tensor TrainableNetwork::unitOf(const PlannedQuantizer& planned, const Quantizer& quantizer,
                                    const at::Tensor& weight) const
{
    const auto& range = m_ranges[quantizer.decider];
    if (range.range)
        return spreadOver(range.range->startScale(), weight, planned.channelAxis);
    if (range.centres)
        return spreadOver(range.centres->unit(), weight, planned.channelAxis);
    return stepOf(weight, quantizer.rounding(weight));
}

void TrainableNetwork::addBias(const PlannedBias& bias, TrainedParts parts)
{
    const auto value = m_source.node(bias.node).inputs[bias.slot];
    Constant constant{value, tensorOf(*m_source.constantOf(value)), {}, {}};
    constant.unit = biasUnit(bias, constant.start);
    if (parts.weights)
        constant.by = addParameter(constant.start, 1.0);
    m_biases.push_back({std::move(constant), m_plan.decider(bias.input), m_plan.decider(bias.weight)});
}

/// In whole steps of what the layer sums up, as it is written.
at::Tensor TrainableNetwork::roundedBias(const Bias& bias, const std::vector<at::Tensor>& values,
                                         const std::vector<Learned>& learned) const
{
    constexpr double kMost = 2147483647.0;
    const auto scaleOf = [&](std::size_t decider) {
        const auto& scale = learned[decider].scale;
        const auto& planned = m_plan.parametersOf(decider).scales;
        return scale.defined() ? scale.detach().reshape({-1}) : at::tensor(at::ArrayRef<float>(planned));
    };
    const auto rounded = [&](const at::Tensor& exact) {
        const c10::AutoGradMode isRecorded(false);
        const auto step = scaleOf(bias.input).mul(scaleOf(bias.weight)).to(at::kDouble);
        return exact.detach().to(at::kDouble).div(step).round().clamp(-kMost - 1.0, kMost).mul(step).to(at::kFloat);
    };
    const auto x = bias.constant.at(values);
    return straightThrough(x, rounded(x).reshape(x.sizes()));
}

/// A step of what the layer makes, or of what a clamp behind it makes of that.
at::Tensor TrainableNetwork::biasUnit(const PlannedBias& bias, const at::Tensor& values) const
{
    auto made = m_source.node(bias.node).outputs.at(0);
    auto index = m_plan.find(made);
    if (!index && m_source.value(made).consumers.size() == 1) {
        made = m_source.node(m_source.value(made).consumers.front()).outputs.at(0);
        index = m_plan.find(made);
    }
    if (index && m_ranges[m_plan.decider(*index)].range)
        return m_ranges[m_plan.decider(*index)].range->startScale().reshape({});
    return values.abs().mean().mul(kBiasShare);
}

std::vector<at::Tensor> TrainableNetwork::start() const
{
    const c10::InferenceMode off(false);
    std::vector<at::Tensor> values;
    for (const auto& zero : m_zeros)
        values.push_back(zero.clone());
    return values;
}

std::vector<TrainableNetwork::Learned> TrainableNetwork::learnedOf(const std::vector<at::Tensor>& values) const
{
    std::vector<Learned> learned(m_ranges.size());
    for (std::size_t i = 0; i < m_ranges.size(); ++i) {
        const auto& range = m_ranges[i];
        if (range.range) {
            learned[i].scale = range.range->scale(valueAt(values, range.scale));
            learned[i].offset = range.range->offset(valueAt(values, range.offset));
        }
        if (range.centres)
            learned[i].centres = range.centres->centres(valueAt(values, range.centre));
    }
    return learned;
}

at::Tensor TrainableNetwork::quantizedBy(const Quantizer& quantizer, const at::Tensor& x, const Learned& learned) const
{
    const auto& range = m_ranges[quantizer.decider];
    if (range.range)
        return learnedStep(x, learned.scale, learned.offset, range.range->grid());
    if (range.centres)
        return range.centres->nearest(x, learned.centres);
    const c10::AutoGradMode notRecorded(false);
    const auto rounded = quantizer.rounding(x.detach());
    const c10::AutoGradMode recorded(true);
    return straightThrough(x, rounded);
}

std::vector<runs::Interceptor> TrainableNetwork::quantized(const std::vector<at::Tensor>& values) const
{
    return {[this, values, learned = learnedOf(values)](const runs::ValueEvent& event) -> std::optional<runs::Tensor> {
        if (&event.graph != &m_graph)
            return std::nullopt;
        const auto found = m_switched.find(event.value);
        if (found == m_switched.end())
            return std::nullopt;
        if (found->second >= m_quantizers.size())
            return runs::Tensor(roundedBias(m_biases[found->second - m_quantizers.size()], values, learned));
        const auto& quantizer = m_quantizers[found->second];
        const auto x = quantizer.constant ? quantizer.constant->at(values) : event.tensor.data;
        return runs::Tensor(quantizedBy(quantizer, x, learned[quantizer.decider]));
    }};
}

std::pair<graph::Graph, QuantPlan> TrainableNetwork::trained(const std::vector<at::Tensor>& values) const
{
    const c10::InferenceMode off(false);
    const c10::AutoGradMode notRecorded(false);
    auto graph = m_source;
    auto plan = m_plan;
    for (std::size_t i = 0; i < m_quantizers.size(); ++i) {
        if (const auto& constant = m_quantizers[i].constant; constant && constant->by)
            graph.setInitializer(constant->value, floatsOf(constant->at(values)));
        const auto& range = m_ranges[i];
        const auto& before = m_plan.quantizers[i].parameters;
        if (range.scale)
            plan.quantizers[i].parameters =
                range.range->learned(valueAt(values, range.scale), valueAt(values, range.offset), before);
        if (range.centre)
            plan.quantizers[i].parameters = range.centres->learned(values[*range.centre], before);
    }
    for (const auto& bias : m_biases)
        if (bias.constant.by)
            graph.setInitializer(bias.constant.value, floatsOf(bias.constant.at(values)));
    return {std::move(graph), std::move(plan)};
}

} // namespace ql::quant
