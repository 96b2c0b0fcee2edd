// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/weight_matching.h"

#include "core/analysis/matching/content_matching.h"
#include "core/analysis/matching/name_affixes.h"
#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace ql::analysis {

namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

/// The shape without axes of length 1: a bias may be [8] or [8, 1, 1].
graph::Shape commonShape(const ModelWeight& weight, bool isSwapped)
{
    graph::Shape shape = weight.shape;
    if (isSwapped && shape.size() >= 2)
        std::swap(shape[shape.size() - 1], shape[shape.size() - 2]);
    std::erase(shape, 1);
    return shape;
}

bool haveSameShape(const ModelWeight& weight, const ModelWeight& other)
{
    return commonShape(weight, areSwapped(weight, other)) == commonShape(other, false);
}

/// A layer, and which of the layers and directions that a recurrent one stands for.
using LayerPart = std::pair<std::string, int>;

LayerPart layerPartOf(const ModelWeight& weight)
{
    return {weight.layer, weight.recurrent ? weight.recurrent->index : 0};
}

/// Whether the nodes that read two weights say which they are. PyTorch's one node may stand for several of ONNX's.
bool areSameInput(const ModelWeight& weight, const ModelWeight& other)
{
    return weight.slot == other.slot && !weight.isSingleParameter() && !other.isSingleParameter();
}

/// A bias that has a normalization folded in is much like that normalization's own, but another number.
bool isBiasAgainstNormalization(const ModelWeight& weight, const ModelWeight& other)
{
    return weight.biased.isValid() && graph::traitsNamed(other.family).foldsIntoConvolution;
}

bool isGate(const ModelWeight& weight)
{
    return weight.recurrent && weight.recurrent->isGate;
}

