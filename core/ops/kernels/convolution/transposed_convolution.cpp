// SPDX-License-Identifier: GPL-3.0-or-later
// ConvTranspose along one to three axes.
#include "core/base/error.h"
#include "core/ops/passes/window.h"
#include "core/ops/products/transposed_planes.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/convolution_operands.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/element_wise.h"
#include "core/ops/support/operand_cache.h"

#include <algorithm>

namespace ql::ops::kernels::transposed_convolution {

namespace {

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

/// By phases, one group after the other.
using GroupPhases = std::vector<std::vector<PhaseFilters>>;
using CachedPhases = OperandCache<GroupPhases>;

/// Of one group, over up to two spatial axes.
PlaneWindow planeWindow(const at::Tensor& x, const at::Tensor& weight, const Window& window, const graph::Shape& extra)
{
    PlaneWindow plane{.channels = weight.size(0), .input = {1, 1}, .output = {1, 1}};
    if (window.rank() > 2)
        return plane;
    for (std::size_t from = 0, to = 2 - window.rank(); to < 2; ++from, ++to) {
        plane.input[to] = x.size(std::int64_t(from) + 2);
        plane.kernel[to] = window.kernel[from];
        plane.strides[to] = window.strides[from];
        plane.padsBegin[to] = window.padsBegin[from];
        plane.output[to] = (plane.input[to] - 1) * window.strides[from] + window.kernel[from] - window.padsBegin[from]
                           - window.padsEnd[from] + extra[from];
    }
    return plane;
}

/// Whether core/ops/products/transposed_planes.h takes it. The rest is LibTorch's.
bool isDirect(const KernelCall& call, const Window& window, const PlaneWindow& plane, std::int64_t groups)
{
    const auto& x = call.input(0).data;
    return window.rank() <= 2 && x.scalar_type() == at::kFloat && x.is_cpu() && !isOneDifferentiated(call.inputs)
           && !window.isDilated() && plane.channels % groups == 0 && x.numel() > 0 && call.input(1).data.numel() > 0
           && plane.output[0] > 0 && plane.output[1] > 0;
}

GroupPhases groupPhases(const at::Tensor& weight, std::int64_t groups, PlaneWindow window)
{
    const auto elements = weight.contiguous();
    window.channels /= groups;
    GroupPhases phases;
    for (std::int64_t group = 0; group < groups; ++group)
        phases.push_back(
            phaseFilters(elements.data_ptr<float>() + group * (weight.numel() / groups), weight.size(1), window));
    return phases;
}

at::Tensor phasesConvolved(const KernelCall& call, PlaneWindow window, std::int64_t groups, CachedPhases& memory)
{
    const auto& weight = call.input(1).data;
    const auto phases = memory.of(call, 1, [&] { return groupPhases(weight, groups, window); });
    const auto input = inOrder(call.input(0).data);
    const auto offsets = call.has(2) ? convolutionBias(call).contiguous() : at::Tensor{};
    window.channels /= groups;
    auto shape = input.sizes().vec();
    shape[1] = weight.size(1) * groups;
    std::copy(window.output.end() - (input.dim() - 2), window.output.end(), shape.begin() + 2);
    expectAffordable(shape, graph::DataType::Float);
    auto output = newTensor(shape, at::kFloat);
    const auto inputPart = window.channels * window.input[0] * window.input[1];
    const auto outputPart = weight.size(1) * window.output[0] * window.output[1];
    for (std::int64_t part = 0; part < input.size(0) * groups; ++part) {
        const auto group = part % groups;
        convolveTransposed(input.data_ptr<float>() + part * inputPart, (*phases)[std::size_t(group)],
                           offsets.defined() ? offsets.data_ptr<float>() + group * weight.size(1) : nullptr,
                           output.data_ptr<float>() + part * outputPart, window);
    }
    return output;
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
    return at::add(result, convolutionBias(call).view(perChannel));
}

Kernel bindConvTranspose(const graph::Node& node)
{
    const TransposedAttributes attributes{ConvolutionAttributes(node), node.attributes.intsOr("output_padding", {}),
                                          node.attributes.intsOr("output_shape", {})};
    return [attributes, memory = std::make_shared<CachedPhases>()](const KernelCall& call) -> std::vector<Tensor> {
        const auto groups = attributes.convolution.groups;
        const auto& x = call.required(0);
        const auto& weight = call.required(1);
        expectConvolution(call, weight.data.dim() > 1 ? weight.data.size(1) * groups : 0);
        expectChannels(x, weight.data.size(0));
        const auto input = x.data.sizes().slice(2);
        auto extra = attributes.outputPadding.empty() ? graph::Shape(input.size(), 0) : attributes.outputPadding;
        if (extra.size() != input.size())
            throw Error(ErrorCode::InvalidNode,
                        Message("attribute output_padding has {} entries, expected {}", extra.size(), input.size()));
        const auto window = transposedWindow(attributes, extra, input, weight.data.sizes().slice(2));
        const auto plane = planeWindow(x.data, weight.data, window, extra);
        if (isDirect(call, window, plane, groups))
            return {Tensor(phasesConvolved(call, plane, groups, *memory))};
        return {storedAs(transposedConvolved(call, window, extra, groups), x.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "ConvTranspose", 1, kLatestOpset, bindConvTranspose}};
}

} // namespace ql::ops::kernels::transposed_convolution
