// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/fixes/input_moments.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <array>

namespace ql::quant {

namespace {

using graph::Graph;
using graph::Node;

/// A picture has more positions than say anything new.
constexpr std::int64_t kPositions = 16384; ///< of a layer, over all samples
constexpr std::int64_t kLeastPositions = 64;

std::vector<std::int64_t> listOf(const Node& node, const char* name, std::size_t count, std::int64_t fallback)
{
    auto list = node.attributes.intsOr(name, {});
    return list.empty() ? std::vector<std::int64_t>(count, fallback) : list;
}

/// Nothing for a layer whose input isn't understood.
std::optional<InputMoments> emptyMoments(const Graph& graph, const Node& node, std::size_t mostColumns)
{
    const auto product = graph::traitsOf(node).product;
    const auto* weight =
        node.inputs.size() > 1 && node.inputs[1].isValid() ? graph.constantOf(node.inputs[1]) : nullptr;
    if (!weight || weight->type() != graph::DataType::Float || node.body.isValid())
        return std::nullopt;
    const auto& shape = weight->shape();
    const bool isConvolution = product == graph::Product::Convolution && (shape.size() == 3 || shape.size() == 4)
                               && node.attributes.stringOr("auto_pad", "NOTSET") == "NOTSET";
    const bool isProduct = product == graph::Product::Matrix && shape.size() == 2
                           && node.attributes.intOr("transA", 0) == 0 && node.attributes.floatOr("alpha", 1.0) == 1.0;
    if (!isConvolution && !isProduct)
        return std::nullopt;
    const auto rows = shape[std::size_t(graph::weightChannelAxis(graph, node))];
    const auto groups = isConvolution ? node.attributes.intOr("group", 1) : 1;
    InputMoments moments{.columns = weight->size() / std::size_t(rows)};
    if (moments.columns == 0 || moments.columns > mostColumns)
        return std::nullopt;
    moments.groups.assign(std::size_t(groups), std::vector<double>(moments.columns * moments.columns, 0.0));
    return moments;
}

/// [batch, channels × kernel, positions], padded as the layer says.
at::Tensor columnsOf(const Node& node, const graph::Shape& weight, at::Tensor x)
{
    const bool isFlat = weight.size() == 3;
    const std::size_t dimensions = weight.size() - 2;
    auto kernel = std::vector<std::int64_t>(weight.begin() + 2, weight.end());
    auto strides = listOf(node, "strides", dimensions, 1);
    auto dilations = listOf(node, "dilations", dimensions, 1);
    const auto pads = listOf(node, "pads", 2 * dimensions, 0);
    std::vector<std::int64_t> padding; // innermost axis first, begin and end
    for (std::size_t i = dimensions; i-- > 0;)
        padding.insert(padding.end(), {pads[i], pads[dimensions + i]});
    x = at::constant_pad_nd(x, padding);
    if (isFlat) {
        x = x.unsqueeze(2);
        kernel.insert(kernel.begin(), 1);
        strides.insert(strides.begin(), 1);
        dilations.insert(dilations.begin(), 1);
    }
    return at::im2col(x, kernel, dilations, {0, 0}, strides);
}

/// @p most of the positions are looked at, spread.
void add(const Graph& graph, const Node& node, const at::Tensor& input, std::int64_t most, InputMoments& moments)
{
    const auto columns = std::int64_t(moments.columns);
    const auto groups = std::int64_t(moments.groups.size());
    at::Tensor rows; // [groups, columns, positions]
    if (graph::traitsOf(node).product == graph::Product::Matrix)
        rows = input.reshape({-1, columns}).t().unsqueeze(0);
    else
        rows = columnsOf(node, graph.constantOf(node.inputs[1])->shape(), input)
                   .permute({1, 0, 2})
                   .reshape({groups, columns, -1});
    rows = rows.slice(2, 0, rows.size(2), std::max<std::int64_t>(1, rows.size(2) / most));
    for (std::int64_t g = 0; g < groups; ++g) {
        const auto own = rows[g].contiguous();
        const auto product = at::mm(own, own.t()).to(at::kDouble).contiguous();
        auto& sums = moments.groups[std::size_t(g)];
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] += product.data_ptr<double>()[i];
    }
}

} // namespace

std::map<std::string, InputMoments> inputMoments(const Graph& graph, const std::vector<std::string>& names,
                                                 std::size_t mostColumns, const CalibrationData& data, JobContext& ctx)
{
    std::map<std::string, InputMoments> found;
    for (const auto& name : names)
        if (auto moments = emptyMoments(graph, graph.node(*graph.findNode(name)), mostColumns))
            found.emplace(name, std::move(*moments));
    const auto most =
        std::max<std::int64_t>(kLeastPositions, kPositions / std::int64_t(std::max<std::size_t>(1, data.count)));
    const runtime::Program program(graph);
    for (std::size_t i = 0; i < data.count; ++i) {
        runtime::Execution execution(program, data.read(i), {{}, {}, ctx.stopToken()});
        while (!execution.isDone()) {
            const auto& node = graph.node(execution.next());
            if (const auto moments = found.find(node.name); moments != found.end())
                add(graph, node, execution.tensor(node.inputs[0]).data, most, moments->second);
            ctx.throwIfCancelled();
            execution.step();
        }
    }
    return found;
}

} // namespace ql::quant