bool isNumber(const std::string& name)
{
    return std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

class Matcher {
public:
    Matcher(const std::vector<ModelWeight>& baseline, const std::vector<ModelWeight>& analysis)
        : m_baseline(baseline)
        , m_analysis(analysis)
        , m_matches(baseline.size())
        , m_isTaken(analysis.size(), false)
    {
    }

    void byName(bool areNumbers)
    {
        const auto index = indexOfNames();
        for (std::size_t b = 0; b < m_baseline.size(); ++b) {
            for (const auto& name : m_baseline[b].aliases) {
                const auto found = index.find(name);
                if (found == index.end() || found->second == kNone || isNumber(name) != areNumbers)
                    continue;
                const auto& others = m_analysis[found->second].aliases;
                const bool isEqual = std::ranges::find(others, name) != others.end();
                pair(b, found->second, isEqual ? "weight-name" : "stripped-name",
                     (isEqual ? 1.0 : 0.9) * (areNumbers ? 0.7 : 1.0));
            }
        }
    }

    void byNode(const quant::NodePartners& partners)
    {
        for (std::size_t a = 0; a < m_analysis.size(); ++a) {
            const auto partner = m_analysis[a].node.isValid() ? partners.find(m_analysis[a].node) : partners.end();
            if (partner == partners.end())
                continue;
            for (std::size_t b = 0; b < m_baseline.size(); ++b)
                if (m_baseline[b].node == partner->second && areSameInput(m_baseline[b], m_analysis[a]))
                    pair(b, a, "node-partner", 0.9);
        }
    }

    /// One model may add by an operator of its own what the other gives to the product.
    void byBias(const quant::NodePartners& partners)
    {
        for (std::size_t a = 0; a < m_analysis.size(); ++a) {
            const auto& biased = m_analysis[a].biased;
            const auto partner = biased.isValid() ? partners.find(biased) : partners.end();
            for (std::size_t b = 0; partner != partners.end() && b < m_baseline.size(); ++b)
                if (m_baseline[b].biased == partner->second)
                    pair(b, a, "node-partner", 0.85);
        }
    }

    void byContent()
    {
        const auto alike = pairByContent(m_baseline, m_analysis, [this](std::size_t b, std::size_t a) {
            const bool isSlotKnown = !m_baseline[b].isWithoutNetwork && !m_analysis[a].isWithoutNetwork;
            return mayPair(b, a) && (!isSlotKnown || m_baseline[b].slot == m_analysis[a].slot)
                   && !isBiasAgainstNormalization(m_baseline[b], m_analysis[a])
                   && !isBiasAgainstNormalization(m_analysis[a], m_baseline[b]);
        });
        for (const auto& found : alike)
            pair(found.baseline, found.analysis, "content", 0.9 * found.correlation);
    }

    /// What belongs to the layers of weights that were paired by their numbers.
    void byLayer()
    {
        std::map<LayerPart, LayerPart> layers;
        for (std::size_t b = 0; b < m_baseline.size(); ++b)
            if (m_matches[b].info.rule == "content")
                layers.emplace(layerPartOf(m_baseline[b]), layerPartOf(m_analysis[m_matches[b].partner]));
        for (std::size_t b = 0; b < m_baseline.size(); ++b) {
            const auto layer = layers.find(layerPartOf(m_baseline[b]));
            for (std::size_t a = 0; layer != layers.end() && a < m_analysis.size(); ++a)
                if (layerPartOf(m_analysis[a]) == layer->second && m_analysis[a].slot == m_baseline[b].slot)
                    pair(b, a, "layer", 0.8);
        }
    }

    void byPosition()
    {
        for (std::size_t b = 0; b < m_baseline.size(); ++b)
            for (std::size_t a = 0; a < m_analysis.size(); ++a)
                if (m_baseline[b].family == m_analysis[a].family && m_baseline[b].slot == m_analysis[a].slot
                    && !isGate(m_baseline[b]) && !isGate(m_analysis[a]))
                    pair(b, a, "position", 0.5);
    }

    std::vector<WeightMatch> take() { return std::move(m_matches); }

private:
    /// Every name that an analysis weight may have had → the weight; kNone where it might have been several.
    std::unordered_map<std::string, std::size_t> indexOfNames() const
    {
        std::unordered_map<std::string, std::size_t> index;
        for (std::size_t a = 0; a < m_analysis.size(); ++a)
            for (const auto& alias : m_analysis[a].aliases)
                for (const auto& name : possibleOriginals(alias)) {
                    const auto [entry, isNew] = index.emplace(name, a);
                    if (!isNew && entry->second != a)
                        entry->second = kNone;
                }
        return index;
    }

    bool mayPair(std::size_t b, std::size_t a) const
    {
        return m_matches[b].partner == kNone && !m_isTaken[a] && haveSameShape(m_baseline[b], m_analysis[a]);
    }

    void pair(std::size_t b, std::size_t a, std::string_view rule, double confidence)
    {
        if (!mayPair(b, a))
            return;
        m_matches[b] = {a, {std::string(rule), confidence}};
        m_isTaken[a] = true;
    }

    const std::vector<ModelWeight>& m_baseline;
    const std::vector<ModelWeight>& m_analysis;
    std::vector<WeightMatch> m_matches;
    std::vector<bool> m_isTaken;
};

} // namespace

std::vector<WeightMatch> matchWeights(const std::vector<ModelWeight>& baseline,
                                      const std::vector<ModelWeight>& analysis, const quant::NodePartners& partners)
{
    Matcher matcher(baseline, analysis);
    matcher.byName(false);
    matcher.byNode(partners);
    matcher.byBias(partners);
    matcher.byContent();
    matcher.byLayer();
    matcher.byName(true);
    matcher.byPosition();
    return matcher.take();
}

WeightNumbers readPair(const ModelWeight& baseline, const ModelWeight& analysis)
{
    const at::Tensor x = baseline.read();
    at::Tensor y = analysis.read();
    if (areSwapped(analysis, baseline) && y.dim() >= 2)
        y = y.transpose(-1, -2);
    return {x, y.reshape(x.sizes()).contiguous()};
}

std::optional<std::int64_t> channelAxisOf(const ModelWeight& baseline, const ModelWeight& analysis)
{
    const bool isOpen = !baseline.channelAxis || (baseline.isWithoutNetwork && !baseline.quantizer);
    return isOpen && analysis.channelAxis && analysis.shape == baseline.shape ? analysis.channelAxis
                                                                              : baseline.channelAxis;
}

} // namespace ql::analysis
