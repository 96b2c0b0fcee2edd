// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/tracing/written_modules.h"

#include "core/graph/ir/torch_call.h"
#include "core/graph/operators/op_kind.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace ql::config {

namespace {

using graph::Graph;
using graph::Node;
using graph::NodeId;
using graph::ValueId;

/// Looks for the operators of one function, from its last one up.
class Search {
public:
    Search(const Graph& graph, const DataFlow& data)
        : m_graph(graph)
        , m_data(data)
    {
    }

    std::vector<NodeId> nodes;

    /// What makes @p value, where that is of the type @p opType; it joins the found ones.
    const Node* maker(ValueId value, std::string_view opType)
    {
        const auto id = value.isValid() ? m_graph.value(value).producer : NodeId{};
        if (!id.isValid() || m_graph.node(id).opType != opType)
            return nullptr;
        if (std::ranges::find(nodes, id) == nodes.end())
            nodes.push_back(id);
        return &m_graph.node(id);
    }

    static ValueId input(const Node& node, std::size_t i)
    {
        return i < node.inputs.size() ? node.inputs[i] : ValueId{};
    }

    /// Whether @p isMeant(the other operand, what makes this one) holds for an operand of @p node that an @p opType
    /// makes; only what it looks at then joins the found ones.
    template <typename IsMeant>
    bool anyOperand(const Node& node, std::string_view opType, IsMeant&& isMeant)
    {
        const auto known = nodes;
        for (const std::size_t i : {std::size_t(0), std::size_t(1)}) {
            if (const auto* found = maker(input(node, i), opType); found && isMeant(input(node, 1 - i), *found))
                return true;
            nodes = known;
        }
        return false;
    }

    /// The other operand of @p node than what an @p opType makes, and that one.
    std::optional<std::pair<ValueId, const Node*>> beside(const Node& node, std::string_view opType)
    {
        for (const std::size_t i : {std::size_t(0), std::size_t(1)})
            if (const auto* found = maker(input(node, i), opType))
                return std::pair(input(node, 1 - i), found);
        return std::nullopt;
    }

    bool isConstant(ValueId value) const { return value.isValid() && !m_data.isData(value); }

