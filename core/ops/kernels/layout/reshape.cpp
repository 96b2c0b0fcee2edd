// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/strings/string_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"

#include <algorithm>
#include <fmt/format.h>

namespace ql::ops::kernels::reshape {

namespace {

[[noreturn]] void refuse(const Tensor& x, const graph::Shape& wanted)
{
    throw Error(ErrorCode::ShapeMismatch, Message("input 0 of shape {} can't be reshaped to [{}]",
                                                  graph::toString(x.shape()), fmt::join(wanted, ", ")));
}

/// Replaces 0 (copy the input's size, unless @p keepsZero) and the one -1 (whatever is left).
graph::Shape completed(const Tensor& x, const graph::Shape& wanted, bool keepsZero)
{
    auto shape = wanted;
    std::int64_t known = 1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] == 0 && !keepsZero) {
            if (i >= static_cast<std::size_t>(x.data.dim()))
                refuse(x, wanted);
            shape[i] = x.data.size(static_cast<std::int64_t>(i));
        }
        if (shape[i] < -1)
            refuse(x, wanted);
        if (shape[i] != -1 && __builtin_mul_overflow(known, shape[i], &known))
            refuse(x, wanted);
    }
    const auto open = std::find(shape.begin(), shape.end(), -1);
    if (open != shape.end()) {
        if (known == 0 || x.data.numel() % known != 0 || std::find(open + 1, shape.end(), -1) != shape.end())
            refuse(x, wanted);
        *open = x.data.numel() / known;
    } else if (known != x.data.numel()) {
        refuse(x, wanted);
    }
    return shape;
}

Kernel bindReshape(const graph::Node& node)
{
    return [keepsZero = node.attributes.intOr("allowzero", 0) != 0](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto shape = completed(x, toInts(call.required(1), "input 1 (shape)"), keepsZero);
        return {{reshaped(x.data, shape), x.type}};
    };
}

/// Before opset 5 the shape is an attribute.
Kernel bindOldReshape(const graph::Node& node)
{
    return [shape = node.attributes.intsOr("shape", {})](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        return {{reshaped(x.data, completed(x, shape, false)), x.type}};
    };
}

Kernel bindFlatten(const graph::Node& node)
{
    return [axis = node.attributes.intOr("axis", 1)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto rank = x.data.dim();
        const auto split = axis == rank ? rank : normalizedAxis(axis, rank);
        const auto rows = c10::multiply_integers(x.data.sizes().slice(0, std::size_t(split)));
        const auto columns = c10::multiply_integers(x.data.sizes().slice(std::size_t(split)));
        return {{reshaped(x.data, {rows, columns}), x.type}};
    };
}

struct AxesAttribute {
    graph::Shape axes;
    bool isPresent = false;
};

AxesAttribute axesAttribute(const graph::Node& node)
{
    return {node.attributes.intsOr("axes", {}), node.attributes.has("axes")};
}

/// Each axis within @p rank, ascending. @throws Error (InvalidNode) when one is named twice.
graph::Shape sortedAxes(const graph::Shape& axes, std::int64_t rank)
{
    graph::Shape result;
    for (const auto axis : axes)
        result.push_back(normalizedAxis(axis, rank));
    std::sort(result.begin(), result.end());
    if (std::adjacent_find(result.begin(), result.end()) != result.end())
        throw Error(ErrorCode::InvalidNode, Message("axes [{}] name an axis twice", fmt::join(axes, ", ")));
    return result;
}

Kernel bindSqueeze(const graph::Node& node)
{
    return [attribute = axesAttribute(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto axes = axesOf(call, 1, attribute.axes, attribute.isPresent);
        if (!axes)
            return {{x.data.squeeze(), x.type}};
        auto sizes = x.data.sizes().vec(), strides = x.data.strides().vec();
        const auto sorted = sortedAxes(*axes, x.data.dim());
        for (auto axis = sorted.rbegin(); axis != sorted.rend(); ++axis) {
            if (x.data.size(*axis) != 1)
                throw Error(ErrorCode::ShapeMismatch,
                            Message("axis {} of input 0 has size {}, expected 1", *axis, x.data.size(*axis)));
            sizes.erase(sizes.begin() + *axis);
            strides.erase(strides.begin() + *axis);
        }
        return {{viewOf(x.data, sizes, strides), x.type}};
    };
}

Kernel bindUnsqueeze(const graph::Node& node)
{
    return [attribute = axesAttribute(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        const auto axes = axesOf(call, 1, attribute.axes, attribute.isPresent);
        if (!axes)
            throw Error(ErrorCode::InvalidNode, "axes are missing");
        auto sizes = x.data.sizes().vec(), strides = x.data.strides().vec();
        for (const auto axis : sortedAxes(*axes, x.data.dim() + static_cast<std::int64_t>(axes->size()))) {
            const auto i = static_cast<std::size_t>(axis);
            const auto step = i < sizes.size() ? sizes[i] * strides[i] : 1;
            sizes.insert(sizes.begin() + axis, 1);
            strides.insert(strides.begin() + axis, step);
        }
        return {{viewOf(x.data, sizes, strides), x.type}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return takingStrings({{"", "Flatten", 1, kLatestOpset, bindFlatten},
                          {"", "Reshape", 1, 4, bindOldReshape},
                          {"", "Reshape", 5, kLatestOpset, bindReshape},
                          {"", "Squeeze", 1, kLatestOpset, bindSqueeze},
                          {"", "Unsqueeze", 1, kLatestOpset, bindUnsqueeze}});
}

} // namespace ql::ops::kernels::reshape
