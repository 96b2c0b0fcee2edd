// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/match_table.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>

namespace ql::analysis {

namespace {

/// The one layer that reads the numbers of @p layer, if its result goes nowhere else. What asks for its shape alone is
/// no reader: scripted modules check the rank of what they get.
std::size_t onlyConsumer(const MatchSide& side, std::size_t layer)
{
    std::size_t only = kNoLayer;
    for (const auto consumer : side.layers[layer].consumers) {
        if (side.layers[consumer].isConstant)
            continue;
        if (only != kNoLayer)
            return kNoLayer;
        only = consumer;
    }
    return side.layers[layer].isGraphOutput ? kNoLayer : only;
}

/// Whether @p reader may begin what the activation @p family computes at once: HardSwish is HardSigmoid and Mul to some
/// exporters. A quantizer's range does what Relu and Clip do, so those say nothing.
bool mayBeginActivation(std::string_view reader, std::string_view family)
{
    const auto& activation = graph::traitsNamed(family);
    return activation.drawing == graph::Drawing::Activation && activation.clamp == graph::Clamp::None
           && graph::traitsNamed(reader).continuesRun;
}

/// Whether everything around @p end and @p partner still corresponds when they become a pair: no matched reader of one
/// belongs to a layer that does not read the other, and the partner has no free reader that does the work of @p end.
bool readersAgree(const MatchSide& side, const MatchSide& other, std::size_t end, std::size_t partner)
{
    const auto& readersOfEnd = side.layers[end].consumers;
    const auto& readersOfPartner = other.layers[partner].consumers;
    return std::all_of(readersOfPartner.begin(), readersOfPartner.end(), [&](std::size_t reader) {
        const std::size_t twin = other.matches[reader].partner;
        if (twin == kNoLayer)
            return other.families[reader] != side.families[end]
                   && !mayBeginActivation(other.families[reader], side.families[end]);
        if (twin == end)
            return false;
        // The twin reads the run's end, or something free between (data movement that the other model lacks).
        return std::find(readersOfEnd.begin(), readersOfEnd.end(), twin) != readersOfEnd.end()
               || std::any_of(readersOfEnd.begin(), readersOfEnd.end(),
                              [&side](std::size_t own) { return side.isFree(own); });
    });
}

/// Lets matches of @p side slide to the end of the runs that @p other computes at once.
void slideToRunEnds(MatchSide& side, MatchSide& other)
{
    for (std::size_t start = 0; start < side.layers.size(); ++start) {
        std::size_t layer = start;
        while (side.matches[layer].partner != kNoLayer) {
            const std::size_t partner = side.matches[layer].partner;
            const std::size_t next = onlyConsumer(side, layer);
            // An explicit request of the map file stays where it was put; an equal value name is the same tensor.
            const auto& rule = side.matches[layer].info.rule;
            if (next == kNoLayer || rule == "map-file" || rule == "value-name" || !side.isFree(next)
                || !graph::traitsNamed(side.families[next]).continuesRun || side.layers[next].producers.size() != 1
                || !readersAgree(side, other, next, partner))
                break;
            side.matches[next] = side.matches[layer];
            side.matches[layer] = {kNoLayer, next, {}};
            other.matches[partner].partner = next;
            layer = next;
        }
    }
}

/// The matched layer that ends the run of free @p layer, if the partner's family is that of the run.
std::size_t runEndOf(const MatchSide& side, const MatchSide& other, std::size_t layer)
{
    std::size_t end = onlyConsumer(side, layer);
    while (end != kNoLayer && graph::traitsNamed(side.families[end]).continuesRun
           && side.matches[end].partner == kNoLayer)
        end = onlyConsumer(side, end);
    if (end == kNoLayer || !graph::traitsNamed(side.families[end]).continuesRun
        || side.matches[end].partner == kNoLayer)
        return kNoLayer;
    const std::string& computed = other.families[side.matches[end].partner];
    if (computed == side.families[end] && !graph::traitsNamed(side.families[layer]).continuesRun)
        return kNoLayer; // the partner is the run's last operator alone
    const bool isHead = computed == side.families[layer];
    const bool isInside =
        graph::traitsNamed(side.families[layer]).continuesRun && side.runFamilies(layer).contains(computed);
    return isHead || isInside ? end : kNoLayer;
}

void markFused(MatchSide& side, const MatchSide& other)
{
    for (std::size_t layer = 0; layer < side.layers.size(); ++layer) {
        if (!side.isFree(layer))
            continue;
        if (const std::size_t end = runEndOf(side, other, layer); end != kNoLayer)
            side.matches[layer].fusedInto = end;
    }
}

/// Chains of "fused into" lead to the layer that carries the match.
void resolveChains(MatchSide& side)
{
    for (auto& match : side.matches)
        while (match.fusedInto != kNoLayer && side.matches[match.fusedInto].fusedInto != kNoLayer)
            match.fusedInto = side.matches[match.fusedInto].fusedInto;
}

} // namespace

void foldRuns(MatchTable& table)
{
    slideToRunEnds(table.baseline, table.analysis);
    slideToRunEnds(table.analysis, table.baseline);
    markFused(table.baseline, table.analysis);
    markFused(table.analysis, table.baseline);
    resolveChains(table.baseline);
    resolveChains(table.analysis);
}

} // namespace ql::analysis
