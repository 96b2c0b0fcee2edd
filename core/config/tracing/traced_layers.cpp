// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/tracing/traced_layers.h"

#include "core/config/tracing/data_flow.h"
#include "core/config/tracing/written_modules.h"
#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/op_kind.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <ranges>
#include <set>

namespace ql::config {

namespace {

using graph::Graph;
using graph::Node;
using graph::NodeId;
using graph::OpKind;

/// What Python calls so by itself: torch.fx numbers these from 1 on.
bool isBuiltIn(std::string_view name)
{
    constexpr std::array<std::string_view, 19> kNames{"abs",   "all",   "any",   "bool",  "complex", "divmod", "filter",
                                                      "float", "hash",  "hex",   "int",   "len",     "max",    "min",
                                                      "pow",   "range", "round", "slice", "sum"};
    return std::ranges::find(kNames, name) != kNames.end();
}

/// Gives names as the namespace of a torch.fx graph does.
class Namespace {
public:
    std::string nameFor(std::string candidate)
    {
        for (char& c : candidate)
            c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
        if (!candidate.empty() && std::isdigit(static_cast<unsigned char>(candidate.front())))
            candidate.insert(0, 1, '_');
        auto base = candidate;
        int number = 0;
        if (const auto bar = candidate.rfind('_'); bar != std::string::npos && bar + 1 < candidate.size()) {
            const auto* end = candidate.data() + candidate.size();
            const auto [rest, error] = std::from_chars(candidate.data() + bar + 1, end, number);
            if (error == std::errc{} && rest == end)
                base = candidate.substr(0, bar);
            else
                number = 0;
        }
        if (number > 0)
            candidate = fmt::format("{}_{}", base, number); // without leading zeros
        auto& given = m_given.try_emplace(candidate, number).first->second;
        while (m_used.contains(candidate) || isBuiltIn(candidate))
            candidate = fmt::format("{}_{}", base, ++given);
        m_used.insert(candidate);
        return candidate;
    }

private:
    std::set<std::string, std::less<>> m_used;
    std::map<std::string, int> m_given; ///< by what was asked for, the number up to which none is free
};

/// Of an ONNX export from the node's name, of TorchScript from its scope.
std::string pathOf(const Node& node)
{
    if (auto path = modulePath(node.name); !path.empty() || node.name.starts_with('/'))
        return path;
    return node.attributes.find(std::string(graph::kTorchModuleCall)) ? node.scope : std::string();
}

/// Torch exports AdaptiveMaxPool2d(1), too, as a MaxPool whose window is the whole input.
bool poolsAll(const Graph& graph, const Node& node)
{
    const auto* shape = node.opType == "MaxPool" && node.domain.empty() && graph.value(node.inputs.at(0)).shape
                            ? &*graph.value(node.inputs[0]).shape
                            : nullptr;
    const auto window = node.attributes.intsOr("kernel_shape", {});
    if (!shape || shape->size() != window.size() + 2)
        return false;
    for (std::size_t i = 0; i < window.size(); ++i)
        if ((*shape)[i + 2].size != window[i])
            return false;
    return std::ranges::all_of(node.attributes.intsOr("pads", {}), [](auto size) { return size == 0; });
}

bool computesOrMoves(const Node& node)
{
    const auto kind = graph::opKind(node);
    return kind == OpKind::Compute || kind == OpKind::DataMovement;
}

class Tracing {
public:
    explicit Tracing(const Graph& graph)
        : m_graph(graph)
        , m_data(graph)
        , m_written(writtenModules(graph, m_data))
    {
        for (const auto& written : m_written)
            for (const auto id : written.nodes)
                m_writtenBy[id] = &written;
        for (const auto& node : graph.nodes()) {
            const auto path = pathOf(node);
            if (m_data.isData(node))
                ++m_computing[{path, callOf(node)}];
            for (auto dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1))
                m_parents.insert(path.substr(0, dot));
        }
    }

    std::vector<TracedLayer> layers()
    {
        for (const auto& node : m_graph.nodes()) {
            const auto found = m_writtenBy.find(node.id);
            if (found != m_writtenBy.end() ? found->second->nodes.front() != node.id : !computesOrMoves(node))
                continue;
            if (!m_data.isData(node) && !m_data.computesOnConstants(node)) {
                if (m_data.isCalledOnSizes(node))
                    takeFunction(node, torchFunctionOf(node));
                continue;
            }
            TracedLayer layer;
            layer.function = found != m_writtenBy.end() ? found->second->function
                             : poolsAll(m_graph, node)  ? &torchFunctionOfOperator("GlobalMaxPool")
                                                        : &torchFunctionOf(node);
            layer.nodes = found == m_writtenBy.end() ? std::vector{node.id} : found->second->nodes;
            takeInputs(layer);
            takeNames(node, layer);
            m_layers.push_back(std::move(layer));
        }
        return std::move(m_layers);
    }

private:
    static std::int64_t callOf(const Node& node)
    {
        return node.attributes.intOr(std::string(graph::kTorchModuleCall), -1);
    }

