// SPDX-License-Identifier: GPL-3.0-or-later
// What one model computes by one operator and the other by several that no list of families knows: optimizers fuse what
// they like (SkipLayerNormalization, Gelu, Attention, FusedMatMul). What stands around both tells.
#include "core/analysis/matching/match_table.h"
#include "core/analysis/matching/paired_inputs.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace ql::analysis {

namespace {

using Indexes = std::set<std::size_t>;
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

constexpr std::size_t kLargestRegion = 96; // layers; an attention written out is some forty

/// A normalization behind a product that has its partner: the other model may have folded it.
bool maybeFolded(const MatchSide& side, std::size_t layer)
{
    const auto& producers = side.layers[layer].producers;
    return side.isFree(layer) && graph::familyTraits(side.layers[layer].opType).foldsIntoConvolution
           && producers.size() == 1 && !side.isFree(producers.front());
}

/// Follows @p links from @p layer, each layer once, and gives what stops it: what stands within a run is passed, and
/// what only moves elements or may be folded and has no partner.
Indexes follow(const MatchSide& side, std::size_t layer, std::vector<std::size_t> Layer::*links)
{
    const auto isPassed = [&side](std::size_t at) {
        return side.matches[at].fusedInto != kNoLayer || (side.isFree(at) && side.movesOnly(at))
               || maybeFolded(side, at);
    };
    Indexes seen;
    Indexes ends;
    std::vector<std::size_t> open{layer};
    while (!open.empty()) {
        const auto at = open.back();
        open.pop_back();
        for (const auto next : side.layers[at].*links) {
            if (!isPassed(next))
                ends.insert(next);
            else if (seen.insert(next).second)
                open.push_back(next);
        }
    }
    return ends;
}

/// Who makes what the run that ends with @p layer reads.
Indexes makersOf(const MatchSide& side, std::size_t layer)
{
    return follow(side, layer, &Layer::producers);
}

/// The matched layers that read what @p layer makes, the ends of their runs where they stand within one.
Indexes matchedReadersOf(const MatchSide& side, std::size_t layer)
{
    auto readers = follow(side, layer, &Layer::consumers);
    std::erase_if(readers, [&](std::size_t reader) { return side.matches[reader].partner == kNoLayer; });
    return readers;
}

/// The free layers that lead to @p end and nowhere else, and the matched ones that they read.
struct Region {
    Indexes inside;
    Indexes entries;
};

bool isReadInsideOnly(const MatchSide& side, const Indexes& inside, std::size_t end)
{
    return std::ranges::all_of(inside, [&](std::size_t layer) {
        return !side.layers[layer].isGraphOutput
               && std::ranges::all_of(side.layers[layer].consumers, [&](std::size_t reader) {
                      return reader == end || inside.contains(reader) || side.layers[reader].isConstant;
                  });
    });
}

std::optional<Region> regionBefore(const MatchSide& side, std::size_t end)
{
    Region region;
    std::vector<std::size_t> open{end};
    while (!open.empty()) {
        const auto layer = open.back();
        open.pop_back();
        for (const auto producer : side.layers[layer].producers) {
            if (!side.isFree(producer))
                region.entries.insert(producer);
            else if (maybeFolded(side, producer))
                region.entries.insert(side.layers[producer].producers.front());
            else if (region.inside.insert(producer).second)
                open.push_back(producer);
        }
        if (region.inside.size() > kLargestRegion)
            return std::nullopt;
    }
    return isReadInsideOnly(side, region.inside, end) ? std::optional(std::move(region)) : std::nullopt;
}

/// The region between @p end and the last free layer before it through which all paths lead and which @p isEntry takes.
template <typename Entry>
std::optional<Region> regionBehind(const MatchSide& side, std::size_t end, Entry&& isEntry)
{
    Region region;
    Indexes front(side.layers[end].producers.begin(), side.layers[end].producers.end());
    while (!front.empty() && region.inside.size() <= kLargestRegion) {
        const auto last = *front.rbegin(); // nothing in front is made of it
        if (!side.isFree(last) || side.layers[last].isInput())
            return std::nullopt;
        if (front.size() == 1 && isEntry(last)) {
            region.entries = {last};
            return isReadInsideOnly(side, region.inside, end) ? std::optional(std::move(region)) : std::nullopt;
        }
        front.erase(last);
        region.inside.insert(last);
        front.insert(side.layers[last].producers.begin(), side.layers[last].producers.end());
    }
    return std::nullopt;
}

/// Looks for regions of one model that an operator of the other computes.
class RegionFinder {
public:
    using Fit = std::function<bool(std::size_t own, std::size_t other)>;

