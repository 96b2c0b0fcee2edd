// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/passes/window.h"

#include "core/base/error.h"
#include "core/ops/support/direct_tensor.h"

#include <algorithm>
#include <limits>

namespace ql::ops {

namespace {

AutoPad autoPadFromName(const std::string& name)
{
    if (name == "NOTSET")
        return AutoPad::NotSet;
    if (name == "SAME_UPPER")
        return AutoPad::SameUpper;
    if (name == "SAME_LOWER")
        return AutoPad::SameLower;
    if (name == "VALID")
        return AutoPad::Valid;
    throw Error(ErrorCode::InvalidNode,
                Message("auto_pad is \"{}\", expected NOTSET, SAME_UPPER, SAME_LOWER or VALID", name));
}

constexpr std::int64_t kMostEntry = std::numeric_limits<std::int32_t>::max(); ///< sums of such don't overflow

void expectWithin(const graph::Shape& list, const Message& what, std::int64_t least)
{
    for (const auto entry : list)
        if (entry < least || entry > kMostEntry)
            throw Error(ErrorCode::InvalidNode,
                        Message("{} has an entry of {}, expected one from {} to {}", what, entry, least, kMostEntry));
}

graph::Shape listOrDefault(const graph::Shape& list, const Message& what, std::size_t size, std::int64_t fallback)
{
    if (list.empty())
        return graph::Shape(size, fallback);
    if (list.size() != size)
        throw Error(ErrorCode::InvalidNode, Message("{} has {} entries, expected {}", what, list.size(), size));
    return list;
}

/// Pads so that the output has ceil(input / stride) positions.
void padToSame(Window& window, at::IntArrayRef input, bool moreAtEnd)
{
    for (std::size_t i = 0; i < window.rank(); ++i) {
        const auto output = (input[i] + window.strides[i] - 1) / window.strides[i];
        const auto total = std::max<std::int64_t>(0, (output - 1) * window.strides[i] + window.span(i) - input[i]);
        window.padsBegin[i] = moreAtEnd ? total / 2 : total - total / 2;
        window.padsEnd[i] = total - window.padsBegin[i];
    }
}

} // namespace

WindowAttributes windowAttributes(const graph::Node& node)
{
    const auto& attributes = node.attributes;
    WindowAttributes window;
    window.autoPad = autoPadFromName(attributes.stringOr("auto_pad", "NOTSET"));
    window.kernel = attributes.intsOr("kernel_shape", {});
    window.strides = attributes.intsOr("strides", {});
    window.dilations = attributes.intsOr("dilations", {});
    window.pads = attributes.intsOr("pads", {});
    expectWithin(window.kernel, "kernel_shape", 1);
    expectWithin(window.strides, "strides", 1);
    expectWithin(window.dilations, "dilations", 1);
    expectWithin(window.pads, "pads", -kMostEntry);
    return window;
}

ConvolutionAttributes::ConvolutionAttributes(const graph::Node& node)
    : window(windowAttributes(node))
    , groups(node.attributes.intOr("group", 1))
{
    if (groups < 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute group is {}, expected ≥ 1", groups));
}

bool Window::isDilated() const
{
    return std::any_of(dilations.begin(), dilations.end(), [](std::int64_t dilation) { return dilation != 1; });
}

std::int64_t Window::outputSize(std::size_t axis, std::int64_t inputSize, bool roundUp) const
{
    const auto kernel = inputSize + padsBegin[axis] + padsEnd[axis] - span(axis);
    if (kernel < 0)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("window of {} does not fit into spatial axis {} of size {} with padding {}+{}", span(axis),
                            axis, inputSize, padsBegin[axis], padsEnd[axis]));
    auto steps = roundUp ? (kernel + strides[axis] - 1) / strides[axis] : kernel / strides[axis];
    if (roundUp && steps * strides[axis] >= inputSize + padsBegin[axis])
        --steps;
    return steps + 1;
}

Window resolved(const WindowAttributes& attributes, at::IntArrayRef input, at::IntArrayRef kernel)
{
    if (!attributes.kernel.empty() && at::IntArrayRef(attributes.kernel) != kernel)
        throw Error(ErrorCode::ShapeMismatch,
                    Message("kernel_shape is {}, but the weight's is {}", graph::toString(attributes.kernel),
                            graph::toString(kernel.vec())));
    if (input.size() != kernel.size())
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input has {} spatial axes, expected {} as the kernel", input.size(), kernel.size()));
    const auto rank = kernel.size();
    Window window;
    window.kernel = kernel.vec();
    window.strides = listOrDefault(attributes.strides, "strides", rank, 1);
    window.dilations = listOrDefault(attributes.dilations, "dilations", rank, 1);
    const bool isExplicit = attributes.autoPad == AutoPad::NotSet;
    const auto pads = listOrDefault(isExplicit ? attributes.pads : graph::Shape{}, "pads", 2 * rank, 0);
    const auto middle = pads.begin() + static_cast<std::ptrdiff_t>(rank);
    window.padsBegin.assign(pads.begin(), middle);
    window.padsEnd.assign(middle, pads.end());
    if (attributes.autoPad == AutoPad::SameUpper || attributes.autoPad == AutoPad::SameLower)
        padToSame(window, input, attributes.autoPad == AutoPad::SameUpper);
    return window;
}

at::Tensor padded(const at::Tensor& tensor, const graph::Shape& begin, const graph::Shape& end, const at::Scalar& value)
{
    const auto isZero = [](std::int64_t pad) { return pad == 0; };
    if (std::all_of(begin.begin(), begin.end(), isZero) && std::all_of(end.begin(), end.end(), isZero))
        return tensor;
    graph::Shape lastAxisFirst;
    for (std::size_t i = begin.size(); i-- > 0;) {
        lastAxisFirst.push_back(begin[i]);
        lastAxisFirst.push_back(end[i]);
    }
    return at::constant_pad_nd(tensor, lastAxisFirst, value);
}

bool isPoolable(const at::Tensor& x, const Window& window)
{
    const auto isNegative = [](std::int64_t pad) { return pad < 0; };
    return areContiguousFloats(x) && window.rank() <= 2 && std::ranges::none_of(window.padsBegin, isNegative)
           && std::ranges::none_of(window.padsEnd, isNegative);
}

PoolSizes poolSizes(const at::Tensor& x, const Window& window, const graph::Shape& output)
{
    PoolSizes sizes{.planes = x.size(0) * x.size(1)};
    const auto last = window.rank() - 1;
    sizes.inputColumns = x.size(-1);
    sizes.outputColumns = output[last];
    sizes.kernelColumns = window.kernel[last];
    sizes.columnStride = window.strides[last];
    sizes.columnDilation = window.dilations[last];
    sizes.columnPad = window.padsBegin[last];
    if (last == 0)
        return sizes;
    sizes.inputRows = x.size(2);
    sizes.outputRows = output[0];
    sizes.kernelRows = window.kernel[0];
    sizes.rowStride = window.strides[0];
    sizes.rowDilation = window.dilations[0];
    sizes.rowPad = window.padsBegin[0];
    return sizes;
}

} // namespace ql::ops
