// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/match_table.h"

#include "core/analysis/matching/channel_layout.h"
#include "core/data/dumps/dump_model.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::analysis {

namespace {

constexpr int kLongestRun = 5;
constexpr int kLookThrough = 8;

void addRunFamilies(const MatchSide& side, std::size_t layer, int depth, std::set<std::string>& families)
{
    families.insert(side.families[layer]);
    if (depth == kLongestRun || !graph::traitsNamed(side.families[layer]).continuesRun)
        return;
    for (const std::size_t producer : side.layers[layer].producers)
        addRunFamilies(side, producer, depth + 1, families);
}

void addPartners(const MatchSide& side, std::size_t layer, std::vector<std::size_t> Layer::*links, int depth,
                 std::set<std::size_t>& partners)
{
    if (depth == kLookThrough)
        return;
    for (const std::size_t neighbour : side.layers[layer].*links) {
        if (side.matches[neighbour].partner != kNoLayer)
            partners.insert(side.matches[neighbour].partner);
        else
            addPartners(side, neighbour, links, depth + 1, partners);
    }
}

/// Whether @p layer multiplies a value by its HardSigmoid, as older opsets write HardSwish.
bool isHardSwish(const MatchSide& side, std::size_t layer)
{
    const auto& producers = side.layers[layer].producers;
    const bool multiplies = graph::traitsNamed(side.families[layer]).arithmetic == graph::Arithmetic::Multiply;
    if (!multiplies || producers.size() != 2)
        return false;
    const auto gates = [&](std::size_t gate, std::size_t gated) {
        return side.families[gate] == "HardSigmoid" && side.layers[gate].producers == std::vector{gated};
    };
    return gates(producers[0], producers[1]) || gates(producers[1], producers[0]);
}

/// Whether an operator of @p family follows: then @p layer does not compute a run that ends with it.
bool isReadBy(const MatchSide& side, std::size_t layer, const std::string& family)
{
    const auto& readers = side.layers[layer].consumers;
    return std::any_of(readers.begin(), readers.end(),
                       [&](std::size_t reader) { return side.families[reader] == family; });
}

/// From the outputs backwards: a layer stands behind what it reads, its first input first.
class Walk {
public:
    explicit Walk(const std::vector<Layer>& layers)
        : m_layers(layers)
        , m_isSeen(layers.size(), false)
    {
    }

    std::vector<std::size_t> order(const graph::Graph& graph)
    {
        for (const auto output : graph.outputs())
            for (std::size_t layer = 0; layer < m_layers.size(); ++layer)
                if (std::ranges::find(m_layers[layer].aliases, graph.value(output).name)
                    != m_layers[layer].aliases.end())
                    visit(layer);
        for (std::size_t layer = 0; layer < m_layers.size(); ++layer)
            visit(layer);
        return std::move(m_order);
    }

private:
    void visit(std::size_t start)
    {
        std::vector<std::pair<std::size_t, std::size_t>> path; // layer, next of its producers
        const auto enter = [&](std::size_t layer) {
            if (!m_isSeen[layer])
                path.emplace_back(layer, 0);
            m_isSeen[layer] = true;
        };
        enter(start);
        while (!path.empty()) {
            auto& [layer, next] = path.back();
            if (next < m_layers[layer].producers.size()) {
                enter(m_layers[layer].producers[next++]);
                continue;
            }
            m_order.push_back(layer);
            path.pop_back();
        }
    }

    const std::vector<Layer>& m_layers;
    std::vector<bool> m_isSeen;
    std::vector<std::size_t> m_order;
};

/// A constant that holds less than its declared shape says.
bool isEmptied(const graph::Value& value)
{
    const auto hasElements = [](const graph::Dimension& dimension) { return dimension.size != 0; };
    return value.initializer && value.initializer->size() == 0 && value.shape
           && std::ranges::all_of(*value.shape, hasElements);
}

} // namespace

MatchSide::MatchSide(const graph::Graph& owner, const std::vector<Layer>& all)
    : graph(owner)
    , layers(all)
    , matches(all.size())
{
    families.reserve(all.size());
    for (const Layer& layer : all)
        families.push_back(graph::familyOf(layer.opType));
    for (std::size_t layer = 0; layer < all.size(); ++layer)
        if (isHardSwish(*this, layer))
            families[layer] = "HardSwish";
    order = Walk(layers).order(graph);
    hasWeights = std::ranges::none_of(graph.values(), isEmptied);
}

bool MatchSide::movesOnly(std::size_t layer) const
{
    const auto& candidate = layers[layer];
    return !candidate.isInput()
           && (candidate.kind == graph::OpKind::DataMovement || candidate.kind == graph::OpKind::Cast)
           && !graph::traitsNamed(candidate.opType).joins;
}

std::set<std::string> MatchSide::runFamilies(std::size_t layer) const
{
    std::set<std::string> found;
    addRunFamilies(*this, layer, 0, found);
    return found;
}

std::vector<std::size_t> MatchSide::partnersAround(std::size_t layer, std::vector<std::size_t> Layer::*links) const
{
    std::set<std::size_t> partners;
    addPartners(*this, layer, links, 0, partners);
    return {partners.begin(), partners.end()};
}

void MatchTable::pair(std::size_t b, std::size_t a, std::string_view rule, double confidence)
{
    baseline.matches[b] = {a, kNoLayer, {std::string(rule), confidence}};
    analysis.matches[a] = {b, kNoLayer, {std::string(rule), confidence}};
}

bool MatchTable::doSameJob(std::size_t b, std::size_t a) const
{
    const auto& familyB = baseline.families[b];
    const auto& familyA = analysis.families[a];
    if (familyB == familyA || familyB == data::kDumpedOperator || familyA == data::kDumpedOperator)
        return true;
    return (baseline.runFamilies(b).contains(familyA) && !isReadBy(analysis, a, familyB))
           || (analysis.runFamilies(a).contains(familyB) && !isReadBy(baseline, b, familyA));
}

bool MatchTable::readAsMany(std::size_t b, std::size_t a) const
{
    return baseline.layers[b].producers.size() == analysis.layers[a].producers.size()
           || graph::traitsNamed(baseline.families[b]).arithmetic == graph::Arithmetic::None;
}

bool MatchTable::shapesFit(std::size_t b, std::size_t a) const
{
    const auto& shapeB = baseline.graph.value(baseline.layers[b].own).shape;
    const auto& shapeA = analysis.graph.value(analysis.layers[a].own).shape;
    return !shapeB || !shapeA || fit(*shapeB, *shapeA, layoutChange(baseline.layers[b], analysis.layers[a]));
}

bool MatchTable::neighboursAgree(std::size_t b, std::size_t a) const
{
    bool agrees = false;
    for (const auto links : {&Layer::producers, &Layer::consumers}) {
        const auto& others = analysis.layers[a].*links;
        for (const std::size_t neighbour : baseline.layers[b].*links) {
            const auto partner = baseline.matches[neighbour].partner;
            if (partner == kNoLayer)
                continue;
            if (std::ranges::find(others, partner) == others.end())
                return false;
            agrees = true;
        }
    }
    return agrees;
}

} // namespace ql::analysis
