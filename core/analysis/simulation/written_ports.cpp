// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/simulation/written_ports.h"

#include "core/base/error.h"
#include "core/graph/ir/graph_copy.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace ql::analysis {

namespace {

using graph::Graph;
using graph::ValueId;

/// "input:0=batch"
struct DynamicAxis {
    std::string port;
    std::int64_t axis = 0;
    std::string symbol;
};

DynamicAxis axisOf(const std::string& words)
{
    const auto equals = words.find('=');
    const auto colon = words.rfind(':', equals);
    DynamicAxis axis;
    const auto number = colon == std::string::npos ? std::string() : words.substr(colon + 1, equals - colon - 1);
    const auto* end = number.data() + number.size();
    const auto [rest, error] = std::from_chars(number.data(), end, axis.axis);
    if (number.empty() || error != std::errc{} || rest != end || equals == words.size() - 1)
        throw Error(ErrorCode::BadArgument, Message("{} is no dynamic axis", words),
                    "write NAME:AXIS or NAME:AXIS=SYMBOL, as input:0=batch");
    axis.port = words.substr(0, colon);
    axis.symbol = equals == std::string::npos ? fmt::format("{}_dynamic_axes_{}", axis.port, axis.axis)
                                              : words.substr(equals + 1);
    return axis;
}

void requireCount(const std::vector<std::string>& names, std::size_t count, bool isOfInputs)
{
    if (names.empty() || names.size() == count)
        return;
    throw Error(ErrorCode::BadArgument,
                isOfInputs ? Message("{} names for {} inputs: {}", names.size(), count, fmt::join(names, ", "))
                           : Message("{} names for {} outputs: {}", names.size(), count, fmt::join(names, ", ")),
                "give one for each, in their order; info MODEL lists them");
}

Graph renamed(const Graph& graph, const results::PortNames& ports)
{
    requireCount(ports.inputs, graph.inputs().size(), true);
    requireCount(ports.outputs, graph.outputs().size(), false);
    graph::CopyEdits edits;
    for (std::size_t i = 0; i < ports.inputs.size(); ++i)
        edits.names[graph.inputs()[i]] = ports.inputs[i];
    for (std::size_t i = 0; i < ports.outputs.size(); ++i)
        edits.names[graph.outputs()[i]] = ports.outputs[i];
    std::set<std::string> taken;
    for (const auto& [value, name] : edits.names) {
        const auto owner = graph.findValue(name);
        if (name.empty() || !taken.insert(name).second || (owner && !edits.names.contains(*owner)))
            throw Error(ErrorCode::BadArgument, Message("\"{}\" can't be the name of {}: it is taken, or empty", name,
                                                        graph.value(value).name));
    }
    return graph::copyGraph(graph, edits);
}

ValueId portNamed(const Graph& graph, const std::string& name)
{
    std::vector<std::string> names;
    for (const auto* ports : {&graph.inputs(), &graph.outputs()})
        for (const auto port : *ports) {
            if (graph.value(port).name == name)
                return port;
            names.push_back(graph.value(port).name);
        }
    throw Error(ErrorCode::BadArgument, Message("{} is neither an input nor an output", name),
                Message("they are {}", fmt::join(names, ", ")));
}

void setSymbol(Graph& graph, const DynamicAxis& dynamic)
{
    const auto port = portNamed(graph, dynamic.port);
    auto shape = graph.value(port).shape;
    const auto rank = shape ? std::int64_t(shape->size()) : 0;
    const auto axis = dynamic.axis < 0 ? dynamic.axis + rank : dynamic.axis;
    if (!shape || axis < 0 || axis >= rank)
        throw Error(ErrorCode::BadArgument, Message("{} has no axis {}: its rank is {}", dynamic.port, dynamic.axis,
                                                    shape ? std::to_string(rank) : "?"));
    (*shape)[std::size_t(axis)] = {-1, dynamic.symbol};
    graph.setShape(port, *std::move(shape));
}

/// Sizes that were worked out for the sizes before.
void forgetSizes(Graph& graph)
{
    std::set<ValueId> ports(graph.inputs().begin(), graph.inputs().end());
    ports.insert(graph.outputs().begin(), graph.outputs().end());
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ValueId id{std::int32_t(i)};
        const auto& value = graph.value(id);
        if (value.shape && !value.initializer && !ports.contains(id))
            graph.setShape(id, graph::DeclaredShape(value.shape->size()));
    }
}

} // namespace

void requireFolder(const results::PortNames& ports, const std::string& folder)
{
    if (!ports.isEmpty() && folder.empty())
        throw Error(ErrorCode::BadArgument, "names of inputs and outputs are given, but no model is written",
                    "give a folder with --out");
}

Graph withPorts(const Graph& graph, const results::PortNames& ports)
{
    auto written = renamed(graph, ports);
    if (!ports.dynamicAxes.empty())
        forgetSizes(written);
    for (const auto& words : ports.dynamicAxes)
        setSymbol(written, axisOf(words));
    return written;
}

} // namespace ql::analysis
