// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/output_slices.h"

#include "core/analysis/matching/paired_inputs.h"
#include "core/base/error.h"
#include "core/graph/ir/graph_copy.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>

namespace ql::analysis {

namespace {

constexpr int kOpset = 13; ///< of a Slice that reads its places

void addSlice(graph::Graph& graph, graph::ValueId output, const OutputSlice& slice)
{
    std::vector<std::int64_t> starts, ends, axes;
    for (std::size_t axis = 0; axis < slice.ranges.size(); ++axis) {
        if (slice.ranges[axis].isWhole())
            continue;
        starts.push_back(slice.ranges[axis].begin);
        ends.push_back(slice.ranges[axis].end);
        axes.push_back(std::int64_t(axis));
    }
    const auto constant = [&](const char* word, const std::vector<std::int64_t>& numbers) {
        return graph.addInitializer(
            slice.text + word, graph::TensorData::of(graph::DataType::Int64, {std::int64_t(numbers.size())}, numbers));
    };
    const auto type = graph.value(output).type;
    const std::vector inputs{output, constant("/starts", starts), constant("/ends", ends), constant("/axes", axes)};
    const auto value = graph.addValue(slice.text, type);
    graph.addNode({.name = slice.text, .opType = "Slice", .opset = kOpset, .inputs = inputs, .outputs = {value}});
    graph.addOutput(value);
}

} // namespace

std::vector<std::string> outputNamesOf(const graph::Graph& model)
{
    std::vector<std::string> names;
    for (const auto output : model.outputs())
        names.push_back(model.value(output).name);
    return names;
}

std::size_t outputNamed(const graph::Graph& model, const std::string& name)
{
    const auto names = outputNamesOf(model);
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
        throw Error(ErrorCode::BadArgument, Message("the model has no output {}", name),
                    Message("its outputs are {}", fmt::join(names, ", ")));
    return std::size_t(found - names.begin());
}

std::optional<OutputSlice> outputSliceIn(const std::string& text, const graph::Graph& model)
{
    const auto names = outputNamesOf(model);
    const auto bracket = text.rfind('[');
    if (std::ranges::find(names, text) != names.end() || bracket == text.npos)
        return std::nullopt;
    const auto output = outputNamed(model, text.substr(0, bracket));
    auto ranges = sliceRanges(std::string_view(text).substr(bracket));
    if (!ranges)
        throw Error(ErrorCode::BadArgument, Message("{} is no slice of an output", text),
                    "write it as of an array, without steps: y[:, 4:84], y[0], y[-1:]");
    OutputSlice slice{text, output, std::move(*ranges)};
    const auto& shape = model.value(model.outputs()[slice.output]).shape;
    if (shape && slice.ranges.size() > shape->size())
        throw Error(ErrorCode::BadArgument,
                    Message("{} has {} axes, the output {}", text, slice.ranges.size(), shape->size()));
    for (std::size_t axis = 0; shape && axis < slice.ranges.size(); ++axis)
        if (const auto size = (*shape)[axis].size; size > 0 && slice.ranges[axis].count(size) <= 0)
            throw Error(ErrorCode::BadArgument, Message("{} holds no element", text));
    return slice;
}

GraphPair withOutputSlices(const graph::Graph& baseline, const graph::Graph& analysis,
                           const std::vector<std::string>& outputs)
{
    std::vector<OutputSlice> slices;
    for (const auto& output : outputs)
        if (auto slice = outputSliceIn(output, baseline);
            slice && std::ranges::find(slices, slice->text, &OutputSlice::text) == slices.end())
            slices.push_back(std::move(*slice));
    if (slices.empty())
        return {};
    auto first = graph::copyGraph(baseline);
    auto second = graph::copyGraph(analysis);
    const auto partners = pairOutputs(baseline, analysis);
    for (const auto& slice : slices) {
        const auto partner = partners[slice.output];
        if (!partner)
            throw Error(ErrorCode::BadArgument, Message("the analysis model lacks the output of {}", slice.text));
        addSlice(first, first.outputs()[slice.output], slice);
        addSlice(second, second.outputs()[*partner], slice);
    }
    return {std::make_shared<const graph::Graph>(std::move(first)),
            std::make_shared<const graph::Graph>(std::move(second))};
}

} // namespace ql::analysis
