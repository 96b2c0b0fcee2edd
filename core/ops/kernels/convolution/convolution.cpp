// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/passes/window.h"
#include "core/ops/products/depthwise_planes.h"
#include "core/ops/products/plane_convolution.h"
#include "core/ops/quantization/dequantized_products.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/convolution_operands.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/operand_cache.h"

#include <algorithm>

namespace ql::ops::kernels::convolution {

namespace {

bool isDepthwise(const at::Tensor& x, const at::Tensor& weight, std::int64_t groups)
{
    return groups > 1 && weight.size(0) == groups && weight.size(1) == 1 && x.dim() <= 4
           && x.scalar_type() == at::kFloat && weight.numel() > 0;
}

bool isPlane(const at::Tensor& x, const at::Tensor& weight)
{
    return x.dim() <= 4 && x.scalar_type() == at::kFloat && weight.numel() > 0;
}

/// Along the last one or two spatial axes. What a third one before them reads counts as channels.
PlaneWindow planeWindow(const at::Tensor& x, const at::Tensor& weight, const Window& window)
{
    PlaneWindow plane{.channels = weight.size(1), .input = {1, x.size(-1)}, .output = {1, 0}};
    const auto rank = window.rank();
    if (rank > 2)
        plane.channels *= window.kernel[0];
    for (std::size_t to = rank < 2 ? 1 : 0; to < 2; ++to) {
        const auto from = to + rank - 2;
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
                              const PlaneWindow& window, PlanesCache& planes)
{
    const auto input = inOrder(x);
    const auto filters = weight.contiguous();
    const auto offsets = call.has(2) ? convolutionBias(call).contiguous() : at::Tensor{};
    auto output = newTensor(outputShape(input, input.size(1), window), at::kFloat);
    convolveDepthwise(input.data_ptr<float>(), filters.data_ptr<float>(),
                      offsets.defined() ? offsets.data_ptr<float>() : nullptr, output.data_ptr<float>(), input.size(0),
                      input.size(1), window, epilogueFor(call, output.sizes(), false), &planes);
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
                          const GroupFilters& filters, const ShiftedPlanes& planes)
{
    const auto input = inOrder(x);
    const auto offsets = call.has(2) ? convolutionBias(call).contiguous() : at::Tensor{};
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

bool isVolume(const at::Tensor& x, const at::Tensor& weight)
{
    return x.dim() == 5 && x.scalar_type() == at::kFloat && weight.numel() > 0;
}

DepthAxis depthAxis(const at::Tensor& x, const Window& window)
{
    return {x.size(2),           window.outputSize(0, x.size(2), false),
            window.kernel[0],    window.strides[0],
            window.dilations[0], window.padsBegin[0]};
}

/// Over three spatial axes.
at::Tensor volumeConvolved(const KernelCall& call, const at::Tensor& x, const PlaneWindow& window,
                           const DepthAxis& depth, const GroupFilters& filters)
{
    const auto input = inOrder(x);
    const auto offsets = call.has(2) ? convolutionBias(call).contiguous() : at::Tensor{};
    const auto rows = filters.front().rows, groups = std::int64_t(filters.size());
    auto output = newTensor({x.size(0), rows * groups, depth.output, window.output[0], window.output[1]}, at::kFloat);
    const auto inputPart = x.numel() / std::max<std::int64_t>(1, x.size(0) * groups);
    const auto outputPart = rows * depth.output * window.output[0] * window.output[1];
    const auto epilogue = epilogueFor(call, output.sizes(), false);
    for (std::int64_t part = 0; part < x.size(0) * groups; ++part) {
        const auto group = part % groups;
        convolveVolume(input.data_ptr<float>() + part * inputPart, filters[std::size_t(group)],
                       offsets.defined() ? offsets.data_ptr<float>() + group * rows : nullptr,
                       output.data_ptr<float>() + part * outputPart, window, depth, epilogue);
    }
    return output;
}

/// What the call before made of weights and of the window.
struct ConvolutionMemory {
    OperandCache<GroupFilters> filters;
    PlanesCache planes;
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
        return depthwiseConvolved(call, x, weight, planeWindow(x, weight, window), memory.planes);
    if (isDirect && isPlane(x, weight)) {
        const auto plane = planeWindow(x, weight, window);
        if (isWorthIntegers(call, plane.output[0] * plane.output[1]))
            if (auto y = dequantizedConvolution(
                    call, attributes, epilogueFor(call, outputShape(x, weight.size(0), plane), true), memory.integers))
                return std::move(y->data);
        return planeConvolved(call, x, plane, *memory.filters.of(call, 1, [&] { return groupFilters(weight, groups); }),
                              *memory.planes.of(plane));
    }
    if (isDirect && isVolume(x, weight))
        return volumeConvolved(call, x, planeWindow(x, weight, window), depthAxis(x, window),
                               *memory.filters.of(call, 1, [&] { return groupFilters(weight, groups); }));
    const auto run = [&call, &window, &weight, &noPadding, groups](const at::Tensor& input, const graph::Shape& pads) {
        return at::convolution(input, weight, convolutionBias(call), window.strides, pads, window.dilations, false,
                               noPadding, groups);
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
        expectConvolution(call, weight.data.dim() > 0 ? weight.data.size(0) : 0);
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

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Conv", 1, kLatestOpset, bindConv}};
}

} // namespace ql::ops::kernels::convolution
