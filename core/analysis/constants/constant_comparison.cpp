// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/constants/constant_comparison.h"

#include "core/base/error.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <set>

namespace ql::analysis {

namespace {

using Kind = OtherConstant::Kind;
using Role = OtherConstant::Role;

constexpr double kSameDb = 15.0; ///< from it on a constant is that of another layer, rounded

Role roleOf(const ModelWeight& weight)
{
    using enum RecurrentPart::Input;
    const auto& part = weight.recurrent;
    if (weight.biased.isValid() || (part && (part->input == BiasIh || part->input == BiasHh)))
        return Role::Bias;
    const bool isProduct = graph::familyTraits(weight.family).product != graph::Product::None || weight.recurrent;
    return isProduct && weight.shape.size() > 1 ? Role::Weight : Role::Other;
}

/// Of its channels, or, of a table, its rows; nothing for a vector without channels.
std::optional<std::int64_t> axisOf(const ModelWeight& baseline, const ModelWeight& analysis)
{
    const auto axis = channelAxisOf(baseline, analysis);
    return !axis && baseline.shape.size() > 1 ? std::optional<std::int64_t>(0) : axis;
}

} // namespace

const WeightPairs& ConstantComparison::pairs()
{
    if (!m_pairs) {
        m_pairs = std::make_unique<WeightPairs>(m_models);
        const auto& weights = m_pairs->baseline();
        for (std::size_t i = 0; i < weights.size(); ++i)
            if (!m_pairs->matches()[i].info.rule.empty())
                m_byLayer.emplace(weights[i].layer, i);
    }
    return *m_pairs;
}

std::vector<std::size_t> ConstantComparison::weightsOf(const LayerRowSource& source)
{
    if (source.baseline == kNoLayer || source.analysis == kNoLayer)
        return {};
    pairs();
    std::set<std::size_t> weights;
    const auto add = [&](const Layer& layer) {
        for (const auto id : layer.run) {
            const auto [first, last] = m_byLayer.equal_range(m_models.baselineGraph.node(id).name);
            for (auto each = first; each != last; ++each)
                weights.insert(each->second);
        }
    };
    add(m_models.baseline[source.baseline]);
    for (std::size_t i = 0; i < m_models.baseline.size(); ++i)
        if (m_models.matching.baseline[i].fusedInto == source.baseline)
            add(m_models.baseline[i]);
    return {weights.begin(), weights.end()};
}

std::vector<OtherConstant> ConstantComparison::othersOf(const LayerRowSource& source)
{
    std::vector<OtherConstant> others;
    for (const auto weight : weightsOf(source))
        if (auto other = differenceOf(weight))
            others.push_back(std::move(*other));
    std::ranges::stable_sort(others, {}, [](const OtherConstant& other) { return other.sqnrDb; });
    std::ranges::stable_sort(others, {}, [](const OtherConstant& other) { return other.role == Role::Bias; });
    return others;
}

std::optional<OtherConstant> ConstantComparison::differenceOf(std::size_t weight)
{
    const auto& baseline = pairs().baseline()[weight];
    const auto& analysis = pairs().analysis()[pairs().matches()[weight].partner];
    try {
        auto other = constantDifference(pairs().read(weight), axisOf(baseline, analysis), analysis);
        if (!other || (other->kind != Kind::Moved && other->kind != Kind::Order && isEqualized(weight)))
            return std::nullopt;
        other->role = roleOf(baseline);
        if (baseline.recurrent)
            other->meanSquare.reset(); // a gate lies between it and the layer's value
        other->name = baseline.name;
        if (other->kind == Kind::Whole)
            tellLayer(*other, weight);
        return other;
    } catch (const std::exception&) {
        return std::nullopt; // nobody knows what it stands for, or it is too large
    }
}

void ConstantComparison::tellLayer(OtherConstant& other, std::size_t weight)
{
    const auto own = pairs().read(weight);
    const auto& weights = pairs().baseline();
    for (std::size_t i = 0; i < weights.size(); ++i) {
        if (i == weight || weights[i].shape != weights[weight].shape || m_numbersToRead < own.analysis.numel())
            continue;
        m_numbersToRead -= own.analysis.numel();
        const auto numbers = weights[i].read();
        if (numbers.sizes() != own.analysis.sizes() || !(constantDb(numbers, own.analysis) >= kSameDb))
            continue;
        other.kind = Kind::OfLayer;
        other.layer = weights[i].layer;
        return;
    }
}

std::optional<AxisFactors> ConstantComparison::factorsOf(std::size_t weight)
{
    const auto& baseline = pairs().baseline()[weight];
    const auto& match = pairs().matches()[weight];
    if (match.info.rule.empty())
        return std::nullopt;
    try {
        const auto numbers = pairs().read(weight);
        const auto axis = axisOf(baseline, pairs().analysis()[match.partner]);
        return axisFactors(numbers.baseline, numbers.analysis, axis, inputAxisOf(numbers.baseline, axis));
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

const ConstantFactors& ConstantComparison::factorsAround(std::size_t weight)
{
    constexpr std::size_t kNearest = 24; // what an equalized layer hands on, one of the next takes back
    const auto count = pairs().baseline().size();
    m_factors.resize(count);
    m_areFactorsKnown.resize(count, false);
    for (auto i = weight - std::min(weight, kNearest); i < std::min(count, weight + kNearest + 1); ++i)
        if (!m_areFactorsKnown[i]) {
            m_factors[i] = factorsOf(i);
            m_areFactorsKnown[i] = true;
        }
    return m_factors;
}

bool ConstantComparison::isEqualized(std::size_t weight)
{
    if (!factorsOf(weight))
        return false;
    if (isTakenBack(factorsAround(weight), weight))
        return true;
    // A bias goes with its product's weight, but for channels without one.
    const auto& weights = pairs().baseline();
    for (std::size_t i = 0; i < weights.size() && weights[weight].biased.isValid(); ++i)
        if (weights[i].node == weights[weight].biased && weights[i].slot == 1)
            return isTakenBack(factorsAround(i), i);
    return false;
}

std::optional<WeightGrid> ConstantComparison::gridOf(const LayerRowSource& source)
{
    for (const auto weight : weightsOf(source)) {
        const auto& baseline = pairs().baseline()[weight];
        const auto& analysis = pairs().analysis()[pairs().matches()[weight].partner];
        if (roleOf(baseline) != Role::Weight || !analysis.hasSteps())
            continue;
        if (!analysis.quantizer)
            return WeightGrid{true, false, analysis.dtype};
        const bool isSeveral = analysis.quantizer->scales.size() > 1;
        const bool isPerChannel = analysis.hasScalePerChannel() || analysis.granularity == "per-block";
        return WeightGrid{isPerChannel, isSeveral && !isPerChannel, analysis.quantizer->dtype};
    }
    return std::nullopt;
}

} // namespace ql::analysis
