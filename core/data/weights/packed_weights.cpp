// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/packed_weights.h"
#include "core/graph/operators/operator_traits.h"

#include <array>
#include <charconv>
#include <map>
#include <utility>

namespace ql::data {

namespace {

constexpr std::string_view kCells = "._all_weight_values.";
constexpr std::string_view kCellEnd = ".param.";
constexpr std::string_view kCell = "RNN"; // until its gates are counted
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kPackedClasses{
    {{"LinearPackedParamsBase", "Linear"},
     {"Conv1dPackedParamsBase", "Conv1d"},
     {"Conv2dPackedParamsBase", "Conv2d"},
     {"Conv3dPackedParamsBase", "Conv3d"},
     {"EmbeddingPackedParamsBase", "Embedding"},
     {"CellParamsBase", kCell},
     {"LinearPackedSerializationType", "Linear"}}};

/// (state, "__torch__.torch.classes.quantized.LinearPackedParamsBase")
std::string layerTypeOf(const pickle::PickledObject& object)
{
    const auto* parts = object.state.items();
    const auto name = parts && parts->size() == 2 ? (*parts)[1].textOr({}) : std::string();
    for (const auto& [className, type] : kPackedClasses)
        if (name.ends_with(className))
            return std::string(type);
    return {};
}

bool isWeight(const pickle::PickledTensor& tensor)
{
    return tensor.quantizer.has_value() || (tensor.shape.size() >= 2 && graph::isFloatingPoint(tensor.type));
}

bool isBias(const pickle::PickledTensor& tensor)
{
    return !tensor.quantizer && tensor.shape.size() == 1 && graph::isFloatingPoint(tensor.type);
}

/// What the float module calls the weights that are packed under one key.
struct PlainNames {
    std::string weight;
    std::string bias;
    bool isOfCell = false; ///< of an LSTMCell or its like
};

/// "conv.weight" for "conv._packed_params" and "conv_packed_weight_0", "cell.weight_ih" for "cell._packed_weight_ih".
PlainNames plainNames(const std::string& key)
{
    constexpr std::string_view kOfCell = "._packed_weight_";
    for (const std::string side : {"ih", "hh"})
        if (const auto end = std::string(kOfCell) + side; key.ends_with(end)) {
            const auto cell = key.substr(0, key.size() - end.size());
            return {cell + ".weight_" + side, cell + ".bias_" + side, true};
        }
    auto module = key;
    for (const std::string_view end : {"._packed_params", "._packed_weight_0", "_packed_weight_0"})
        if (key.ends_with(end)) {
            module.resize(key.size() - end.size());
            break;
        }
    const auto prefix = module.empty() ? module : module + ".";
    return {prefix + "weight", prefix + "bias", false};
}

/// Every tensor of @p object's state that is told by @p accepts, in order.
std::vector<const pickle::PickledTensor*> tensorsIn(const pickle::PickledObject& object,
                                                    bool (*accepts)(const pickle::PickledTensor&))
{
    std::vector<const pickle::PickledTensor*> found;
    pickle::visitPickle(object.state, '.', [&](const pickle::PickleValue& value, const std::string&) {
        if (value.tensor() && accepts(*value.tensor()))
            found.push_back(value.tensor());
    });
    return found;
}

/// The weights or biases of one recurrent cell, when there is one for the inputs and one for the hidden state.
void addPair(std::vector<DescribedTensor>& found, const std::vector<const pickle::PickledTensor*>& tensors,
             const std::string& stem)
{
    if (tensors.size() != 2)
        return;
    found.push_back({stem + "_ih", std::string(kCell), tensors[0]});
    found.push_back({stem + "_hh", std::string(kCell), tensors[1]});
}

/// ("quantized_dynamic", biases, …, [input weights, hidden weights]): the inner objects are linear ones. Those of
/// "quantized_fp16" keep the biases too.
std::vector<DescribedTensor> cellWeights(const pickle::PickledObject& object, const std::string& key)
{
    std::vector<const pickle::PickledTensor*> weights;
    std::vector<const pickle::PickledTensor*> innerBiases;
    pickle::visitPickle(object.state, '.', [&](const pickle::PickleValue& value, const std::string&) {
        if (!value.object())
            return;
        std::ranges::copy(tensorsIn(*value.object(), isWeight), std::back_inserter(weights));
        std::ranges::copy(tensorsIn(*value.object(), isBias), std::back_inserter(innerBiases));
    });
    const auto biases = tensorsIn(object, isBias);
    std::vector<DescribedTensor> found;
    addPair(found, weights, key + ".weight");
    addPair(found, biases.empty() ? innerBiases : biases, key + ".bias");
    return found;
}

/// "lstm._all_weight_values.2.param.weight_ih" in its parts.
struct CellName {
    std::string module;
    int cell = 0;
    std::string role;
};

std::optional<CellName> parsedCellName(const std::string& name)
{
    const auto begin = name.rfind(kCells);
    const auto end = name.rfind(kCellEnd);
    if (begin == name.npos || end == name.npos || end <= begin + kCells.size())
        return std::nullopt;
    CellName parsed{name.substr(0, begin), 0, name.substr(end + kCellEnd.size())};
    const auto* first = name.data() + begin + kCells.size();
    const auto* last = name.data() + end;
    const auto result = std::from_chars(first, last, parsed.cell);
    return result.ec == std::errc() && result.ptr == last && parsed.cell >= 0 ? std::optional(parsed) : std::nullopt;
}

/// What the widths of a module's cells tell: columns of the weights by cell.
struct CellWidths {
    std::map<int, std::int64_t> inputs;
    std::map<int, std::int64_t> hidden;

