// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/fixes/input_moments.h"

#include "core/graph/operators/operator_traits.h"
#include "core/ops/products/float_product.h"
#include "core/runs/program/node_work.h"
#include "core/runs/run.h"
#include "core/runs/threads/side_by_side.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

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

/// How a layer's weight lies, if its input is understood.
struct RowLayout {
    std::size_t columns = 0;
    std::int64_t groups = 1;
};

std::optional<RowLayout> layoutOf(const Graph& graph, const Node& node)
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
    const auto rows = isConvolution || isProduct ? shape[std::size_t(graph::weightChannelAxis(graph, node))] : 0;
    if (rows == 0 || weight->size() == 0)
        return std::nullopt;
    return RowLayout{weight->size() / std::size_t(rows), isConvolution ? node.attributes.intOr("group", 1) : 1};
}

/// Nothing for a layer that has longer rows.
std::optional<InputMoments> emptyMoments(const Graph& graph, const Node& node, std::size_t mostColumns)
{
    const auto layout = layoutOf(graph, node);
    if (!layout || layout->columns > mostColumns)
        return std::nullopt;
    InputMoments moments{.columns = layout->columns, .groups = {}};
    moments.groups.assign(std::size_t(layout->groups), std::vector<double>(moments.columns * moments.columns, 0.0));
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

/// [groups, columns, positions], at most @p most of these and then some, spread.
at::Tensor rowsOf(const Graph& graph, const Node& node, const RowLayout& layout, const at::Tensor& input,
                  std::int64_t most)
{
    const auto columns = std::int64_t(layout.columns);
    at::Tensor rows;
    if (graph::traitsOf(node).product == graph::Product::Matrix)
        rows = input.reshape({-1, columns}).t().unsqueeze(0);
    else
        rows = columnsOf(node, graph.constantOf(node.inputs[1])->shape(), input)
                   .permute({1, 0, 2})
                   .reshape({layout.groups, columns, -1});
    return rows.slice(2, 0, rows.size(2), std::max<std::int64_t>(1, rows.size(2) / most));
}

void add(const at::Tensor& rows, InputMoments& moments)
{
    const runs::NodeThreads one(false);
    for (std::size_t g = 0; g < moments.groups.size(); ++g) {
        const auto own = rows[std::int64_t(g)];
        const auto product = ops::floatMatmul(own, own.t());
        const auto* const products = product.data_ptr<float>();
        auto& sums = moments.groups[g];
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] += double(products[i]);
    }
}

using Look = std::function<void(const Node& node, const at::Tensor& input)>;

/// What layers read, until it is looked at: several layers at a time.
class ReadInputs {
public:
    ReadInputs(const Look& look, JobContext& ctx)
        : m_look(look)
        , m_ctx(ctx.stopToken(), {})
    {
    }

    void add(const Node& node, const at::Tensor& input)
    {
        m_read.emplace_back(&node, input);
        m_bytes += input.nbytes();
        if (m_bytes > kMostBytes)
            lookAtAll();
    }

    void lookAtAll()
    {
        const auto work = [this](std::size_t i, JobContext&) {
            m_look(*m_read[i].first, m_read[i].second);
            return true;
        };
        runs::runSideBySide<bool>({.end = m_read.size(), .steps = 0}, nullptr, 0.0, m_ctx, work,
                                  [](std::size_t, bool) {});
        m_read.clear();
        m_bytes = 0;
    }

private:
    static constexpr std::size_t kMostBytes = std::size_t(256) << 20;

    const Look& m_look;
    JobContext m_ctx; ///< whose progress isn't counted
    std::vector<std::pair<const Node*, at::Tensor>> m_read;
    std::size_t m_bytes = 0;
};

/// Runs the network, and shows what the layers of @p names read, sample after sample.
void watch(const Graph& graph, const std::set<std::string>& names, const CalibrationData& data, JobContext& ctx,
           const Look& look)
{
    const runs::Program program(graph);
    ReadInputs read(look, ctx);
    const auto tap = runs::tapOfNodes(graph, [&](const Node& node, std::span<const runs::Tensor> inputs) {
        if (names.contains(node.name))
            read.add(node, inputs[0].data);
    });
    for (std::size_t i = 0; i < data.count; ++i) {
        runs::outputsOf(program, data.read(i), ctx, {.taps = {tap}});
        read.lookAtAll(); // or a layer would be there twice
    }
}

template <typename T>
std::set<std::string> namesOf(const std::map<std::string, T>& byName)
{
    std::set<std::string> names;
    for (const auto& [name, value] : byName)
        names.insert(name);
    return names;
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
    if (found.empty())
        return found;
    watch(graph, namesOf(found), data, ctx, [&](const Node& node, const at::Tensor& input) {
        add(rowsOf(graph, node, *layoutOf(graph, node), input, most), found.at(node.name));
    });
    return found;
}

std::map<std::string, InputRows> inputRows(const Graph& graph, const std::vector<std::string>& names,
                                           std::size_t leastColumns, std::int64_t mostNumbers,
                                           const CalibrationData& data, JobContext& ctx)
{
    std::map<std::string, InputRows> found;
    std::map<std::string, std::vector<at::Tensor>> parts;
    for (const auto& name : names)
        if (const auto layout = layoutOf(graph, graph.node(*graph.findNode(name)));
            layout && layout->columns >= leastColumns)
            parts[name] = {};
    if (parts.empty())
        return found;
    watch(graph, namesOf(parts), data, ctx, [&](const Node& node, const at::Tensor& input) {
        const auto layout = *layoutOf(graph, node);
        const auto positions = mostNumbers / (layout.groups * std::int64_t(layout.columns));
        const auto most = std::max<std::int64_t>(1, positions / std::int64_t(data.count));
        parts.at(node.name).push_back(rowsOf(graph, node, layout, input, most).slice(2, 0, most).contiguous());
    });
    for (auto& [name, rows] : parts)
        if (!rows.empty())
            found[name] = {.columns = rows.front().size(1), .numbers = at::cat(rows, 2)};
    return found;
}

} // namespace ql::quant
