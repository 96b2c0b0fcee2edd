// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/recurrent_weights.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace ql::analysis {

namespace {

using Input = RecurrentPart::Input;

constexpr std::array<std::pair<std::string_view, Input>, 4> kParameters{{{"weight_ih", Input::WeightIh},
                                                                         {"weight_hh", Input::WeightHh},
                                                                         {"bias_ih", Input::BiasIh},
                                                                         {"bias_hh", Input::BiasHh}}};

/// "lstm", "quantized_gru", "rnn_tanh_cell" and their like
bool isOfPyTorch(std::string_view opType)
{
    constexpr std::string_view kQuantized = "quantized_";
    if (opType.starts_with(kQuantized))
        opType.remove_prefix(kQuantized.size());
    return std::ranges::any_of(
        std::array<std::string_view, 4>{"lstm", "gru", "rnn_tanh", "rnn_relu"}, [opType](std::string_view kind) {
            return opType.starts_with(kind) && (opType == kind || opType.substr(kind.size()).starts_with("_cell"));
        });
}

std::string_view leafOf(std::string_view name)
{
    return name.substr(name.rfind('.') + 1); // npos + 1 is 0
}

/// "_l3" → 3; 0 for cells, which have no number.
std::optional<int> layerNamed(std::string_view text)
{
    constexpr int kMost = 100'000;
    if (text.empty())
        return 0;
    int layer = -1;
    if (text.size() > 2 && text.starts_with("_l")) {
        const auto* const end = text.data() + text.size();
        const auto [rest, error] = std::from_chars(text.data() + 2, end, layer);
        if (error != std::errc() || rest != end)
            return std::nullopt;
    }
    return layer >= 0 && layer <= kMost ? std::optional(layer) : std::nullopt;
}

std::string_view nameOf(Input input)
{
    return std::ranges::find(kParameters, input, &std::pair<std::string_view, Input>::second)->first;
}

/// Where ONNX keeps each gate that PyTorch lists.
std::span<const std::int64_t> gatesOf(const std::string& family)
{
    static constexpr std::array<std::int64_t, 4> kFour{0, 2, 3, 1}; // input, output, forget, cell
    static constexpr std::array<std::int64_t, 3> kThree{1, 0, 2};   // update, reset, hidden
    static constexpr std::array<std::int64_t, 1> kOne{0};
    switch (graph::traitsNamed(family).gates) {
    case 4: return kFour;
    case 3: return kThree;
    default: return kOne;
    }
}

/// @p values hold, gate after gate, as many entries for each of ONNX's gates.
std::vector<double> inOwnOrder(const std::vector<double>& values, std::size_t begin,
                               std::span<const std::int64_t> gates, std::size_t hidden)
{
    std::vector<double> ordered;
    for (const auto gate : gates) {
        const auto from = values.begin() + std::ptrdiff_t(begin + std::size_t(gate) * hidden);
        ordered.insert(ordered.end(), from, from + std::ptrdiff_t(hidden));
    }
    return ordered;
}

/// One packed parameter and what its pieces are made of.
class Packed {
public:
    explicit Packed(const ModelWeight& weight)
        : m_weight(weight)
        , m_gates(gatesOf(weight.family))
        , m_isBias(weight.recurrent->input == Input::BiasIh)
    {
    }

    /// Whether the shape is one that the operator can work with.
    bool isSound() const
    {
        const auto& shape = m_weight.shape;
        const auto gates = std::int64_t(m_gates.size());
        return shape.size() == (m_isBias ? 2 : 3) && shape[0] >= 1 && shape[0] <= 2 && rows() > 0
               && rows() % (m_isBias ? 2 * gates : gates) == 0;
    }

    void appendPieces(std::vector<ModelWeight>& pieces) const
    {
        for (std::int64_t direction = 0; direction < m_weight.shape[0]; ++direction)
            for (std::int64_t half = 0; half < (m_isBias ? 2 : 1); ++half)
                pieces.push_back(piece(direction, half));
    }

private:
    std::int64_t rows() const { return m_weight.shape[m_weight.isTransposed ? 2 : 1]; }
    std::int64_t hidden() const { return rows() / std::int64_t(m_gates.size()) / (m_isBias ? 2 : 1); }

    ModelWeight piece(std::int64_t direction, std::int64_t half) const
    {
        auto made = m_weight;
        made.recurrent = RecurrentPart{half == 1 ? Input::BiasHh : m_weight.recurrent->input, int(direction), false};
        made.slot = int(made.recurrent->input);
        made.name = pieceName(*made.recurrent);
        made.aliases = {made.name};
        made.shape = {hidden() * std::int64_t(m_gates.size())};
        if (!m_isBias)
            made.shape.push_back(m_weight.shape[m_weight.isTransposed ? 1 : 2]);
        made.isTransposed = false;
        made.channelAxis = m_isBias ? std::nullopt : std::optional<std::int64_t>(0);
        made.quantizer = quantizerOf(direction);
        made.read = reader(direction, half);
        return made;
    }

