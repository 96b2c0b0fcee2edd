// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/passes/window.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"

#include <algorithm>
#include <cstring>

namespace ql::ops::kernels::pad {

namespace {

enum class Mode { Constant, Reflect, Edge, Wrap };

Mode modeOf(const graph::Node& node)
{
    const auto mode = node.attributes.stringOr("mode", "constant");
    if (mode == "constant")
        return Mode::Constant;
    if (mode == "reflect")
        return Mode::Reflect;
    if (mode == "edge")
        return Mode::Edge;
    if (mode == "wrap")
        return Mode::Wrap;
    throw Error(ErrorCode::InvalidNode,
                Message("attribute mode is \"{}\", expected constant, reflect, edge or wrap", mode));
}

std::int64_t remainder(std::int64_t value, std::int64_t by)
{
    return (value % by + by) % by;
}

/// Which element of an axis of @p size stands at @p position, which may lie outside.
std::int64_t source(std::int64_t position, std::int64_t size, Mode mode)
{
    if (mode == Mode::Wrap)
        return remainder(position, size);
    if (mode == Mode::Edge || size == 1)
        return std::clamp<std::int64_t>(position, 0, size - 1);
    const auto phase = remainder(position, 2 * (size - 1));
    return phase < size ? phase : 2 * (size - 1) - phase;
}

/// As extendedAlong(), by LibTorch.
at::Tensor gatheredAlong(std::int64_t axis, const at::Tensor& x, std::int64_t before, std::int64_t after, Mode mode)
{
    graph::Shape positions;
    for (auto position = -before; position < x.size(axis) + after; ++position)
        positions.push_back(source(position, x.size(axis), mode));
    return x.index_select(axis, listOf(positions));
}

/// @p x contiguous. What lies between the padding is copied at once.
at::Tensor extendedAlong(std::int64_t axis, const at::Tensor& x, std::int64_t before, std::int64_t after, Mode mode)
{
    const auto size = x.size(axis);
    auto sizes = x.sizes().vec();
    sizes[static_cast<std::size_t>(axis)] = before + size + after;
    auto y = newTensor(sizes, x.scalar_type());
    if (y.numel() == 0)
        return y;
    const auto slices = c10::multiply_integers(sizes.begin(), sizes.begin() + axis);
    const auto sliceBytes = static_cast<std::int64_t>(x.nbytes()) / (slices * size);
    auto* to = static_cast<std::byte*>(y.data_ptr());
    for (std::int64_t slice = 0; slice < slices; ++slice) {
        const auto* from = static_cast<const std::byte*>(x.data_ptr()) + slice * size * sliceBytes;
        for (auto position = -before; position < size + after;) {
            const bool isInside = position >= 0 && position < size;
            const auto count = isInside ? std::min(size, size + after) - position : 1;
            std::memcpy(to, from + source(position, size, mode) * sliceBytes, std::size_t(count * sliceBytes));
            to += count * sliceBytes;
            position += count;
        }
    }
    return y;
}

at::Tensor extended(at::Tensor x, const graph::Shape& begin, const graph::Shape& end, Mode mode)
{
    for (std::int64_t axis = 0; axis < x.dim(); ++axis) {
        const auto before = begin[static_cast<std::size_t>(axis)];
        const auto after = end[static_cast<std::size_t>(axis)];
        const auto size = x.size(axis);
        if (before == 0 && after == 0)
            continue;
        if (size == 0 || before + size + after < 0)
            throw Error(ErrorCode::ShapeMismatch,
                        Message("axis {} of size {} can't be padded by {} and {}", axis, size, before, after));
        x = isDifferentiated(x) ? gatheredAlong(axis, x, before, after, mode)
                                : extendedAlong(axis, x.contiguous(), before, after, mode);
    }
    return x;
}

Tensor evaluate(const Tensor& x, const graph::Shape& pads, Mode mode, const at::Scalar& value)
{
    const auto rank = static_cast<std::size_t>(x.data.dim());
    if (pads.size() != 2 * rank)
        throw Error(ErrorCode::ShapeMismatch, Message("pads has {} entries, expected {}", pads.size(), 2 * rank));
    const auto middle = pads.begin() + static_cast<std::ptrdiff_t>(rank);
    const graph::Shape begin(pads.begin(), middle);
    const graph::Shape end(middle, pads.end());
    auto shape = x.shape();
    for (std::size_t i = 0; i < rank; ++i)
        if (__builtin_add_overflow(shape[i], begin[i], &shape[i])
            || __builtin_add_overflow(shape[i], end[i], &shape[i]))
            throw Error(ErrorCode::InvalidNode, Message("pads has entries of {} and {}", begin[i], end[i]));
    expectAffordable(shape, x.type);
    return {mode == Mode::Constant ? padded(x.data, begin, end, value) : extended(x.data, begin, end, mode), x.type};
}

Kernel bindAttributes(const graph::Node& node)
{
    const auto mode = modeOf(node);
    const auto value = node.attributes.floatOr("value", 0.0);
    const auto* name = node.opset == 1 ? "paddings" : "pads";
    return [mode, value, pads = node.attributes.intsOr(name, {})](const KernelCall& call) -> std::vector<Tensor> {
        return {evaluate(call.required(0), pads, mode, value)};
    };
}

/// Opset 18: pads may name only the axes of input 3.
graph::Shape padsOfAllAxes(const KernelCall& call)
{
    const auto pads = toInts(call.required(1), "input 1 (pads)");
    if (!call.has(3))
        return pads;
    const auto axes = toInts(call.input(3), "input 3 (axes)");
    if (pads.size() != 2 * axes.size())
        throw Error(ErrorCode::ShapeMismatch, Message("input 1 (pads) has {} entries, expected {} for {} axes",
                                                      pads.size(), 2 * axes.size(), axes.size()));
    const auto rank = call.required(0).data.dim();
    graph::Shape all(static_cast<std::size_t>(2 * rank), 0);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto axis = normalizedAxis(axes[i], rank);
        all[static_cast<std::size_t>(axis)] = pads[i];
        all[static_cast<std::size_t>(axis + rank)] = pads[i + axes.size()];
    }
    return all;
}

at::Scalar fillValue(const KernelCall& call)
{
    if (!call.has(2))
        return 0;
    const auto& value = call.input(2);
    expectSameType(value, "input 2 (constant_value)", call.required(0));
    if (value.data.numel() != 1)
        throw Error(ErrorCode::ShapeMismatch, Message("input 2 (constant_value) has shape {}, expected a scalar",
                                                      graph::toString(value.shape())));
    return value.data.item();
}

Kernel bindInputs(const graph::Node& node)
{
    return [mode = modeOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        return {evaluate(call.required(0), padsOfAllAxes(call), mode, fillValue(call))};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings({{"", "Pad", 1, 10, bindAttributes}, {"", "Pad", 11, kLatestOpset, bindInputs}});
}

} // namespace ql::ops::kernels::pad
