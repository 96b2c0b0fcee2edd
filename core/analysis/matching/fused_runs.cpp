// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/match_table.h"
#include "core/analysis/matching/name_affixes.h"

#include "core/graph/operators/operator_traits.h"
#include "core/quant/quantized_graph/integer_operands.h"

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
        // The twin or the run that it ends reads it, or something free between (data movement that the other model
        // lacks).
        return std::ranges::any_of(readersOfEnd, [&](std::size_t own) {
            return own == twin || side.matches[own].fusedInto == twin || side.isFree(own);
        });
    });
}

/// Whether the range of @p info begins at zero.
bool isClampedAtZero(const std::optional<results::QuantizerInfo>& info)
{
    return info && std::ranges::all_of(info->zeroPoints, [&](auto zero) { return zero <= info->lowest; });
}

/// A quantizer's range does what @p clamp does: not the one of @p partner, if another stands behind it.
bool isClampedLater(const MatchSide& side, std::size_t clamp, const MatchSide& other, std::size_t partner)
{
    return graph::traitsNamed(side.families[clamp]).clamp != graph::Clamp::None && other.layers[partner].isRequantized
           && !isClampedAtZero(other.layers[partner].quantizer);
}

/// An explicit request of the map file stays where it was put; an equal value name is the same tensor, unless the
/// quantizer behind it is called after what @p next gives.
bool isSettled(const MatchSide& side, std::size_t layer, std::size_t next, const MatchSide& other)
{
    const auto& match = side.matches[layer];
    // Exporters call a product by its module, whether its normalization was folded into it or not.
    if (match.info.rule != "value-name" || graph::traitsNamed(side.families[next]).foldsIntoConvolution)
        return match.info.rule == "map-file";
    const auto& name = side.graph.value(side.layers[next].own).name;
    const auto& partner = other.layers[match.partner];
    return std::ranges::none_of(partner.aliases, [&](const std::string& alias) {
        return alias != name && withoutQuantizationAffixes(alias) == name;
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
            if (next == kNoLayer || isSettled(side, layer, next, other) || !side.isFree(next)
                || !graph::traitsNamed(side.families[next]).continuesRun || side.layers[next].producers.size() != 1
                || isClampedLater(side, next, other, partner) || !readersAgree(side, other, next, partner))
                break;
            side.matches[next] = side.matches[layer];
            side.matches[layer] = {kNoLayer, next, {}};
            other.matches[partner].partner = next;
            layer = next;
        }
    }
}

bool isProduct(const MatchSide& side, std::size_t layer)
{
    return !side.layers[layer].isInput()
           && graph::familyTraits(side.layers[layer].opType).product != graph::Product::None;
}

int biasSlotOf(const quant::IntegerSignature& signature)
{
    constexpr int kFloatSlot = 2;
    const auto isBias = [](const graph::FloatOperand& operand) { return operand.floatSlot == kFloatSlot; };
    const auto asFloat = std::ranges::find_if(signature.floats, isBias);
    return signature.bias ? signature.bias->slot : asFloat == signature.floats.end() ? -1 : asFloat->slot;
}

/// Whether the operator of @p layer is a product that adds a bias of its own.
bool isBiased(const MatchSide& side, std::size_t layer)
{
    if (!isProduct(side, layer))
        return false;
    const auto& node = side.graph.node(side.layers[layer].node);
    const auto signature = quant::integerSignature(node);
    const auto slot = signature ? biasSlotOf(*signature) : graph::traitsOf(node).biasSlot;
    return slot >= 0 && std::size_t(slot) < node.inputs.size() && node.inputs[std::size_t(slot)].isValid();
}

/// Lets products of @p side whose partners in @p other are given a bias go on to the Add that gives them theirs.
void slideToOwnBiases(MatchSide& side, MatchSide& other)
{
    for (std::size_t layer = 0; layer < side.layers.size(); ++layer) {
        const auto match = side.matches[layer];
        if (match.partner == kNoLayer || match.info.rule == "map-file" || match.info.rule == "value-name"
            || !isProduct(side, layer) || isBiased(side, layer) || !isBiased(other, match.partner))
            continue;
        const std::size_t next = onlyConsumer(side, layer);
        if (next == kNoLayer || !side.isFree(next) || side.layers[next].producers.size() != 1
            || graph::traitsNamed(side.families[next]).arithmetic != graph::Arithmetic::Add)
            continue;
        side.matches[next] = match;
        side.matches[layer] = {kNoLayer, next, {}};
        other.matches[match.partner].partner = next;
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
    if (computed == side.families[end])
        return kNoLayer; // the partner is the run's last operator alone
    const bool isHead = computed == side.families[layer];
    const bool isInside =
        graph::traitsNamed(side.families[layer]).continuesRun && side.runFamilies(layer).contains(computed);
    return isHead || isInside ? end : kNoLayer;
}

enum class Marked { Products, All };

void markFused(MatchSide& side, const MatchSide& other, Marked marked)
{
    for (std::size_t layer = 0; layer < side.layers.size(); ++layer) {
        if (!side.isFree(layer) || (marked == Marked::Products && !isProduct(side, layer)))
            continue;
        if (const std::size_t end = runEndOf(side, other, layer); end != kNoLayer)
            side.matches[layer].fusedInto = end;
    }
}

/// Follows chains of `fusedInto` so that each entry names the layer that has the match.
void resolveChains(MatchSide& side)
{
    for (auto& match : side.matches)
        while (match.fusedInto != kNoLayer && side.matches[match.fusedInto].fusedInto != kNoLayer)
            match.fusedInto = side.matches[match.fusedInto].fusedInto;
}

/// Where a match ends in layers that only move elements (Reshape, Transpose) but the partner computes, marks the
/// computing layer in front of them as fused into the match.
void markMoved(MatchSide& side, const MatchSide& other)
{
    for (std::size_t end = 0; end < side.layers.size(); ++end) {
        const auto partner = side.matches[end].partner;
        if (partner == kNoLayer || !side.movesOnly(end) || other.movesOnly(partner))
            continue;
        auto layer = end;
        while (side.movesOnly(layer) && side.layers[layer].producers.size() == 1
               && (layer == end || side.isFree(layer)))
            layer = side.layers[layer].producers.front();
        if (side.isFree(layer) && side.families[layer] == other.families[partner])
            side.matches[layer].fusedInto = end;
    }
}

} // namespace

void markMoved(MatchTable& table)
{
    markMoved(table.baseline, table.analysis);
    markMoved(table.analysis, table.baseline);
}

void slideToBiases(MatchTable& table)
{
    slideToOwnBiases(table.baseline, table.analysis);
    slideToOwnBiases(table.analysis, table.baseline);
}

void markProducts(MatchTable& table)
{
    markFused(table.baseline, table.analysis, Marked::Products);
    markFused(table.analysis, table.baseline, Marked::Products);
}

void foldRuns(MatchTable& table)
{
    slideToRunEnds(table.baseline, table.analysis);
    slideToRunEnds(table.analysis, table.baseline);
    markFused(table.baseline, table.analysis, Marked::All);
    markFused(table.analysis, table.baseline, Marked::All);
    resolveChains(table.baseline);
    resolveChains(table.analysis);
}

} // namespace ql::analysis
