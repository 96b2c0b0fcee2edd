// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runs/recorded_pass.h"

#include "core/base/error.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"
#include "core/ops/support/differentiated.h"
#include "core/ops/support/kernel_errors.h"
#include "core/runs/program/pass.h"

#include <c10/core/GradMode.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/autograd/autograd.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace ql::runs {

namespace {

/// LibTorch differentiates by real floating-point numbers alone.
bool hasGradient(const Tensor& tensor)
{
    return tensor.isDefined() && at::isFloatingType(tensor.data.scalar_type());
}

/// Nothing that is recorded before leads to it.
Tensor leafOf(const Tensor& tensor)
{
    return {ops::recordable(tensor).data.detach().requires_grad_(true), tensor.type};
}

/// Whether the node's output is piecewise constant or random, so that its derivative is 0 or undefined.
bool isStep(const graph::Node& node)
{
    return graph::traitsOf(node).isPiecewiseConstant || graph::traitsOf(node).isRandom;
}

/// Whether the value has a reader or is a graph output; old exporters declare outputs that are unused.
bool isRead(const ValueEvent& event)
{
    return !event.graph.value(event.value).consumers.empty()
           || std::ranges::find(event.graph.outputs(), event.value) != event.graph.outputs().end();
}

/// Whether the value is a scale that a dynamic quantizer computes only for its own DequantizeLinear; StraightThrough
/// treats such scales as constants.
bool isScaleOfPair(const ValueEvent& event)
{
    const auto& graph = event.graph;
    const auto& readers = graph.value(event.value).consumers;
    const auto dequantizes = [&](graph::NodeId reader) {
        return graph::opKind(graph.node(reader)) == graph::OpKind::Dequantize;
    };
    return graph::opKind(event.node) == graph::OpKind::Quantize && !readers.empty()
           && std::ranges::all_of(readers, dequantizes)
           && std::ranges::find(graph.outputs(), event.value) == graph.outputs().end();
}

constexpr double kHalfStep = 0.5 + 1e-3; ///< that rounding moves a number by, and float32 adds to it

/// One number per element's scale, if it isn't one per block.
std::optional<at::Tensor> spreadScale(const graph::Node& node, const at::Tensor& scale, const at::Tensor& x)
{
    if (scale.numel() == 1)
        return scale.reshape({});
    auto axis = node.attributes.intOr("axis", 1);
    if (axis < 0)
        axis += x.dim();
    if (scale.dim() != 1 || axis < 0 || axis >= x.dim() || scale.numel() != x.size(axis))
        return std::nullopt;
    std::vector<std::int64_t> shape(std::size_t(x.dim()), 1);
    shape[std::size_t(axis)] = scale.numel();
    return scale.reshape(shape);
}

/// Lets derivatives pass where a graph quantizes and dequantizes: what a DequantizeLinear gives counts as what its
/// QuantizeLinear read, but for elements beyond the range, which stay where they are (the straight-through estimator,
/// Bengio et al. 2013, arXiv 1308.3432). Integers that others compute on end what is recorded. Of one forward.
class StraightThrough {
public:
    /// To be called on every value: the same number, as a function of the number before it was quantized; nothing for
    /// others.
    std::optional<Tensor> passed(const ValueEvent& event);

private:
    std::map<std::pair<const graph::Graph*, graph::ValueId>, at::Tensor> m_read; ///< by what a quantizer gave
};

std::optional<Tensor> StraightThrough::passed(const ValueEvent& event)
{
    const auto kind = graph::opKind(event.node);
    if (event.inputs.empty() || event.node.inputs.empty())
        return std::nullopt;
    const auto& read = event.inputs[0].data;
    if (kind == graph::OpKind::Quantize && event.output == 0 && read.defined() && read.requires_grad())
        m_read.insert_or_assign({&event.graph, event.value}, read);
    if (kind != graph::OpKind::Dequantize || event.inputs.size() < 2 || !event.inputs[1].isDefined())
        return std::nullopt;
    const auto found = m_read.find({&event.graph, event.node.inputs[0]});
    const auto& given = event.tensor.data;
    if (found == m_read.end() || found->second.sizes() != given.sizes() || !at::isFloatingType(given.scalar_type()))
        return std::nullopt;
    auto x = found->second.to(given.scalar_type());
    if (const auto scale = spreadScale(event.node, event.inputs[1].data, x))
        x = x.masked_fill(x.sub(given).abs().le(scale->to(given.scalar_type()).abs().mul(kHalfStep)).logical_not(),
                          0.0);
    return Tensor(x - x.detach() + given.detach(), event.tensor.type);
}

} // namespace