    void takeInputs(TracedLayer& layer) const
    {
        for (const auto id : layer.nodes) {
            const auto& node = m_graph.node(id);
            for (std::size_t slot = 0; slot < node.inputs.size(); ++slot) {
                const auto value = node.inputs[slot];
                const auto maker = value.isValid() ? m_graph.value(value).producer : NodeId{};
                if (value.isValid() && std::ranges::find(layer.nodes, maker) == layer.nodes.end())
                    layer.inputs.push_back({id, slot, value});
            }
        }
    }

    /// Whether the layer is all that a module of torch.nn does.
    bool isModule(const Node& first, const TracedLayer& layer) const
    {
        const auto path = pathOf(first);
        if (path.empty() || !(layer.function->isModule || isPartOfModule(first)) || m_parents.contains(path))
            return false;
        const auto found = m_computing.find({path, callOf(first)});
        const bool hasPadding = layer.function == &torchFunctionNamed("avg_pool2d"); // of nothing, often
        return found == m_computing.end() || found->second <= layer.nodes.size() + (hasPadding ? 1 : 0);
    }

    void takeNames(const Node& first, TracedLayer& layer)
    {
        if (isModule(first, layer)) {
            const auto path = pathOf(first);
            layer.names.push_back(path);
            const auto traced = m_names[0].nameFor(path);
            const auto calls = ++m_calls[path];
            if (calls > 1)
                layer.names.insert(layer.names.begin(), fmt::format("{}_{}", path, calls - 1));
            if (traced != path)
                layer.names.push_back(traced);
            return;
        }
        if (!isPartOfModule(first))
            layer.names = takeFunction(first, *layer.function);
    }

    /// Whether it stands in a module of PyTorch's own, of which torch.fx sees the call alone. What a FloatFunctional is
    /// asked for is a function's call.
    static bool isPartOfModule(const Node& node)
    {
        const auto name = node.attributes.stringOr(std::string(graph::kTorchClass), {});
        const bool isTorchs = name.starts_with("torch.nn.") || name.starts_with("torch.ao.nn.");
        return isTorchs && name.find(".container.") == std::string::npos && !name.ends_with("Functional");
    }

    std::vector<std::string> takeFunction(const Node& node, const TorchFunction& function)
    {
        if (auto called = calledFunction(node, function); !called.empty())
            return {m_names[0].nameFor(std::move(called))};
        std::vector<std::string> names;
        for (const auto part : std::views::split(function.names, ' '))
            if (part.begin() != part.end() && names.size() < m_names.size())
                names.push_back(m_names[names.size()].nameFor(std::string(part.begin(), part.end())));
        return names;
    }

    const Graph& m_graph;
    DataFlow m_data;
    std::vector<WrittenModule> m_written;
    std::map<NodeId, const WrittenModule*> m_writtenBy;
    std::map<std::pair<std::string, std::int64_t>, std::size_t> m_computing;
    std::set<std::string> m_parents;  ///< modules of modules
    std::array<Namespace, 4> m_names; ///< of the usual function, and as if each call were one of its other functions
    std::map<std::string, int> m_calls;
    std::vector<TracedLayer> m_layers;
};

} // namespace

std::string modulePath(std::string_view nodeName)
{
    if (!nodeName.starts_with('/') || nodeName.rfind('/') == 0)
        return {};
    std::string path;
    std::string last;
    const auto end = nodeName.rfind('/');
    for (std::size_t begin = 1; begin <= end;) {
        const auto stop = std::min(nodeName.find('/', begin), end);
        const std::string piece(nodeName.substr(begin, stop - begin));
        if (!last.empty() && piece.starts_with(last + "."))
            path.replace(path.size() - last.size(), last.size(), piece);
        else
            path += (path.empty() ? "" : ".") + piece;
        last = piece;
        begin = stop + 1;
    }
    return path;
}

std::vector<TracedLayer> tracedLayers(const Graph& graph)
{
    return Tracing(graph).layers();
}

} // namespace ql::config
