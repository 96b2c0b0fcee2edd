// SPDX-License-Identifier: GPL-3.0-or-later
// DFT and STFT. Complex numbers are pairs along a last axis of 2.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <optional>

namespace ql::ops::kernels::fourier {

namespace {

std::optional<std::int64_t> scalarInput(const KernelCall& call, std::size_t i, std::string_view name)
{
    if (!call.has(i))
        return std::nullopt;
    const auto values = toInts({call.input(i).data.reshape(-1), call.input(i).type}, Message("input {} ({})", i, name));
    if (values.size() != 1)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input {} ({}) has {} elements, expected one", i, name, values.size()));
    return values[0];
}

/// Takes the pairs apart: complex for a last axis of 2, real for one of 1. In double, as the standard's data are made:
/// sums that should be 0 would else differ by more than it tolerates.
at::Tensor signalOf(const Tensor& x)
{
    expectFloat(x, "input 0");
    if (x.data.dim() < 2 || x.data.size(-1) < 1 || x.data.size(-1) > 2)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 0 has shape {}, expected a last axis of 1 or 2", graph::toString(x.shape())));
    const auto elements = x.data.to(at::kDouble).contiguous();
    return elements.size(-1) == 2 ? at::view_as_complex(elements) : elements.squeeze(-1);
}

void expectLength(std::int64_t length, std::string_view name)
{
    if (length < 1)
        throw Error(ErrorCode::InvalidNode, Message("{} is {}, expected 1 or more", name, length));
    expectAffordable({length}, graph::DataType::Complex64);
}

struct TransformAttributes {
    bool isInverse = false;
    bool isOneSided = false;
};

std::vector<Tensor> transform(const KernelCall& call, std::int64_t axis, const TransformAttributes& attributes)
{
    const auto signal = signalOf(call.required(0));
    const auto along = normalizedAxis(axis < 0 ? axis + call.input(0).data.dim() : axis, signal.dim());
    const auto length = scalarInput(call, 1, "dft_length").value_or(signal.size(along));
    expectLength(length, "input 1 (dft_length)");
    auto spectrum = attributes.isInverse ? at::fft_ifft(signal, length, along) : at::fft_fft(signal, length, along);
    if (attributes.isOneSided)
        spectrum = spectrum.narrow(along, 0, length / 2 + 1);
    return {storedAs(at::view_as_real(spectrum.contiguous()), call.input(0).type)};
}

TransformAttributes transformAttributes(const graph::Node& node)
{
    return {node.attributes.intOr("inverse", 0) != 0, node.attributes.intOr("onesided", 0) != 0};
}

/// Opset 17 to 19: the axis is an attribute.
Kernel bindOldTransform(const graph::Node& node)
{
    return [attributes = transformAttributes(node), axis = node.attributes.intOr("axis", 1)](const KernelCall& call) {
        return transform(call, axis, attributes);
    };
}

Kernel bindTransform(const graph::Node& node)
{
    return [attributes = transformAttributes(node)](const KernelCall& call) {
        return transform(call, scalarInput(call, 2, "axis").value_or(-2), attributes);
    };
}

/// Frames of the signal, each transformed: [batch, frames, bins, 2].
std::vector<Tensor> shortTimeTransform(const KernelCall& call, bool isOneSided)
{
    const auto signal = signalOf(call.required(0));
    if (signal.dim() != 2)
        throw Error(ErrorCode::ShapeMismatch, Message("input 0 has rank {}, expected 3", call.input(0).data.dim()));
    call.required(1);
    const auto step = *scalarInput(call, 1, "frame_step");
    const auto length =
        scalarInput(call, 3, "frame_length").value_or(call.has(2) ? call.input(2).data.numel() : signal.size(1));
    expectLength(step, "input 1 (frame_step)");
    if (length < 1 || length > signal.size(1))
        throw Error(ErrorCode::InvalidNode,
                    Message("input 3 (frame_length) is {}, expected 1 to {}", length, signal.size(1)));
    auto frames = signal.unfold(1, length, step);
    if (call.has(2)) {
        expectRank(call.input(2), "input 2 (window)", 1);
        if (call.input(2).data.size(0) != length)
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input 2 (window) has {} elements, expected {}", call.input(2).data.size(0), length));
        frames = frames.mul(call.input(2).data.to(at::kDouble));
    }
    auto spectrum = at::fft_fft(frames, length, -1);
    if (isOneSided)
        spectrum = spectrum.narrow(-1, 0, length / 2 + 1);
    return {storedAs(at::view_as_real(spectrum.contiguous()), call.input(0).type)};
}

Kernel bindShortTime(const graph::Node& node)
{
    return [isOneSided = node.attributes.intOr("onesided", 1) != 0](const KernelCall& call) {
        return shortTimeTransform(call, isOneSided);
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "DFT", 17, 19, bindOldTransform},
            {"", "DFT", 20, kLatestOpset, bindTransform},
            {"", "STFT", 17, kLatestOpset, bindShortTime}};
}

} // namespace ql::ops::kernels::fourier
