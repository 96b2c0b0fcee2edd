// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/packed_weights.h"

#include <array>
#include <charconv>
#include <map>
#include <utility>

namespace ql::data {

namespace {

constexpr std::string_view kLinearTuple = "._packed_params._packed_params";
constexpr std::string_view kCells = "._all_weight_values.";
constexpr std::string_view kCellEnd = ".param.";
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kPackedClasses{
    {{"LinearPackedParamsBase", "Linear"},
     {"Conv1dPackedParamsBase", "Conv1d"},
     {"Conv2dPackedParamsBase", "Conv2d"},
     {"Conv3dPackedParamsBase", "Conv3d"},
     {"EmbeddingPackedParamsBase", "Embedding"},
     {"CellParamsBase", "LSTM"},
     {"LinearPackedSerializationType", "Linear"}}};

/// (state, "__torch__.torch.classes.quantized.LinearPackedParamsBase")
std::string layerTypeOf(const PickledObject& object)
{
    const auto* parts = object.state.items();
    const auto name = parts && parts->size() == 2 ? (*parts)[1].textOr({}) : std::string();
    for (const auto& [className, type] : kPackedClasses)
        if (name.ends_with(className))
            return std::string(type);
    return {};
}

bool isWeight(const PickledTensor& tensor)
{
    return tensor.quantizer.has_value() || (tensor.shape.size() >= 2 && graph::isFloatingPoint(tensor.type));
}

bool isBias(const PickledTensor& tensor)
{
    return !tensor.quantizer && tensor.shape.size() == 1 && graph::isFloatingPoint(tensor.type);
}

/// "conv" for "conv._packed_params" and "conv_packed_weight_0".
std::string moduleOf(const std::string& key)
{
    for (const std::string_view end : {"._packed_params", "_packed_weight_0", "._packed_weight_0", ".param"})
        if (key.ends_with(end))
            return key.substr(0, key.size() - end.size());
    return key;
}

/// Every tensor of @p object's state that is told by @p accepts, in order.
std::vector<const PickledTensor*> tensorsIn(const PickledObject& object, bool (*accepts)(const PickledTensor&))
{
    std::vector<const PickledTensor*> found;
    visitPickle(object.state, '.', [&](const PickleValue& value, const std::string&) {
        if (value.tensor() && accepts(*value.tensor()))
            found.push_back(value.tensor());
    });
    return found;
}

/// ("quantized_dynamic", biases, …, [input weights, hidden weights]): the inner objects are linear ones.
std::vector<DescribedTensor> cellWeights(const PickledObject& object, const std::string& key)
{
    std::vector<const PickledTensor*> weights;
    std::vector<const PickledTensor*> biases = tensorsIn(object, isBias);
    visitPickle(object.state, '.', [&](const PickleValue& value, const std::string&) {
        if (value.object())
            for (const auto* tensor : tensorsIn(*value.object(), isWeight))
                weights.push_back(tensor);
    });
    std::vector<DescribedTensor> found;
    constexpr std::array kWeights{".weight_ih", ".weight_hh"};
    constexpr std::array kBiases{".bias_ih", ".bias_hh"};
    for (std::size_t i = 0; weights.size() == 2 && i < 2; ++i)
        found.push_back({key + kWeights[i], "LSTM", weights[i]});
    for (std::size_t i = 0; biases.size() == 2 && i < 2; ++i)
        found.push_back({key + kBiases[i], "LSTM", biases[i]});
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

} // namespace

std::vector<DescribedTensor> unpackedWeights(const PickledObject& object, const std::string& key)
{
    const auto type = layerTypeOf(object);
    if (type == "LSTM")
        return cellWeights(object, key);
    if (type.empty())
        return {};
    std::vector<DescribedTensor> found;
    const auto weights = tensorsIn(object, isWeight);
    const auto biases = tensorsIn(object, isBias);
    if (weights.size() == 1)
        found.push_back({moduleOf(key) + ".weight", type, weights[0]});
    if (biases.size() == 1)
        found.push_back({moduleOf(key) + ".bias", type, biases[0]});
    return found;
}

DescribedTensor withPlainName(DescribedTensor tensor)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kRoles{{{".0", ".weight"}, {".1", ".bias"}}};
    for (const auto& [position, role] : kRoles) {
        const auto end = std::string(kLinearTuple) + std::string(position);
        if (!tensor.name.ends_with(end))
            continue;
        tensor.name = tensor.name.substr(0, tensor.name.size() - end.size()) + std::string(role);
        tensor.layerType = "Linear";
    }
    return tensor;
}

void nameRecurrentCells(std::vector<DescribedTensor>& tensors)
{
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
