// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/match_table.h"

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

/// Whether an operator of @p family follows: then @p layer does not compute a run that ends with it.
bool isReadBy(const MatchSide& side, std::size_t layer, const std::string& family)
{
    const auto& readers = side.layers[layer].consumers;
    return std::any_of(readers.begin(), readers.end(),
                       [&](std::size_t reader) { return side.families[reader] == family; });
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

bool MatchTable::shapesFit(std::size_t b, std::size_t a) const
{
    const auto& shapeB = baseline.graph.value(baseline.layers[b].own).shape;
    const auto& shapeA = analysis.graph.value(analysis.layers[a].own).shape;
    if (!shapeB || !shapeA)
        return true;
    if (shapeB->size() != shapeA->size())
        return false;
    for (std::size_t i = 0; i < shapeB->size(); ++i) {
        const auto left = (*shapeB)[i].size;
        const auto right = (*shapeA)[i].size;
        if (left >= 0 && right >= 0 && left != right)
            return false;
    }
    return true;
}

} // namespace ql::analysis
