// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/recurrent_weights.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace ql::analysis {

namespace {

using Input = RecurrentPart::Input;

/// As PyTorch and TensorFlow Lite order them; PyTorch's g is the cell.
constexpr std::array<std::string_view, 4> kLstmGates{"input gate", "forget gate", "cell gate", "output gate"};

bool keepsGatesApart(const ModelWeight& weight)
{
    return weight.opType.starts_with("tflite.") && graph::traitsNamed(weight.family).isRecurrent;
}

/// The four parameters of a layer in one direction; null where there is none.
class Direction {
public:
    void add(const ModelWeight& weight) { at(weight.recurrent->input) = &weight; }

    /// 4 of an LSTM, 1 of an RNN; 0 where that isn't known or there are others.
    std::int64_t gates() const
    {
        const auto* own = m_parts[std::size_t(Input::WeightIh) - 1];
        const auto* recurrent = m_parts[std::size_t(Input::WeightHh) - 1];
        if (!own || !recurrent || own->shape.size() != 2 || recurrent->shape.size() != 2 || recurrent->shape[1] < 1
            || own->shape[0] != recurrent->shape[0] || recurrent->shape[0] % recurrent->shape[1] != 0)
            return 0;
        const auto count = recurrent->shape[0] / recurrent->shape[1];
        const auto isBias = [&](Input input) {
            const auto* bias = m_parts[std::size_t(input) - 1];
            return !bias || bias->shape == graph::Shape{recurrent->shape[0]};
        };
        const bool isKnown = count == 1 || count == std::int64_t(kLstmGates.size());
        return isKnown && isBias(Input::BiasIh) && isBias(Input::BiasHh) ? count : 0;
    }

    void appendGates(const ModelWeight& weight, std::vector<ModelWeight>& all) const
    {
        const auto input = weight.recurrent->input;
        if (input == Input::BiasHh && part(Input::BiasIh))
            return; // stands in the sum
        const auto* added = input == Input::BiasIh ? part(Input::BiasHh) : nullptr;
        const auto whole = added ? sumOf(weight, *added) : weight;
        for (std::int64_t gate = 0; gate < gates(); ++gate)
            all.push_back(gateOf(whole, gate));
    }

private:
    const ModelWeight*& at(Input input) { return m_parts[std::size_t(input) - 1]; }
    const ModelWeight* part(Input input) const { return m_parts[std::size_t(input) - 1]; }

    static ModelWeight sumOf(const ModelWeight& own, const ModelWeight& recurrent)
    {
        auto sum = own;
        sum.name = fmt::format("{} + {}", own.name, recurrent.name);
        sum.quantizer.reset();
        sum.read = [own = own.read, recurrent = recurrent.read] { return (own() + recurrent()).contiguous(); };
        return sum;
    }

    ModelWeight gateOf(const ModelWeight& whole, std::int64_t gate) const
    {
        const auto count = gates();
        const auto height = whole.shape[0] / count;
        auto made = whole;
        made.recurrent->isGate = true;
        made.slot = slotOf(whole.recurrent->input, gate, count);
        if (count > 1)
            made.name += fmt::format("[{}]", kLstmGates[std::size_t(gate)]);
        made.aliases = {made.name};
        made.shape[0] = height;
        made.channelAxis = made.shape.size() == 2 ? std::optional<std::int64_t>(0) : std::nullopt;
        made.quantizer = quantizerOf(whole, gate * height, height);
        made.read = [read = whole.read, gate, height] { return read().narrow(0, gate * height, height).contiguous(); };
        return made;
    }

    /// The input of SequenceLSTM or SequenceRNN.
    static int slotOf(Input input, std::int64_t gate, std::int64_t count)
    {
        constexpr int kWeights = 1, kRecurrent = 5, kBiases = 12;
        const bool isMatrix = input == Input::WeightIh || input == Input::WeightHh;
        if (count == 1)
            return isMatrix ? int(input) : int(Input::BiasIh);
        return int(gate) + (input == Input::WeightIh ? kWeights : isMatrix ? kRecurrent : kBiases);
    }

    static std::optional<results::QuantizerInfo> quantizerOf(const ModelWeight& whole, std::int64_t begin,
                                                             std::int64_t count)
    {
        if (!whole.quantizer || whole.quantizer->scales.size() == 1)
            return whole.quantizer;
        auto quantizer = *whole.quantizer;
        const auto rows = std::size_t(whole.shape[0]);
        if (quantizer.scales.size() != rows || quantizer.zeroPoints.size() != rows)
            return std::nullopt;
        const auto cut = [begin, count](auto& numbers) {
            numbers = {numbers.begin() + begin, numbers.begin() + begin + count};
        };
        cut(quantizer.scales);
        cut(quantizer.zeroPoints);
        return quantizer;
    }

    std::array<const ModelWeight*, 4> m_parts{};
};

std::vector<ModelWeight> inGates(const std::vector<ModelWeight>& weights)
{
    using Place = std::pair<std::string, int>;
    const auto pieces = unpacked(weights);
    const auto placeOf = [](const ModelWeight& weight) { return Place(weight.layer, weight.recurrent->index); };
    std::map<Place, Direction> directions;
    for (const auto& weight : pieces)
        if (weight.isSingleParameter())
            directions[placeOf(weight)].add(weight);
    std::vector<ModelWeight> all;
    for (const auto& weight : pieces) {
        const auto* direction = weight.isSingleParameter() ? &directions[placeOf(weight)] : nullptr;
        if (direction && direction->gates() > 0)
            direction->appendGates(weight, all);
        else
            all.push_back(weight);
    }
    return all;
}

} // namespace

void cutIntoGates(std::vector<ModelWeight>& baseline, std::vector<ModelWeight>& analysis)
{
    const bool isBaselineApart = std::ranges::any_of(baseline, keepsGatesApart);
    const bool isAnalysisApart = std::ranges::any_of(analysis, keepsGatesApart);
    if (isAnalysisApart && !isBaselineApart)
        baseline = inGates(baseline);
    if (isBaselineApart && !isAnalysisApart)
        analysis = inGates(analysis);
}

} // namespace ql::analysis