    /// The second cell reads what the first reads, or the third reads both directions.
    bool isBidirectional() const
    {
        if (inputs.size() % 2 != 0 || inputs.size() != hidden.size() || !inputs.contains(0) || !inputs.contains(1))
            return false;
        const auto width = hidden.begin()->second;
        if (inputs.contains(2))
            return inputs.at(2) == 2 * width;
        return inputs.at(1) == inputs.at(0) && inputs.at(1) != width;
    }
};

/// By the number of gates, which the shape of the hidden weights tells.
void nameKinds(std::vector<DescribedTensor>& tensors)
{
    const auto moduleOf = [](const std::string& name) { return name.substr(0, name.rfind('.')); };
    std::map<std::string, std::string> kinds;
    for (const auto& tensor : tensors) {
        const auto& shape = tensor.tensor->shape;
        if (tensor.layerType != kCell || !tensor.name.ends_with(".weight_hh") || shape.size() != 2 || shape[1] <= 0)
            continue;
        const auto gates = shape[0] % shape[1] == 0 ? shape[0] / shape[1] : 0;
        if (gates == 3 || gates == 4)
            kinds[moduleOf(tensor.name)] =
                graph::standardOperator([&](const graph::OperatorTraits& traits) { return traits.gates == gates; });
    }
    for (auto& tensor : tensors)
        if (const auto kind = kinds.find(moduleOf(tensor.name)); kind != kinds.end() && tensor.layerType == kCell)
            tensor.layerType = kind->second;
}

} // namespace

std::vector<DescribedTensor> unpackedWeights(const pickle::PickledObject& object, const std::string& key)
{
    const auto type = layerTypeOf(object);
    if (type == kCell)
        return cellWeights(object, key);
    if (type.empty())
        return {};
    const auto names = plainNames(key);
    const auto layerType = names.isOfCell ? std::string(kCell) : type;
    std::vector<DescribedTensor> found;
    const auto weights = tensorsIn(object, isWeight);
    const auto biases = tensorsIn(object, isBias);
    if (weights.size() == 1)
        found.push_back({names.weight, layerType, weights[0]});
    if (biases.size() == 1)
        found.push_back({names.bias, layerType, biases[0]});
    return found;
}

DescribedTensor withPlainName(DescribedTensor tensor)
{
    struct Entry {
        std::string_view end;
        std::string_view role;
        std::string_view layerType;
    };
    constexpr std::array<Entry, 3> kEntries{{{"._packed_params._packed_params.0", ".weight", "Linear"},
                                             {"._packed_params._packed_params.1", ".bias", "Linear"},
                                             {"._packed_params._packed_weight", ".weight", "Embedding"}}};
    for (const auto& entry : kEntries) {
        if (!tensor.name.ends_with(entry.end))
            continue;
        tensor.name.resize(tensor.name.size() - entry.end.size());
        tensor.name += entry.role;
        tensor.layerType = entry.layerType;
    }
    return tensor;
}

void nameRecurrentCells(std::vector<DescribedTensor>& tensors)
{
    nameKinds(tensors);
    std::map<std::string, CellWidths> modules;
    for (const auto& tensor : tensors)
        if (const auto name = parsedCellName(tensor.name); name && tensor.tensor->shape.size() == 2) {
            auto& widths = modules[name->module];
            (name->role == "weight_ih" ? widths.inputs : widths.hidden)[name->cell] = tensor.tensor->shape[1];
        }
    for (auto& tensor : tensors) {
        const auto name = parsedCellName(tensor.name);
        if (!name)
            continue;
        const bool isBidirectional = modules[name->module].isBidirectional();
        const int layer = isBidirectional ? name->cell / 2 : name->cell;
        const bool isReverse = isBidirectional && name->cell % 2 == 1;
        tensor.name = name->module + "." + name->role + "_l" + std::to_string(layer) + (isReverse ? "_reverse" : "");
    }
}

} // namespace ql::data
