// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/products/depthwise_planes.h"
#include "core/ops/products/plane_convolution.h"
#include "core/ops/quantization/dequantized_convolution.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/remembered.h"
#include "core/ops/support/window.h"

#include <algorithm>

namespace ql::ops::kernels::convolution {

namespace {

/// What Conv and ConvTranspose share: float types, equal ranks of 3 to 5, a bias with one number per output channel.
void expectOperands(const KernelCall& call, std::int64_t outputChannels)
{
    const auto& x = call.required(0);
    const auto& weight = call.required(1);
    expectFloat(x, "input 0 (x)");
    expectSameType(weight, "input 1 (weight)", x);
    if (x.data.dim() < 3 || x.data.dim() > 5)
        throw Error(ErrorCode::ShapeMismatch, Message("input 0 (x) has rank {}, expected 3, 4 or 5", x.data.dim()));
    expectRank(weight, "input 1 (weight)", x.data.dim());
    if (!call.has(2))
        return;
    expectSameType(call.input(2), "input 2 (bias)", x);
    expectRank(call.input(2), "input 2 (bias)", 1);
    if (call.input(2).data.size(0) != outputChannels)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 2 (bias) has {} elements, expected {}", call.input(2).data.size(0), outputChannels));
}

void expectChannels(const Tensor& x, std::int64_t expected)
{
    if (x.data.size(1) != expected)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 0 (x) has {} channels, expected {}", x.data.size(1), expected));
}

at::Tensor bias(const KernelCall& call)
{
    return call.has(2) ? computable(call.input(2)) : at::Tensor{};
}

bool isDepthwise(const at::Tensor& x, const at::Tensor& weight, std::int64_t groups)
{
    return groups > 1 && weight.size(0) == groups && weight.size(1) == 1 && x.dim() <= 4
           && x.scalar_type() == at::kFloat && weight.numel() > 0;
}

bool isPlane(const at::Tensor& x, const at::Tensor& weight)
{
    return x.dim() <= 4 && x.scalar_type() == at::kFloat && weight.numel() > 0;
}

PlaneWindow planeWindow(const at::Tensor& x, const at::Tensor& weight, const Window& window)
{
    PlaneWindow plane{.channels = weight.size(1), .input = {1, x.size(-1)}, .output = {1, 0}};
    for (std::size_t from = 0, to = 2 - window.rank(); to < 2; ++from, ++to) {
        plane.input[to] = x.size(std::int64_t(from) + 2);
        plane.output[to] = window.outputSize(from, plane.input[to], false);
        plane.kernel[to] = window.kernel[from];
        plane.strides[to] = window.strides[from];
        plane.dilations[to] = window.dilations[from];
        plane.padsBegin[to] = window.padsBegin[from];
    }
    return plane;
}

/// [samples, @p channels, …] for what @p window gives of @p x.
graph::Shape outputShape(const at::Tensor& x, std::int64_t channels, const PlaneWindow& window)
{
    auto shape = x.sizes().vec();
    shape[1] = channels;
    std::copy(window.output.end() - (x.dim() - 2), window.output.end(), shape.begin() + 2);
    return shape;
}

/// What is to follow on an output of shape @p output, if it can: then the nodes that say so are done.
FloatEpilogue epilogueFor(const KernelCall& call, at::IntArrayRef output, bool mayAdd)
{
    if (!call.epilogue || call.input(0).type != graph::DataType::Float)
        return {};
    const auto* const addend = call.epilogue->addend;
    if (addend
        && (!mayAdd || addend->type != graph::DataType::Float || !addend->data.is_contiguous()
            || addend->data.sizes() != output))
        return {};
    call.epilogue->isApplied = true;
    return {addend ? addend->data.data_ptr<float>() : nullptr, call.epilogue->lowest, call.epilogue->highest,
            call.epilogue->trip};
}

/// One filter per channel, over one or two spatial axes.
at::Tensor depthwiseConvolved(const KernelCall& call, const at::Tensor& x, const at::Tensor& weight,
                              const PlaneWindow& window)
{
    const auto input = inOrder(x);
    const auto filters = weight.contiguous();
    const auto offsets = call.has(2) ? bias(call).contiguous() : at::Tensor{};
    auto output = newTensor(outputShape(input, input.size(1), window), at::kFloat);
    convolveDepthwise(input.data_ptr<float>(), filters.data_ptr<float>(),
                      offsets.defined() ? offsets.data_ptr<float>() : nullptr, output.data_ptr<float>(), input.size(0),
                      input.size(1), window, epilogueFor(call, output.sizes(), false));
    return output;
}

FloatEpilogue ofPart(FloatEpilogue epilogue, std::int64_t begin)
{
    if (epilogue.addend)
        epilogue.addend += begin;
    return epilogue;
}

using GroupFilters = std::vector<FloatFilters>;

GroupFilters groupFilters(const at::Tensor& weight, std::int64_t groups)
{
    const auto elements = weight.contiguous();
    const auto rows = weight.size(0) / groups;
    const auto depth = weight.numel() / weight.size(0);
    GroupFilters filters;
    for (std::int64_t group = 0; group < groups; ++group)
        filters.push_back(floatFilters(elements.data_ptr<float>() + group * rows * depth, rows, depth));
    return filters;
}

/// Over one or two spatial axes. Sums run over channels, then taps, one by one: ONNX Runtime sums windows of one axis
/// in this order; LibTorch's order differs in the last bits of some channels, which a logarithm after a spectrum turns
/// into 0.4 % (measured on silero_mini_v2: this order agrees bit for bit).
at::Tensor planeConvolved(const KernelCall& call, const at::Tensor& x, const PlaneWindow& window,
                          const GroupFilters& filters)
{
    const auto input = inOrder(x);
    const auto offsets = call.has(2) ? bias(call).contiguous() : at::Tensor{};
    const ShiftedPlanes planes(window);
    const auto scratch = newTensor({std::int64_t(planes.scratchSize())}, at::kFloat);
    const auto rows = filters.front().rows;
    auto output = newTensor(outputShape(input, rows * std::int64_t(filters.size()), window), at::kFloat);
    const auto inputPart = window.channels * window.input[0] * window.input[1];
    const auto outputPart = rows * window.output[0] * window.output[1];
    const auto epilogue = epilogueFor(call, output.sizes(), true);
    for (std::int64_t part = 0; part < input.size(0) * std::int64_t(filters.size()); ++part) {
        const auto group = part % std::int64_t(filters.size());
        shiftedProduct(filters[std::size_t(group)],
                       planes.rows(input.data_ptr<float>() + part * inputPart, scratch.data_ptr<float>()),
                       offsets.defined() ? offsets.data_ptr<float>() + group * rows : nullptr,
                       output.data_ptr<float>() + part * outputPart, ofPart(epilogue, part * outputPart));
    }
    return output;
}

/// Of weights: what the call before made of them.
struct ConvolutionMemory {
    Remembered<GroupFilters> filters;
    DequantizedFilters integers;
};

at::Tensor convolved(const KernelCall& call, const ConvolutionAttributes& attributes, const Window& window,
                     ConvolutionMemory& memory)
{
    const auto groups = attributes.groups;
    const graph::Shape noPadding(window.rank(), 0);
    const auto x = computable(call.input(0));
    const auto weight = computable(call.input(1));
    const bool isDirect = x.is_cpu() && !isOneDifferentiated(call.inputs);
    if (isDirect && isDepthwise(x, weight, groups))
        return depthwiseConvolved(call, x, weight, planeWindow(x, weight, window));
    if (isDirect && isPlane(x, weight)) {
        const auto plane = planeWindow(x, weight, window);
        if (isWorthIntegers(call, plane.output[0] * plane.output[1]))
            if (auto y = dequantizedConvolution(
                    call, attributes, epilogueFor(call, outputShape(x, weight.size(0), plane), true), memory.integers))
                return std::move(y->data);
        return planeConvolved(call, x, plane,
                              *memory.filters.of(call, 1, [&] { return groupFilters(weight, groups); }));
    }
    const auto run = [&call, &window, &weight, &noPadding, groups](const at::Tensor& input, const graph::Shape& pads) {
        return at::convolution(input, weight, bias(call), window.strides, pads, window.dilations, false, noPadding,
                               groups);
    };
    if (window.isSymmetric())
        return run(x, window.padsBegin);
    return run(padded(x, window.padsBegin, window.padsEnd, 0), noPadding);
}

Kernel bindConv(const graph::Node& node)
{
    return [attributes = ConvolutionAttributes(node),
            memory = std::make_shared<ConvolutionMemory>()](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto& weight = call.required(1);
        expectOperands(call, weight.data.dim() > 0 ? weight.data.size(0) : 0);
        expectChannels(x, weight.data.size(1) * attributes.groups);
        if (weight.data.size(0) % attributes.groups != 0)
            throw Error(ErrorCode::ShapeMismatch, Message("input 1 (weight) has {} output channels, no multiple of {}",
                                                          weight.data.size(0), attributes.groups));
        const auto window = resolved(attributes.window, x.data.sizes().slice(2), weight.data.sizes().slice(2));
        for (std::size_t i = 0; i < window.rank(); ++i)
            window.outputSize(i, x.data.size(static_cast<std::int64_t>(i) + 2), false);
        return {storedAs(convolved(call, attributes, window, *memory), x.type)};
    };
}

struct TransposedAttributes {
    ConvolutionAttributes convolution;
    graph::Shape outputPadding;
    graph::Shape outputShape;
};

/// Pads so that axis @p i of the output gets @p size elements; what is missing is added at the end.
void padToOutput(Window& window, std::size_t i, std::int64_t input, std::int64_t extra, std::int64_t size,
                 bool moreAtEnd)
{
    const auto total = (input - 1) * window.strides[i] + extra + window.span(i) - size;
    const auto cut = std::max<std::int64_t>(total, 0);
    window.padsBegin[i] = moreAtEnd ? cut / 2 : cut - cut / 2;
    window.padsEnd[i] = total - window.padsBegin[i];
}

Window transposedWindow(const TransposedAttributes& attributes, const graph::Shape& extra, at::IntArrayRef input,
                        at::IntArrayRef kernel)
{
    auto window = resolved(attributes.convolution.window, input, kernel);
    const auto autoPad = attributes.convolution.window.autoPad;
    const bool isSame = autoPad == AutoPad::SameUpper || autoPad == AutoPad::SameLower;
    const auto& sizes = attributes.outputShape;
    if (!sizes.empty() && sizes.size() != window.rank())
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute output_shape has {} entries, expected {}", sizes.size(), window.rank()));
    for (std::size_t i = 0; i < window.rank(); ++i) {
        if (!sizes.empty())
            padToOutput(window, i, input[i], extra[i], sizes[i], autoPad == AutoPad::SameUpper);
        else if (isSame)
            padToOutput(window, i, input[i], extra[i], input[i] * window.strides[i], autoPad == AutoPad::SameUpper);
    }
    return window;
}

/// The whole unpadded result, then its borders cut or widened: takes every padding that ONNX allows, also where
/// LibTorch refuses it. Widened borders hold the bias alone, as no input reaches them.
at::Tensor transposedConvolved(const KernelCall& call, const Window& window, const graph::Shape& extra,
                               std::int64_t groups)
{
    const graph::Shape zeros(window.rank(), 0);
    graph::Shape begin;
    graph::Shape end;
    for (std::size_t i = 0; i < window.rank(); ++i) {
        begin.push_back(-window.padsBegin[i]);
        end.push_back(extra[i] - window.padsEnd[i]);
    }
    const auto whole = at::convolution(computable(call.input(0)), computable(call.input(1)), {}, window.strides, zeros,
                                       window.dilations, true, zeros, groups);
    const auto result = padded(whole, begin, end, 0);
    if (!call.has(2))
        return result;
    graph::Shape perChannel(window.rank() + 2, 1);
    perChannel[1] = -1;
    return at::add(result, bias(call).view(perChannel));
}

Kernel bindConvTranspose(const graph::Node& node)
{
    const TransposedAttributes attributes{ConvolutionAttributes(node), node.attributes.intsOr("output_padding", {}),
                                          node.attributes.intsOr("output_shape", {})};
    return [attributes](const KernelCall& call) -> std::vector<Tensor> {
        const auto groups = attributes.convolution.groups;
        const auto& x = call.required(0);
        const auto& weight = call.required(1);
        expectOperands(call, weight.data.dim() > 1 ? weight.data.size(1) * groups : 0);
        expectChannels(x, weight.data.size(0));
        const auto input = x.data.sizes().slice(2);
        auto extra = attributes.outputPadding.empty() ? graph::Shape(input.size(), 0) : attributes.outputPadding;
        if (extra.size() != input.size())
            throw Error(ErrorCode::InvalidNode,
                        Message("attribute output_padding has {} entries, expected {}", extra.size(), input.size()));
        const auto window = transposedWindow(attributes, extra, input, weight.data.sizes().slice(2));
        return {storedAs(transposedConvolved(call, window, extra, groups), x.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Conv", 1, kLatestOpset, bindConv}, {"", "ConvTranspose", 1, kLatestOpset, bindConvTranspose}};
}

} // namespace ql::ops::kernels::convolution
