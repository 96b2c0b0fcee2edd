// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/preparation/input_means.h"

#include "core/graph/operators/operator_traits.h"
#include "core/ops/passes/window.h"
#include "core/runs/program/node_work.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

namespace ql::quant {

namespace {

using graph::Graph;
using graph::Node;

bool isConvolution(const Node& node)
{
    return graph::traitsOf(node).product == graph::Product::Convolution;
}

std::vector<double> numbersOf(const at::Tensor& tensor)
{
    const auto plain = tensor.to(at::kDouble).contiguous();
    return {plain.data_ptr<double>(), plain.data_ptr<double>() + plain.numel()};
}

/// Compilers make vectors of independent sums.
double dot(std::span<const float> a, std::span<const double> b)
{
    std::array<double, 8> sums{};
    std::size_t i = 0;
    for (; i + sums.size() <= a.size(); i += sums.size())
        for (std::size_t k = 0; k < sums.size(); ++k)
            sums[k] += double(a[i + k]) * b[i + k];
    for (std::size_t k = 0; i < a.size(); ++i, ++k)
        sums[k] += double(a[i]) * b[i];
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

/// [channels, taps …]: sums over the positions that each tap of @p window reads of @p x [batch, channels, …], padded.
at::Tensor tapSums(const at::Tensor& x, const ops::Window& window, const graph::Shape& output)
{
    auto sums = x;
    for (std::size_t axis = window.rank(); axis-- > 0;) {
        const auto dimension = std::int64_t(axis) + 2;
        std::vector<at::Tensor> taps;
        for (std::int64_t tap = 0; tap < window.kernel[axis]; ++tap) {
            const auto begin = tap * window.dilations[axis];
            const auto end = begin + (output[axis] - 1) * window.strides[axis] + 1;
            taps.push_back(sums.slice(dimension, begin, end, window.strides[axis]).sum(dimension, false, at::kDouble));
        }
        sums = at::stack(taps, dimension);
    }
    return sums.sum(0, false, at::kDouble);
}

InputSums convolutionSums(const Node& node, const graph::Shape& weight, const at::Tensor& x)
{
    const ops::ConvolutionAttributes attributes(node);
    if (std::size_t(x.dim()) != weight.size() || x.size(1) != weight[1] * attributes.groups)
        return {};
    const auto spatial = x.sizes().slice(2);
    const auto window = ops::resolved(attributes.window, spatial, at::IntArrayRef(weight).slice(2));
    graph::Shape output;
    double count = double(x.size(0));
    for (std::size_t axis = 0; axis < window.rank(); ++axis) {
        output.push_back(window.outputSize(axis, spatial[axis], false));
        count *= double(std::max<std::int64_t>(0, output.back()));
    }
    if (count == 0.0)
        return {};
    return {numbersOf(tapSums(ops::padded(x, window.padsBegin, window.padsEnd, 0.0), window, output)), count};
}

} // namespace

bool hasInputMeans(const Graph& graph, const Node& node)
{
    const auto product = graph::traitsOf(node).product;
    const auto* weight =
        node.inputs.size() > 1 && node.inputs[1].isValid() ? graph.constantOf(node.inputs[1]) : nullptr;
    if (!weight || node.body.isValid() || weight->size() == 0)
        return false;
    if (product == graph::Product::Matrix)
        return weight->shape().size() == 2 && node.attributes.intOr("transA", 0) == 0;
    return product == graph::Product::Convolution && weight->shape().size() > 2;
}

InputSums inputSums(const Graph& graph, const Node& node, const at::Tensor& input)
{
    const runs::NodeThreads one(false); // ATen cuts a single sum by the number of threads
    const auto& weight = graph.constantOf(node.inputs[1])->shape();
    if (isConvolution(node))
        return convolutionSums(node, weight, input);
    const auto depth = weight[graph::weightChannelAxis(graph, node) == 0 ? 1 : 0];
    if (input.dim() == 0 || input.size(-1) != depth || input.numel() == 0)
        return {};
    return {numbersOf(input.reshape({-1, depth}).sum(0, false, at::kDouble)), double(input.numel() / depth)};
}

std::vector<double> madeOnAverage(const Graph& graph, const Node& node, const at::Tensor& weight,
                                  const std::vector<double>& means)
{
    const auto groups = isConvolution(node) ? node.attributes.intOr("group", 1) : 1;
    const auto rows = (graph::weightChannelAxis(graph, node) == 0 ? weight.flatten(1) : weight.t()).contiguous();
    const auto* numbers = rows.data_ptr<float>();
    const auto count = std::size_t(rows.size(0)), columns = std::size_t(rows.size(1));
    const auto rowsOfGroup = count / std::size_t(groups);
    std::vector<double> made;
    for (std::size_t row = 0; row < count; ++row)
        made.push_back(
            dot({numbers + row * columns, columns}, std::span(means).subspan(row / rowsOfGroup * columns, columns)));
    return made;
}

} // namespace ql::quant