    RegionFinder(MatchSide& own, MatchSide& other, Pairs outputs, Fit shapesFit)
        : m_own(own)
        , m_other(other)
        , m_outputs(std::move(outputs))
        , m_shapesFit(std::move(shapesFit))
    {
    }

    std::size_t pairAll()
    {
        std::size_t found = 0;
        for (std::size_t layer = 0; layer < m_other.layers.size(); ++layer)
            if (!m_other.layers[layer].isInput() && !m_other.layers[layer].isConstant && !m_other.movesOnly(layer)
                && m_other.matches[layer].fusedInto == kNoLayer)
                found += m_other.matches[layer].partner == kNoLayer ? pairWithEnd(layer) : extend(layer);
        return found;
    }

private:
    /// An operator without partner computes what ends where its readers' partners read.
    bool pairWithEnd(std::size_t layer)
    {
        const auto end = placeOf(layer);
        if (!end || !m_own.isFree(*end) || !swallowsBefore(*end, layer) || !m_shapesFit(*end, layer))
            return false;
        const auto region = regionBefore(m_own, *end);
        if (!region || region->entries.empty() || region->inside.empty() || !readsAll(layer, region->entries))
            return pairWithEntry(*end, layer);
        connect(*end, layer, {"structure", 0.7});
        swallow(*region, *end);
        return true;
    }

    /// Where what @p layer reads has no partner either: all paths to @p end lead through one layer that does its work.
    bool pairWithEntry(std::size_t end, std::size_t layer)
    {
        const auto makers = makersOf(m_other, layer);
        if (makers.size() != 1 || !m_other.isFree(*makers.begin()) || m_other.movesOnly(*makers.begin()))
            return false;
        const auto maker = *makers.begin();
        const auto region = regionBehind(m_own, end, [&](std::size_t own) {
            return m_own.families[own] == m_other.families[maker] && m_shapesFit(own, maker);
        });
        if (!region || region->inside.empty())
            return false;
        connect(*region->entries.begin(), maker, {"structure", 0.65});
        connect(end, layer, {"structure", 0.65});
        swallow(*region, end);
        return true;
    }

    /// An operator whose partner computes a part of what it does, or the last part.
    bool extend(std::size_t layer)
    {
        const auto match = m_other.matches[layer];
        if (!mayComputeMore(match.partner, layer))
            return false;
        const auto end = placeOf(layer);
        if (!end || *end == match.partner)
            return swallowBefore(match.partner, layer);
        if (match.info.rule == "map-file" || match.info.rule == "value-name" || !m_own.isFree(*end)
            || !m_shapesFit(*end, layer))
            return false;
        auto region = regionBefore(m_own, *end);
        if (!region || region->entries.erase(match.partner) == 0 || !readsAll(layer, region->entries))
            return false;
        region->inside.insert(match.partner);
        connect(*end, layer, match.info);
        swallow(*region, *end);
        return true;
    }

    bool swallowBefore(std::size_t end, std::size_t layer)
    {
        const auto region = regionBefore(m_own, end);
        if (!region || region->inside.empty() || !swallowsBefore(end, layer) || !readsAll(layer, region->entries))
            return false;
        swallow(*region, end);
        return true;
    }

    /// A product computes nothing before it.
    bool swallowsBefore(std::size_t own, std::size_t other) const
    {
        return mayComputeMore(own, other) && !graph::isIntegerOperator(m_own.graph.node(m_own.layers[own].node))
               && graph::familyTraits(m_own.layers[own].opType).product == graph::Product::None;
    }

    /// What is no standard operator was made for something; one on integers does nothing that the runs of fused_runs
    /// don't say.
    bool mayComputeMore(std::size_t own, std::size_t other) const
    {
        const auto& layer = m_own.layers[own];
        const auto& node = m_other.graph.node(m_other.layers[other].node);
        return !layer.isInput() && layer.opType != m_other.layers[other].opType
               && (!node.domain.empty() || graph::traitsOf(node).isComposite) && !graph::isIntegerOperator(node);
    }