    /// The operand of @p node that is no constant, the other being one.
    std::optional<ValueId> besideConstant(const Node& node) const
    {
        for (const std::size_t i : {std::size_t(0), std::size_t(1)})
            if (isConstant(input(node, 1 - i)) && !isConstant(input(node, i)))
                return input(node, i);
        return std::nullopt;
    }

private:
    const Graph& m_graph;
    const DataFlow& m_data;
};

/// x · f(x), where @p inner is f's last operator and gives what f reads.
template <typename Inner>
bool isTimesItself(Search& search, const Node& last, std::string_view innerType, Inner&& inner)
{
    return last.opType == "Mul"
           && search.anyOperand(last, innerType, [&](ValueId other, const Node& made) { return inner(made) == other; });
}

bool isSilu(Search& search, const Node& last)
{
    return isTimesItself(search, last, "Sigmoid", [](const Node& sigmoid) { return Search::input(sigmoid, 0); });
}

bool isHardSwish(Search& search, const Node& last)
{
    return isTimesItself(search, last, "HardSigmoid", [](const Node& inner) { return Search::input(inner, 0); });
}

bool isMish(Search& search, const Node& last)
{
    return isTimesItself(search, last, "Tanh", [&](const Node& tanh) {
        const auto* softplus = search.maker(Search::input(tanh, 0), "Softplus");
        return softplus ? Search::input(*softplus, 0) : ValueId{};
    });
}

/// Whether @p sum is erf(x / √2) + 1, where @p x may be halved before.
bool isErfOf(Search& search, ValueId x, const Node& sum)
{
    const auto erf = search.beside(sum, "Erf");
    const auto* scaled = erf ? search.maker(Search::input(*erf->second, 0), "Div") : nullptr;
    if (!scaled && erf)
        scaled = search.maker(Search::input(*erf->second, 0), "Mul");
    if (!scaled)
        return false;
    const auto isScaled = [&](ValueId value) {
        return Search::input(*scaled, 0) == value || Search::input(*scaled, 1) == value;
    };
    if (isScaled(x))
        return true;
    const auto* halved = search.maker(x, "Mul");
    return halved && isScaled(search.besideConstant(*halved).value_or(x));
}

/// x · (erf(x / √2) + 1) · 0.5, in whatever order.
bool isGelu(Search& search, const Node& last)
{
    if (last.opType != "Mul")
        return false;
    const auto* product = &last;
    if (const auto half = search.besideConstant(last)) {
        product = search.maker(*half, "Mul");
        if (!product)
            return false;
    }
    return search.anyOperand(*product, "Add", [&](ValueId x, const Node& sum) { return isErfOf(search, x, sum); });
}

bool isLogSigmoid(Search& search, const Node& last)
{
    return last.opType == "Log" && search.maker(Search::input(last, 0), "Sigmoid");
}

bool isSoftsign(Search& search, const Node& last)
{
    const auto* sum = last.opType == "Div" ? search.maker(Search::input(last, 1), "Add") : nullptr;
    const auto parts = sum ? search.beside(*sum, "Abs") : std::nullopt;
    return parts && search.isConstant(parts->first) && Search::input(*parts->second, 0) == Search::input(last, 0);
}

bool isSoftmin(Search& search, const Node& last)
{
    return last.opType == "Softmax" && search.maker(Search::input(last, 0), "Neg");
}

bool isTanhShrink(Search& search, const Node& last)
{
    const auto* tanh = last.opType == "Sub" ? search.maker(Search::input(last, 1), "Tanh") : nullptr;
    return tanh && Search::input(*tanh, 0) == Search::input(last, 0);
}

bool isGlu(Search& search, const Node& last)
{
    const auto parts = last.opType == "Mul" ? search.beside(last, "Sigmoid") : std::nullopt;
    const auto* a = parts ? search.maker(parts->first, "Split") : nullptr;
    return a && search.maker(Search::input(*parts->second, 0), "Split") == a && a->outputs.size() == 2;
}

/// (x − mean) / √(mean((x − mean)²) + ε), and what scales and shifts it.
bool isLayerNorm(Search& search, const Node& last)
{
    const auto* node = &last;
    for (const char* type : {"Add", "Mul"})
        if (node->opType == type) {
            const auto inner = search.besideConstant(*node);
            const auto* next = inner ? search.maker(*inner, type == std::string_view("Add") ? "Mul" : "Div") : nullptr;
            if (!next && inner)
                next = search.maker(*inner, "Div");
            if (!next)
                return false;
            node = next;
        }
    if (node->opType != "Div")
        return false;
    const auto* root = search.maker(Search::input(*node, 1), "Sqrt");
    const auto* sum = root ? search.maker(Search::input(*root, 0), "Add") : nullptr;
    const auto variance = sum ? search.besideConstant(*sum) : std::nullopt;
    const auto* mean = variance ? search.maker(*variance, "ReduceMean") : nullptr;
    const auto* square = mean ? search.maker(Search::input(*mean, 0), "Pow") : nullptr;
    const auto* centred = square ? search.maker(Search::input(*square, 0), "Sub") : nullptr;
    const auto* first = centred ? search.maker(Search::input(*centred, 1), "ReduceMean") : nullptr;
    return first && search.maker(Search::input(*node, 0), "Sub") == centred
           && Search::input(*first, 0) == Search::input(*centred, 0);
}

bool isStack(Search& search, const Node& last)
{
    return last.opType == "Concat" && last.inputs.size() > 1 && std::ranges::all_of(last.inputs, [&](ValueId value) {
               return search.maker(value, "Unsqueeze") != nullptr;
           });
}

/// A torch.nn.Linear of more than two dimensions, or without a bias.
bool isLinear(Search& search, const Node& last)
{
    const auto product = last.opType == "Add" ? search.besideConstant(last) : std::nullopt;
    const auto* matmul = product ? search.maker(*product, "MatMul") : &last;
    return matmul && matmul->opType == "MatMul" && search.isConstant(Search::input(*matmul, 1));
}

/// Of groups that are instances for the while, and what scales and shifts the channels.
bool isGroupNorm(Search& search, const Node& last)
{
    const auto scaled = last.opType == "Add" ? search.besideConstant(last) : std::nullopt;
    const auto* scaling = scaled ? search.maker(*scaled, "Mul") : nullptr;
    const auto normal = scaling ? search.besideConstant(*scaling) : std::nullopt;
    const auto* back = normal ? search.maker(*normal, "Reshape") : nullptr;
    const auto* norm = back ? search.maker(Search::input(*back, 0), "InstanceNormalization") : nullptr;
    return norm && search.maker(Search::input(*norm, 0), "Reshape");
}

struct Pattern {
    std::string_view function;
    bool (*isMeant)(Search&, const Node&);
    bool isSure; ///< otherwise only where a module of its own does just that
};
constexpr Pattern kPatterns[]{{"layer_norm", isLayerNorm, true},
                              {"group_norm", isGroupNorm, true},
                              {"gelu", isGelu, true},
                              {"mish", isMish, true},
                              {"hardswish", isHardSwish, true},
                              {"stack", isStack, true},
                              {"glu", isGlu, true},
                              {"silu", isSilu, false},
                              {"logsigmoid", isLogSigmoid, false},
                              {"softsign", isSoftsign, false},
                              {"softmin", isSoftmin, false},
                              {"tanhshrink", isTanhShrink, false},
                              {"linear", isLinear, false}};

/// Where a node stands: the module, and which call of it.
using Place = std::pair<std::string, std::int64_t>;
Place placeOf(const Node& node)
{
    return {node.scope, node.attributes.intOr(std::string(graph::kTorchModuleCall), -1)};
}

} // namespace

std::vector<WrittenModule> writtenModules(const Graph& graph, const DataFlow& data)
{
    std::map<Place, std::size_t> computing;
    for (const auto& node : graph.nodes())
        if (data.isData(node))
            ++computing[placeOf(node)];
    const auto fillPlace = [&](const std::vector<NodeId>& nodes) {
        const auto place = placeOf(graph.node(nodes.front()));
        return !place.first.empty() && computing[place] == nodes.size()
               && std::ranges::all_of(nodes, [&](NodeId id) { return placeOf(graph.node(id)) == place; });
    };
    std::vector<WrittenModule> found;
    std::set<NodeId> taken;
    for (auto last = graph.nodes().rbegin(); last != graph.nodes().rend(); ++last)
        for (const auto& pattern : kPatterns) {
            Search search(graph, data);
            search.nodes.push_back(last->id);
            if (!last->domain.empty() || !data.isData(*last) || !pattern.isMeant(search, *last))
                continue;
            const bool isFree = std::ranges::none_of(search.nodes, [&](NodeId id) { return taken.contains(id); });
            if (!isFree || (!pattern.isSure && !fillPlace(search.nodes)))
                continue;
            taken.insert(search.nodes.begin(), search.nodes.end());
            std::ranges::sort(search.nodes);
            found.push_back({&torchFunctionNamed(pattern.function), search.nodes});
            break;
        }
    return found;
}

} // namespace ql::config
