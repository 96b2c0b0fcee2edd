// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/content_matching.h"

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
        Sketch samples;
        for (std::int64_t i = 0; i < floats.numel(); i += step)
            samples.push_back(double(floats.data_ptr<float>()[i]));
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

} // namespace ql::analysis