    bool readsAll(std::size_t layer, const Indexes& entries) const
    {
        Indexes twins;
        for (const auto maker : makersOf(m_other, layer)) {
            if (m_other.matches[maker].partner == kNoLayer)
                return false;
            twins.insert(m_other.matches[maker].partner);
        }
        return std::ranges::includes(twins, entries);
    }

    /// The own layer whose value stands where that of @p layer does, by all of its readers that have partners.
    std::optional<std::size_t> placeOf(std::size_t layer) const
    {
        Indexes places;
        for (const auto& [own, other] : m_outputs)
            if (other == layer)
                places.insert(own);
        for (const auto reader : matchedReadersOf(m_other, layer))
            if (const auto place = readInstead(layer, reader))
                places.insert(*place);
        return places.size() == 1 ? std::optional(*places.begin()) : std::nullopt;
    }

    /// What the partner of @p reader reads where that reads @p layer, if all else that the two read are partners. A
    /// reader that multiplies what @p layer reads by what it gives is that of a layer which does so, too.
    std::optional<std::size_t> readInstead(std::size_t layer, std::size_t reader) const
    {
        auto makers = makersOf(m_own, m_other.matches[reader].partner);
        const auto own = makersOf(m_other, layer);
        for (const auto maker : makersOf(m_other, reader))
            if (maker != layer && makers.erase(m_other.matches[maker].partner) == 0 && own.contains(maker))
                return std::nullopt;
        return makers.size() == 1 ? std::optional(*makers.begin()) : std::nullopt;
    }

    void connect(std::size_t own, std::size_t other, const results::MatchInfo& info)
    {
        m_own.matches[own] = {other, kNoLayer, info};
        m_other.matches[other] = {own, kNoLayer, info};
    }

    void swallow(const Region& region, std::size_t end)
    {
        for (const auto layer : region.inside)
            m_own.matches[layer] = {kNoLayer, end, {}};
    }

    MatchSide& m_own;
    MatchSide& m_other;
    Pairs m_outputs; ///< layers, own and other, that give outputs in pairs
    Fit m_shapesFit;
};

/// The layer whose elements output @p position holds; kNoLayer for a graph that hands an input through.
std::size_t layerOfOutput(const MatchSide& side, std::size_t position)
{
    const auto& name = side.graph.value(side.graph.outputs()[position]).name;
    const auto found = std::ranges::find_if(
        side.layers, [&](const Layer& layer) { return std::ranges::find(layer.aliases, name) != layer.aliases.end(); });
    if (found == side.layers.end())
        return kNoLayer;
    auto layer = std::size_t(found - side.layers.begin());
    while (side.isFree(layer) && side.movesOnly(layer) && side.layers[layer].producers.size() == 1)
        layer = side.layers[layer].producers.front();
    return side.layers[layer].isInput() ? kNoLayer : layer;
}

Pairs pairedOutputs(const MatchTable& table)
{
    Pairs layers;
    const auto outputs = pairOutputs(table.baseline.graph, table.analysis.graph);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto b = layerOfOutput(table.baseline, i);
        const auto a = outputs[i] ? layerOfOutput(table.analysis, *outputs[i]) : kNoLayer;
        if (b != kNoLayer && a != kNoLayer)
            layers.emplace_back(b, a);
    }
    return layers;
}

Pairs turned(Pairs pairs)
{
    for (auto& [left, right] : pairs)
        std::swap(left, right);
    return pairs;
}

} // namespace

std::size_t matchRegions(MatchTable& table)
{
    markProducts(table);
    const auto fit = [&table](std::size_t b, std::size_t a) { return table.shapesFit(b, a); };
    const auto fitTurned = [&table](std::size_t a, std::size_t b) { return table.shapesFit(b, a); };
    const auto outputs = pairedOutputs(table);
    return RegionFinder(table.baseline, table.analysis, outputs, fit).pairAll()
           + RegionFinder(table.analysis, table.baseline, turned(outputs), fitTurned).pairAll();
}

} // namespace ql::analysis