    std::string pieceName(const RecurrentPart& part) const
    {
        const auto leaf = leafOf(m_weight.name);
        // An exporter may have kept the name of the first parameter that it packed.
        const bool isNamedSo = recurrentPartNamed(leaf).has_value();
        auto name = isNamedSo ? m_weight.name.substr(0, m_weight.name.size() - leaf.size()) : m_weight.name + ".";
        name += nameOf(part.input);
        return part.index == 1 ? name + "_reverse" : name;
    }

    std::function<at::Tensor()> reader(std::int64_t direction, std::int64_t half) const
    {
        return [whole = m_weight.read, isTransposed = m_weight.isTransposed, gates = m_gates, height = hidden(),
                direction, half] {
            at::Tensor rows = whole().select(0, direction);
            if (isTransposed)
                rows = rows.transpose(0, 1);
            std::vector<at::Tensor> blocks;
            for (const auto gate : gates)
                blocks.push_back(rows.narrow(0, (half * std::int64_t(gates.size()) + gate) * height, height));
            return at::cat(blocks).contiguous();
        };
    }

    /// One scale for all, one per direction, one per row, or one per row of every direction.
    std::optional<results::QuantizerInfo> quantizerOf(std::int64_t direction) const
    {
        if (!m_weight.quantizer || m_isBias || m_weight.quantizer->scales.size() == 1)
            return m_weight.quantizer;
        auto quantizer = *m_weight.quantizer;
        const auto count = quantizer.scales.size();
        const auto height = std::size_t(rows());
        const auto directions = std::size_t(m_weight.shape[0]);
        std::vector<double> zeroPoints(quantizer.zeroPoints.begin(), quantizer.zeroPoints.end());
        if (zeroPoints.size() != count)
            return std::nullopt;
        if (count == height || count == height * directions) {
            const auto begin = count == height ? std::size_t(0) : height * std::size_t(direction);
            quantizer.scales = inOwnOrder(quantizer.scales, begin, m_gates, std::size_t(hidden()));
            zeroPoints = inOwnOrder(zeroPoints, begin, m_gates, std::size_t(hidden()));
            quantizer.channelAxis = 0;
        } else if (count == directions) {
            quantizer.scales = {quantizer.scales[std::size_t(direction)]};
            zeroPoints = {zeroPoints[std::size_t(direction)]};
            quantizer.channelAxis.reset();
        } else {
            return std::nullopt;
        }
        quantizer.zeroPoints.assign(zeroPoints.begin(), zeroPoints.end());
        return quantizer;
    }

    const ModelWeight& m_weight;
    std::span<const std::int64_t> m_gates;
    bool m_isBias;
};

bool isPacked(const ModelWeight& weight)
{
    return weight.recurrent && weight.recurrent->isPacked;
}

} // namespace

std::optional<RecurrentPart> recurrentPartNamed(std::string_view name)
{
    auto leaf = leafOf(name);
    for (const auto& [parameter, input] : kParameters) {
        if (!leaf.starts_with(parameter))
            continue;
        leaf.remove_prefix(parameter.size());
        const bool isReverse = leaf.ends_with("_reverse");
        if (isReverse)
            leaf.remove_suffix(std::string_view("_reverse").size());
        if (const auto layer = layerNamed(leaf))
            return RecurrentPart{input, 2 * *layer + (isReverse ? 1 : 0), false};
        return std::nullopt;
    }
    return std::nullopt;
}

std::optional<RecurrentPart> recurrentPartOf(const graph::Node& node, int floatSlot, std::string_view name)
{
    if (isOfPyTorch(node.opType))
        return recurrentPartNamed(name);
    const bool keepsGatesApart = node.domain == "tflite";
    if (!graph::familyTraits(node.opType).isRecurrent || keepsGatesApart || floatSlot < 1 || floatSlot > 3)
        return std::nullopt;
    return RecurrentPart{Input(floatSlot), 0, true};
}

void tellByOrder(std::span<ModelWeight> ofOneLayer)
{
    const auto isTold = [](const ModelWeight& weight) {
        return weight.recurrent || !isOfPyTorch(leafOf(weight.opType));
    };
    if (std::ranges::any_of(ofOneLayer, isTold))
        return;
    int matrices = 0;
    int vectors = 0;
    for (auto& weight : ofOneLayer) {
        if (weight.shape.empty() || weight.shape.size() > 2)
            continue;
        const bool isBias = weight.shape.size() == 1;
        const int order = isBias ? vectors++ : matrices++;
        weight.slot = (isBias ? int(Input::BiasIh) : int(Input::WeightIh)) + order % 2;
        weight.recurrent = RecurrentPart{Input(weight.slot), order / 2, false};
    }
}

std::vector<ModelWeight> unpacked(const std::vector<ModelWeight>& weights)
{
    std::vector<ModelWeight> all;
    for (const auto& weight : weights) {
        if (isPacked(weight) && Packed(weight).isSound())
            Packed(weight).appendPieces(all);
        else
            all.push_back(weight);
    }
    return all;
}

void unpackRecurrent(std::vector<ModelWeight>& baseline, std::vector<ModelWeight>& analysis)
{
    if (std::ranges::any_of(analysis, &ModelWeight::isSingleParameter))
        baseline = unpacked(baseline);
    if (std::ranges::any_of(baseline, &ModelWeight::isSingleParameter))
        analysis = unpacked(analysis);
}

} // namespace ql::analysis
