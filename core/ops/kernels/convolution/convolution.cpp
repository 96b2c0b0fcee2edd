// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/depthwise_planes.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/pointwise_product.h"
#include "core/ops/support/window.h"

#include <algorithm>

namespace ql::ops::kernels::convolution {

namespace {

struct ConvolutionAttributes {
    WindowAttributes window;
    std::int64_t groups = 1;
};

ConvolutionAttributes convolutionAttributes(const graph::Node& node)
{
    const ConvolutionAttributes attributes{windowAttributes(node), node.attributes.intOr("group", 1)};
    if (attributes.groups < 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute group is {}, expected ≥ 1", attributes.groups));
    return attributes;
}

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

/// One filter per channel, over one or two spatial axes.
at::Tensor depthwiseConvolved(const KernelCall& call, const at::Tensor& x, const at::Tensor& weight,
                              const Window& window)
{
    const auto input = padded(x, window.padsBegin, window.padsEnd, 0).contiguous();
    const auto filters = weight.contiguous();
    const auto offsets = call.has(2) ? bias(call).contiguous() : at::Tensor{};
    const auto last = window.rank() - 1;
    const bool isPlane = window.rank() == 2;
    DepthwiseSizes sizes{.planes = input.size(0) * input.size(1), .channels = input.size(1)};
    sizes.inputRows = isPlane ? input.size(2) : 1;
    sizes.inputColumns = input.size(-1);
    sizes.kernelRows = isPlane ? window.kernel[0] : 1;
    sizes.kernelColumns = window.kernel[last];
    sizes.rowStride = window.strides[0];
    sizes.columnStride = window.strides[last];
    sizes.rowDilation = window.dilations[0];
    sizes.columnDilation = window.dilations[last];
    sizes.outputRows = isPlane ? window.outputSize(0, x.size(2), false) : 1;
    sizes.outputColumns = window.outputSize(last, x.size(-1), false);
    graph::Shape shape{input.size(0), input.size(1)};
    if (isPlane)
        shape.push_back(sizes.outputRows);
    shape.push_back(sizes.outputColumns);
    auto output = at::empty(shape, input.options());
    convolveDepthwise(input.data_ptr<float>(), filters.data_ptr<float>(),
                      offsets.defined() ? offsets.data_ptr<float>() : nullptr, output.data_ptr<float>(), sizes);
    return output;
}

bool isPointwise(const at::Tensor& x, const at::Tensor& weight, const Window& window, std::int64_t groups)
{
    const auto areAll = [](const graph::Shape& sizes, std::int64_t value) {
        return std::all_of(sizes.begin(), sizes.end(), [value](std::int64_t size) { return size == value; });
    };
    return groups == 1 && areAll(window.kernel, 1) && areAll(window.strides, 1) && areAll(window.padsBegin, 0)
           && areAll(window.padsEnd, 0) && x.scalar_type() == at::kFloat && weight.numel() > 0;
}

/// A product over channels at every position of @p columns [samples, depth, …]; @p filters [output channels, depth].
at::Tensor pointwiseProduct(const KernelCall& call, const at::Tensor& columns, const at::Tensor& filters)
{
    const auto input = columns.contiguous();
    const auto weight = filters.contiguous();
    const auto offsets = call.has(2) ? bias(call).contiguous() : at::Tensor{};
    auto shape = input.sizes().vec();
    shape[1] = weight.size(0);
    auto output = at::empty(shape, input.options());
    const auto samples = input.size(0);
    if (output.numel() == 0)
        return output;
    const ProductSizes sizes{weight.size(0), output.numel() / samples / weight.size(0), weight.size(1)};
    for (std::int64_t sample = 0; sample < samples; ++sample)
        multiplyPointwise(weight.data_ptr<float>(), input.data_ptr<float>() + sample * sizes.depth * sizes.columns,
                          offsets.defined() ? offsets.data_ptr<float>() : nullptr,
                          output.data_ptr<float>() + sample * sizes.rows * sizes.columns, sizes);
    return output;
}

bool isLine(const at::Tensor& x, const at::Tensor& weight, std::int64_t groups)
{
    return groups == 1 && x.dim() == 3 && x.scalar_type() == at::kFloat && weight.numel() > 0;
}

/// One spatial axis: every window becomes a column, and the columns are multiplied like a 1×1 convolution. ONNX Runtime
/// sums them in this order; LibTorch's order differs in the last bits of some channels, which a logarithm after a
/// spectrum turns into 0.4 % (measured on silero_mini_v2: this order agrees bit for bit).
at::Tensor lineConvolved(const KernelCall& call, const at::Tensor& x, const at::Tensor& weight, const Window& window)
{
    const auto windows = padded(x, window.padsBegin, window.padsEnd, 0)
                             .unfold(2, window.span(0), window.strides[0])
                             .slice(3, 0, window.span(0), window.dilations[0]);
    return pointwiseProduct(call, windows.transpose(2, 3).flatten(1, 2), weight.flatten(1));
}

at::Tensor convolved(const KernelCall& call, const Window& window, std::int64_t groups)
{
    const graph::Shape noPadding(window.rank(), 0);
    const auto x = computable(call.input(0));
    const auto weight = computable(call.input(1));
    if (isDepthwise(x, weight, groups))
        return depthwiseConvolved(call, x, weight, window);
    if (isPointwise(x, weight, window, groups))
        return pointwiseProduct(call, x, weight.flatten(1));
    if (isLine(x, weight, groups))
        return lineConvolved(call, x, weight, window);
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
    return [attributes = convolutionAttributes(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto& weight = call.required(1);
        expectOperands(call, weight.data.dim() > 0 ? weight.data.size(0) : 0);
        expectChannels(x, weight.data.size(1) * attributes.groups);
        const auto window = resolved(attributes.window, x.data.sizes().slice(2), weight.data.sizes().slice(2));
        for (std::size_t i = 0; i < window.rank(); ++i)
            window.outputSize(i, x.data.size(static_cast<std::int64_t>(i) + 2), false);
        return {storedAs(convolved(call, window, attributes.groups), x.type)};
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
    const TransposedAttributes attributes{convolutionAttributes(node), node.attributes.intsOr("output_padding", {}),
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
