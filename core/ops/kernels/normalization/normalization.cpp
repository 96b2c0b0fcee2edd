// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/passes/vector_map.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/thread_parts.h"

#include <algorithm>
#include <cmath>

namespace ql::ops::kernels::normalization {

namespace {

/// Inputs @p from to @p to hold one number for each of @p channels.
void expectPerChannel(const KernelCall& call, std::size_t from, std::size_t to, std::int64_t channels)
{
    for (auto i = from; i <= to; ++i) {
        const at::Tensor& given = call.required(i).data;
        if (given.dim() == 1 && given.size(0) == channels && at::isFloatingType(given.scalar_type()))
            continue;
        const Message what("input {}", i);
        expectRank(call.required(i), what, 1);
        expectFloat(call.input(i), what);
        if (call.input(i).data.size(0) != channels)
            throw Error(ErrorCode::ShapeMismatch, Message("{} has {} elements, expected one for each of {} channels",
                                                          what, call.input(i).data.size(0), channels));
    }
}

/// The float numbers of input 0, at least of rank @p least.
at::Tensor channelled(const KernelCall& call, std::int64_t least)
{
    const auto& x = call.required(0);
    expectFloat(x, "input 0 (x)");
    if (x.data.dim() < least)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 0 (x) has rank {}, expected {} or more", x.data.dim(), least));
    return computable(x);
}

/// Mean and variance come out of training alone; old exporters name them for inference, too, where nobody reads them.
void refuseTrainingForm(const graph::Node& node)
{
    const auto named = std::ranges::count_if(node.outputs, [](graph::ValueId output) { return output.isValid(); });
    if (node.outputs.size() > 1 && named > 1)
        throw Error(ErrorCode::InvalidNode,
                    Message("it has {} outputs, expected 1: the others are made in training", named),
                    "export the model for inference");
}

/// Whether everything is contiguous float32.
bool areChannelsPlain(const KernelCall& call, const at::Tensor& x)
{
    return areContiguousFloats(x) && std::ranges::all_of(call.inputs.subspan(1, 4), [](const Tensor& each) {
               return areContiguousFloats(each.data);
           });
}

/// (x - mean) / √(variance + epsilon) · scale + shift as one product and one sum for each element.
at::Tensor normalizedPerChannel(const KernelCall& call, const at::Tensor& x, double epsilon)
{
    const auto numbers = [&call](std::size_t i) { return call.input(i).data.data_ptr<float>(); };
    const float *scale = numbers(1), *shift = numbers(2), *mean = numbers(3), *variance = numbers(4);
    auto y = newTensor(x.sizes(), at::kFloat);
    const float* from = x.data_ptr<float>();
    float* to = y.data_ptr<float>();
    const auto channels = x.size(1);
    const auto planes = x.size(0) * channels;
    const auto elements = planes == 0 ? 0 : x.numel() / planes;
    forEachPart(planes, x.numel() * kProductsPerElement, [&](std::int64_t first, std::int64_t last) {
        for (auto plane = first; plane < last; ++plane) {
            const auto channel = plane % channels;
            const float factor = 1.0f / std::sqrt(variance[channel] + static_cast<float>(epsilon)) * scale[channel];
            const float offset = std::fma(-mean[channel], factor, shift[channel]);
            scaleAndShift(from + plane * elements, to + plane * elements, static_cast<std::size_t>(elements), factor,
                          offset);
        }
    });
    return y;
}

at::Tensor normalizedBySteps(const KernelCall& call, const at::Tensor& x, double epsilon)
{
    graph::Shape perChannel(static_cast<std::size_t>(x.dim()), 1);
    perChannel[1] = -1;
    const auto numbers = [&](std::size_t i) { return computable(call.input(i)).to(x.scalar_type()).view(perChannel); };
    return x.sub(numbers(3)).mul(numbers(4).add(epsilon).rsqrt()).mul(numbers(1)).add(numbers(2));
}

Kernel bindBatch(const graph::Node& node)
{
    if (node.attributes.intOr("training_mode", 0) != 0)
        throw Error(ErrorCode::InvalidNode, "attribute training_mode is 1, expected 0",
                    "export the model for inference");
    if (node.attributes.intOr("spatial", 1) != 1)
        throw Error(ErrorCode::InvalidNode, "attribute spatial is 0, expected 1");
    refuseTrainingForm(node);
    const auto epsilon = node.attributes.floatOr("epsilon", 1e-5);
    return [epsilon](const KernelCall& call) -> std::vector<Tensor> {
        const auto given = channelled(call, 1);
        const auto x = given.dim() == 1 ? given.unsqueeze(1) : given; // a vector is a batch of one channel
        expectPerChannel(call, 1, 4, x.size(1));
        if (areChannelsPlain(call, x))
            return {{normalizedPerChannel(call, x, epsilon).view(given.sizes()), call.input(0).type}};
        if (isOneDifferentiated(call.inputs)) // LibTorch has no derivative by mean and variance
            return {storedAs(normalizedBySteps(call, x, epsilon).view(given.sizes()), call.input(0).type)};
        const auto like = [&call, &x](std::size_t i) { return computable(call.input(i)).to(x.scalar_type()); };
        const auto y = at::batch_norm(x, like(1), like(2), like(3), like(4), false, 0, epsilon, false);
        return {storedAs(y.view(given.sizes()), call.input(0).type)};
    };
}

Kernel bindInstance(const graph::Node& node)
{
    const auto epsilon = node.attributes.floatOr("epsilon", 1e-5);
    return [epsilon](const KernelCall& call) -> std::vector<Tensor> {
        const auto x = channelled(call, 2).contiguous();
        expectPerChannel(call, 1, 2, x.size(1));
        // One group per channel is the same thing, and takes a single spatial element too.
        const auto y = at::group_norm(x, x.size(1), computable(call.input(1)), computable(call.input(2)), epsilon);
        return {storedAs(y, call.input(0).type)};
    };
}

/// Opset 18 scales whole groups, opset 21 channels.
at::Tensor perChannel(const Tensor& numbers, std::int64_t channels, const Message& what)
{
    expectRank(numbers, what, 1);
    const auto count = numbers.data.size(0);
    if (count < 1 || channels % count != 0)
        throw Error(ErrorCode::ShapeMismatch, Message("{} has {} elements for {} channels", what, count, channels));
    return computable(numbers).repeat_interleave(channels / count);
}

Kernel bindGroup(const graph::Node& node)
{
    const auto epsilon = node.attributes.floatOr("epsilon", 1e-5);
    const auto groups = node.attributes.requiredInt("num_groups");
    return [epsilon, groups](const KernelCall& call) -> std::vector<Tensor> {
        expectFloat(call.required(0), "input 0 (x)");
        const auto x = computable(call.input(0)).contiguous();
        if (x.dim() < 2 || groups < 1 || x.size(1) % groups != 0)
            throw Error(ErrorCode::ShapeMismatch, Message("input 0 of shape {} can't be split into {} groups",
                                                          graph::toString(call.input(0).shape()), groups));
        const auto scale = perChannel(call.required(1), x.size(1), "input 1 (scale)");
        const auto shift = perChannel(call.required(2), x.size(1), "input 2 (bias)");
        return {storedAs(at::group_norm(x, groups, scale, shift, epsilon), call.input(0).type)};
    };
}

/// Scale and shift of input @p i, which broadcast to @p x.
at::Tensor layerOperand(const KernelCall& call, std::size_t i, const at::Tensor& x)
{
    const auto& given = call.input(i);
    if (!at::isFloatingType(given.data.scalar_type()))
        expectFloat(given, Message("input {}", i));
    const auto shape = given.data.sizes();
    bool isFitting = given.data.dim() <= x.dim();
    for (std::int64_t axis = 1; isFitting && axis <= given.data.dim(); ++axis)
        isFitting = given.data.size(-axis) == 1 || given.data.size(-axis) == x.size(-axis);
    if (!isFitting)
        throw Error(ErrorCode::ShapeMismatch, Message("{} of shape {} can't be broadcast to {}", Message("input {}", i),
                                                      graph::toString(shape.vec()), graph::toString(x.sizes().vec())));
    return computable(given);
}

/// Mean and inverse deviation over the last @p rank axes.
std::pair<at::Tensor, at::Tensor> momentsOfLast(const at::Tensor& x, std::int64_t rank, double epsilon)
{
    graph::Shape axes;
    for (auto axis = -rank; axis < 0; ++axis)
        axes.push_back(axis);
    return {x.mean(axes, true), x.var(axes, false, true).add(epsilon).rsqrt()};
}

Kernel bindLayer(const graph::Node& node)
{
    const auto axis = node.attributes.intOr("axis", -1);
    const auto epsilon = node.attributes.floatOr("epsilon", 1e-5);
    return [axis, epsilon, outputs = node.outputs.size()](const KernelCall& call) {
        const auto& x = call.required(0);
        expectFloat(x, "input 0 (x)");
        const auto first = normalizedAxis(axis, x.data.dim());
        const auto shape = x.data.sizes().slice(static_cast<std::size_t>(first)).vec();
        const auto elements = computable(x).contiguous();
        const auto operand = [&call, &elements](std::size_t i) {
            return call.has(i) ? layerOperand(call, i, elements) : at::Tensor{};
        };
        const auto scale = operand(1);
        const auto shift = operand(2);
        const auto rank = static_cast<std::int64_t>(shape.size());
        const auto isOfShape = [rank](const at::Tensor& each) { return !each.defined() || each.dim() <= rank; };
        const bool isUsual = isOfShape(scale) && isOfShape(shift);
        const auto expanded = [&shape, isUsual](const at::Tensor& each) {
            if (!each.defined() || !isUsual)
                return at::Tensor{};
            return each.sizes() == shape ? each.contiguous() : each.expand(shape).contiguous();
        };
        auto [y, mean, inverseDeviation] =
            at::native_layer_norm(elements, shape, expanded(scale), expanded(shift), epsilon);
        if (isDifferentiated(elements) && outputs > 1) // LibTorch knows the derivative of the first alone
            std::tie(mean, inverseDeviation) = momentsOfLast(elements, rank, epsilon);
        if (!isUsual && scale.defined()) // each sample has numbers of its own
            y = y.mul(scale);
        if (!isUsual && shift.defined())
            y = y.add(shift);
        // Mean and deviation are float32 whatever the input is (stash_type).
        std::vector<Tensor> results{storedAs(y, x.type), storedAs(mean, graph::DataType::Float),
                                    storedAs(inverseDeviation, graph::DataType::Float)};
        results.resize(std::min(results.size(), outputs));
        return results;
    };
}

} // namespace

/// ONNX Runtime's optimizer writes LayerNormalization as an operator of the standard, whatever its opset is.
OperatorDefinitions definitions()
{
    return {{"", "BatchNormalization", 1, kLatestOpset, bindBatch},
            {"", "GroupNormalization", 18, kLatestOpset, bindGroup},
            {"", "InstanceNormalization", 1, kLatestOpset, bindInstance},
            {"", "LayerNormalization", 1, kLatestOpset, bindLayer},
            {"com.microsoft", "LayerNormalization", 1, kLatestOpset, bindLayer}};
}

} // namespace ql::ops::kernels::normalization
