// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/content_matching.h"

#include "core/analysis/matching/match_table.h"
#include "core/analysis/matching/model_weights.h"
#include "core/base/error.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ql::analysis {

namespace {

constexpr double kLeastCorrelation = 0.95;
constexpr double kLeastLead = 0.02;          ///< over the next best candidate
constexpr std::int64_t kFewestElements = 16; ///< fewer may be alike by chance
constexpr std::int64_t kMostSamples = 4096;

/// Evenly spaced elements, their mean taken off and scaled to length 1; empty where that is impossible.
using Sketch = std::vector<double>;

Sketch normalized(Sketch samples)
{
    double sum = 0.0;
    for (const double sample : samples)
        sum += sample;
    double squares = 0.0;
    for (double& sample : samples) {
        sample -= sum / double(samples.size());
        squares += sample * sample;
    }
    if (!(squares > 0.0) || !std::isfinite(squares))
        return {};
    for (double& sample : samples)
        sample /= std::sqrt(squares);
    return samples;
}

Sketch sketchOf(const ModelWeight& weight, bool isSwapped)
{
    try {
        at::Tensor floats = weight.read();
        if (floats.numel() < kFewestElements)
            return {};
        if (isSwapped && floats.dim() >= 2)
            floats = floats.transpose(-1, -2).contiguous();
        const auto step = std::max<std::int64_t>(1, floats.numel() / kMostSamples);
        const auto* const numbers = floats.data_ptr<float>();
        Sketch samples;
        samples.reserve(std::size_t(floats.numel() / step + 1));
        for (std::int64_t i = 0; i < floats.numel(); i += step)
            samples.push_back(double(numbers[i]));
        return normalized(std::move(samples));
    } catch (const Error&) {
        return {}; // the comparison will say why
    }
}

double product(const Sketch& x, const Sketch& y)
{
    if (x.empty() || x.size() != y.size())
        return 0.0;
    double sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i)
        sum += x[i] * y[i];
    return sum;
}

/// The sketches of one model's weights as they lie and with their last axes swapped, made when first needed.
class Sketches {
public:
    explicit Sketches(const std::vector<ModelWeight>& weights)
        : m_weights(weights)
    {
    }

    const Sketch& of(std::size_t index, bool isSwapped)
    {
        const auto found = m_sketches.find({index, isSwapped});
        if (found != m_sketches.end())
            return found->second;
        return m_sketches.emplace(std::pair(index, isSwapped), sketchOf(m_weights[index], isSwapped)).first->second;
    }

private:
    const std::vector<ModelWeight>& m_weights;
    std::map<std::pair<std::size_t, bool>, Sketch> m_sketches;
};

/// The best and the second best candidate of one weight.
struct Best {
    std::size_t candidate = 0;
    double first = 0.0;
    double second = 0.0;

    void offer(std::size_t index, double correlation)
    {
        if (correlation <= first) {
            second = std::max(second, correlation);
            return;
        }
        second = first;
        first = correlation;
        candidate = index;
    }
    bool isClear() const { return first >= kLeastCorrelation && first - second >= kLeastLead; }
};

constexpr double kEqual = 0.999999; // correlation

/// The free layers that have weights, by node.
class WeightedSide {
public:
    explicit WeightedSide(const MatchSide& side)
    {
        for (std::size_t i = 0; i < side.layers.size(); ++i)
            if (side.isFree(i) && !side.layers[i].isInput())
                m_layers.try_emplace(side.layers[i].node, i);
        if (!m_layers.empty())
            m_weights.emplace(side.graph);
    }

    const std::vector<ModelWeight>& weights() const
    {
        static const std::vector<ModelWeight> kNone;
        return m_weights ? m_weights->all() : kNone;
    }

    std::size_t layerOf(const ModelWeight& weight) const
    {
        const auto found = m_layers.find(weight.node);
        return found == m_layers.end() || weight.shape.size() < 2 ? kNoLayer : found->second;
    }

private:
    std::map<graph::NodeId, std::size_t> m_layers;
    std::optional<ModelWeights> m_weights;
};

} // namespace

std::vector<AlikeWeights> pairByContent(const std::vector<ModelWeight>& baseline,
                                        const std::vector<ModelWeight>& analysis, const MayPair& mayPair)
{
    Sketches xs(baseline);
    Sketches ys(analysis);
    std::vector<Best> bestOfBaseline(baseline.size());
    std::vector<Best> bestOfAnalysis(analysis.size());
    for (std::size_t b = 0; b < baseline.size(); ++b)
        for (std::size_t a = 0; a < analysis.size(); ++a) {
            if (!mayPair(b, a))
                continue;
            const bool isSwapped = areSwapped(baseline[b], analysis[a]);
            const double correlation = product(xs.of(b, false), ys.of(a, isSwapped));
            bestOfBaseline[b].offer(a, correlation);
            bestOfAnalysis[a].offer(b, correlation);
        }
    std::vector<AlikeWeights> pairs;
    for (std::size_t b = 0; b < baseline.size(); ++b) {
        const auto& best = bestOfBaseline[b];
        if (best.isClear() && bestOfAnalysis[best.candidate].isClear() && bestOfAnalysis[best.candidate].candidate == b)
            pairs.push_back({b, best.candidate, best.first});
    }
    return pairs;
}

void matchByWeights(MatchTable& table)
{
    const WeightedSide baseline(table.baseline);
    const WeightedSide analysis(table.analysis);
    if (baseline.weights().empty() || analysis.weights().empty())
        return;
    const auto mayPair = [&](std::size_t b, std::size_t a) {
        const auto& own = baseline.weights()[b];
        const auto& other = analysis.weights()[a];
        return baseline.layerOf(own) != kNoLayer && analysis.layerOf(other) != kNoLayer && own.family == other.family
               && own.slot == other.slot && graph::elementCount(own.shape) == graph::elementCount(other.shape);
    };
    for (const auto& pair : pairByContent(baseline.weights(), analysis.weights(), mayPair)) {
        const auto b = baseline.layerOf(baseline.weights()[pair.baseline]);
        const auto a = analysis.layerOf(analysis.weights()[pair.analysis]);
        if (table.areFree(b, a))
            table.pair(b, a, "weights", pair.correlation >= kEqual ? 0.95 : 0.9);
    }
}

} // namespace ql::analysis
