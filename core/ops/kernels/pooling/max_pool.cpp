// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/passes/window.h"
#include "core/ops/support/adapted_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/element_wise.h"

#include <algorithm>
#include <tuple>

namespace ql::ops::kernels::max_pool {

using graph::DataType;

namespace {

struct MaxPoolAttributes {
    WindowAttributes window;
    bool roundsUp = false;
    bool columnsFirst = false; ///< indices count the last axis slowest (storage_order 1)
    bool givesIndices = false;
};

MaxPoolAttributes maxPoolAttributes(const graph::Node& node)
{
    MaxPoolAttributes attributes{windowAttributes(node), node.attributes.intOr("ceil_mode", 0) != 0,
                                 node.attributes.intOr("storage_order", 0) != 0, node.outputs.size() > 1};
    if (attributes.window.kernel.empty())
        throw Error(ErrorCode::InvalidNode, "attribute kernel_shape is missing");
    return attributes;
}

/// LibTorch wants symmetric padding of at most half a window, so pad here: with what never wins. Windows that
/// rounding up lets hang over the end get padding as well.
at::Tensor paddedForPooling(const at::Tensor& x, const Window& window, const graph::Shape& output)
{
    auto end = window.padsEnd;
    for (std::size_t i = 0; i < window.rank(); ++i) {
        const auto needed = (output[i] - 1) * window.strides[i] + window.span(i);
        end[i] = std::max(end[i], needed - x.size(static_cast<std::int64_t>(i) + 2) - window.padsBegin[i]);
    }
    return padded(x, window.padsBegin, end, -std::numeric_limits<double>::infinity());
}

bool isPlain(const Window& window, const graph::Shape& output, const at::Tensor& x)
{
    if (!window.isSymmetric())
        return false;
    for (std::size_t i = 0; i < window.rank(); ++i)
        if (window.padsBegin[i] > window.kernel[i] / 2 || window.padsBegin[i] < 0
            || output[i] != window.outputSize(i, x.size(static_cast<std::int64_t>(i) + 2), false))
            return false;
    return true;
}

at::Tensor pooled(const at::Tensor& x, const Window& window, const graph::Shape& pads)
{
    switch (window.rank()) {
    case 1: return at::max_pool1d(x, window.kernel, window.strides, pads, window.dilations);
    case 2: return at::max_pool2d(x, window.kernel, window.strides, pads, window.dilations);
    default: return at::max_pool3d(x, window.kernel, window.strides, pads, window.dilations);
    }
}

std::tuple<at::Tensor, at::Tensor> pooledWithIndices(const at::Tensor& x, const Window& window)
{
    const graph::Shape zeros(window.rank(), 0);
    switch (window.rank()) {
    case 1: return at::max_pool1d_with_indices(x, window.kernel, window.strides, zeros, window.dilations);
    case 2: return at::max_pool2d_with_indices(x, window.kernel, window.strides, zeros, window.dilations);
    default: return at::max_pool3d_with_indices(x, window.kernel, window.strides, zeros, window.dilations);
    }
}

/// LibTorch counts within one channel of the padded input; ONNX over the whole unpadded one.
at::Tensor onnxIndices(at::Tensor flat, at::IntArrayRef input, at::IntArrayRef paddedInput,
                       const MaxPoolAttributes& attributes, const Window& window)
{
    const auto rank = window.rank();
    std::vector<at::Tensor> coordinates(rank);
    std::int64_t elements = 1;
    for (std::size_t i = rank; i-- > 0;) {
        coordinates[i] = flat.remainder(paddedInput[i + 2]).sub(window.padsBegin[i]);
        flat = flat.div(paddedInput[i + 2], "floor");
        elements *= input[i + 2];
    }
    auto result = at::zeros_like(flat);
    for (std::size_t i = 0; i < rank; ++i) {
        const auto axis = attributes.columnsFirst ? rank - 1 - i : i;
        result = result.mul(input[axis + 2]).add(coordinates[axis]);
    }
    graph::Shape perPlane(rank + 2, 1);
    perPlane[0] = input[0];
    perPlane[1] = input[1];
    return result.add(at::arange(input[0] * input[1], flat.options()).mul(elements).view(perPlane));
}

/// Whether pooledVolume() takes it.
bool isPoolableVolume(const at::Tensor& x, const Window& window)
{
    const auto isNegative = [](std::int64_t pad) { return pad < 0; };
    return areContiguousFloats(x) && window.rank() == 3 && std::ranges::none_of(window.padsBegin, isNegative)
           && std::ranges::none_of(window.padsEnd, isNegative);
}

/// Along three axes: each plane, then the planes.
at::Tensor pooledVolume(const at::Tensor& x, const Window& window, const graph::Shape& output)
{
    const auto channels = x.size(0) * x.size(1), depth = x.size(2), plane = output[1] * output[2];
    const auto planes = newTensor({channels, depth, plane}, at::kFloat);
    const Window last{{window.kernel[1], window.kernel[2]},
                      {window.strides[1], window.strides[2]},
                      {window.dilations[1], window.dilations[2]},
                      {window.padsBegin[1], window.padsBegin[2]},
                      {window.padsEnd[1], window.padsEnd[2]}};
    takeLargest(x.data_ptr<float>(), planes.data_ptr<float>(),
                poolSizes(x.view({1, channels * depth, x.size(3), x.size(4)}), last, {output[1], output[2]}));
    const Window first{{window.kernel[0], 1},
                       {window.strides[0], 1},
                       {window.dilations[0], 1},
                       {window.padsBegin[0], 0},
                       {window.padsEnd[0], 0}};
    auto y = newTensor({x.size(0), x.size(1), output[0], output[1], output[2]}, at::kFloat);
    takeLargest(planes.data_ptr<float>(), y.data_ptr<float>(),
                poolSizes(planes.view({1, channels, depth, plane}), first, {output[0], plane}));
    return y;
}

std::vector<Tensor> evaluate(const KernelCall& call, const MaxPoolAttributes& attributes)
{
    const auto& input = call.required(0);
    expectType(
        input, "input 0",
        {DataType::Float, DataType::Float16, DataType::Double, DataType::BFloat16, DataType::Int8, DataType::UInt8});
    const auto rank = input.data.dim() - 2;
    if (rank < 1 || rank > 3)
        throw Error(ErrorCode::ShapeMismatch, Message("input 0 has rank {}, expected 3, 4 or 5", input.data.dim()));
    const auto window = resolved(attributes.window, input.data.sizes().slice(2), attributes.window.kernel);
    graph::Shape output;
    for (std::size_t i = 0; i < window.rank(); ++i)
        output.push_back(window.outputSize(i, input.data.size(static_cast<std::int64_t>(i) + 2), attributes.roundsUp));
    // Every 8-bit integer is a float32, in which LibTorch pools.
    const auto x = at::isFloatingType(input.data.scalar_type()) ? computable(input) : input.data.to(at::kFloat);
    if (!attributes.givesIndices && isPoolable(x, window)) {
        graph::Shape sizes{x.size(0), x.size(1)};
        sizes.insert(sizes.end(), output.begin(), output.end());
        const auto y = newTensor(sizes, at::kFloat);
        takeLargest(x.data_ptr<float>(), y.data_ptr<float>(), poolSizes(x, window, output));
        return {storedAs(y, input.type)};
    }
    if (!attributes.givesIndices && isPoolableVolume(x, window))
        return {storedAs(pooledVolume(x, window, output), input.type)};
    if (!attributes.givesIndices && isPlain(window, output, x))
        return {storedAs(pooled(x, window, window.padsBegin), input.type)};
    const auto wide = paddedForPooling(x, window, output);
    if (!attributes.givesIndices)
        return {storedAs(pooled(wide, window, graph::Shape(window.rank(), 0)), input.type)};
    const auto [values, indices] = pooledWithIndices(wide, window);
    return {storedAs(values, input.type), Tensor{onnxIndices(indices, x.sizes(), wide.sizes(), attributes, window)}};
}

} // namespace

OperatorDefinitions definitions()
{
    // What ONNX Runtime's layout pass makes of a MaxPool between quantized convolutions.
    const auto bindChannelsLast = [](const graph::Node& node) {
        return channelsLast(boundTo<maxPoolAttributes, evaluate>(node));
    };
    return {{"", "MaxPool", 1, kLatestOpset, boundTo<maxPoolAttributes, evaluate>},
            {"com.microsoft", "NhwcMaxPool", 1, kLatestOpset, bindChannelsLast}};
}

} // namespace ql::ops::kernels::max_pool