/// What happens to the values of one forward.
class RecordedPass::Recording {
public:
    Recording(std::vector<Tensor>& values, const graph::Graph& graph, const std::vector<graph::ValueId>& wanted)
        : m_values(values)
        , m_graph(graph)
        , m_wanted(wanted)
    {
        m_values.resize(wanted.size());
    }

    void replaceInputs(NamedTensors& inputs)
    {
        for (std::size_t i = 0; i < m_wanted.size(); ++i) {
            const auto& value = m_graph.value(m_wanted[i]);
            const auto input = value.producer.isValid() ? inputs.end() : inputs.find(value.name);
            if (input != inputs.end() && hasGradient(input->second))
                m_values[i] = input->second = leafOf(input->second);
        }
    }

    std::optional<Tensor> record(const ValueEvent& event)
    {
        if (!hasGradient(event.tensor))
            return std::nullopt;
        const bool isRecorded = event.tensor.data.requires_grad();
        if (!isRecorded && ops::isOneDifferentiated(event.inputs) && isRead(event) && !isStep(event.node)
            && !isScaleOfPair(event))
            throw Error(ErrorCode::UnsupportedOperator, Message("operator {} gives no derivative", event.node.opType),
                        "rank by exact runs instead, which need none");
        const auto found = &event.graph == &m_graph ? std::ranges::find(m_wanted, event.value) : m_wanted.end();
        if (found == m_wanted.end())
            return std::nullopt;
        // A tensor of its own, also where the node passes on what it got.
        auto& value = m_values[std::size_t(found - m_wanted.begin())];
        value =
            isRecorded ? Tensor(event.tensor.data.view_as(event.tensor.data), event.tensor.type) : leafOf(event.tensor);
        return value;
    }

private:
    std::vector<Tensor>& m_values;
    const graph::Graph& m_graph;
    const std::vector<graph::ValueId>& m_wanted;
};

RecordedPass::RecordedPass(const Program& program, NamedTensors inputs, std::vector<graph::ValueId> wanted,
                           JobContext& ctx, std::vector<Interceptor> interceptors)
{
    const c10::InferenceMode off(false);
    const c10::AutoGradMode recording(true);
    Recording record(m_values, program.graph(), wanted);
    record.replaceInputs(inputs);
    StraightThrough quantizers;
    interceptors.emplace_back([&quantizers](const ValueEvent& event) { return quantizers.passed(event); });
    interceptors.emplace_back([&record](const ValueEvent& event) { return record.record(event); });
    Pass execution(program, std::move(inputs), {{}, std::move(interceptors), ctx.stopToken()});
    while (!execution.isDone()) {
        execution.step();
        ctx.step();
    }
    m_outputs = execution.outputs();
}

RecordedPass::~RecordedPass() = default;

std::vector<Tensor> RecordedPass::of(std::size_t output, const Tensor& seed) const
{
    std::vector<Tensor> gradients(m_values.size());
    if (!m_outputs.at(output).data.requires_grad())
        return gradients;
    std::vector<at::Tensor> by;
    for (const auto& value : m_values)
        if (value.isDefined())
            by.push_back(value.data);
    const c10::InferenceMode off(false);
    const auto found = ops::translated(
        [&] {
            return torch::autograd::grad({m_outputs[output].data}, by, {ops::recordable(seed).data}, true, false, true);
        },
        [] { return Message("LibTorch can't differentiate one of the operators"); });
    std::size_t next = 0;
    for (std::size_t i = 0; i < m_values.size(); ++i)
        if (m_values[i].isDefined() && found[next++].defined())
            gradients[i] = {found[next - 1], m_values[i].type};
    return gradients;
}

} // namespace ql::runs
