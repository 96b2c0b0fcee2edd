// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/state_quantizers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

namespace ql::analysis {

namespace {

using importers::StoredTensor;
using TensorsByName = std::map<std::string, const StoredTensor*>;

constexpr std::string_view kScale = ".scale";
constexpr double kFarBeyond = 8.0; ///< a trained range may cut off, but not so much

std::vector<double> numbersOf(const TensorsByName& tensors, const std::string& name)
{
    const auto found = tensors.find(name);
    const bool isReadable = found != tensors.end() && !found->second->blocks && !found->second->quantizer
                            && found->second->data.type() != graph::DataType::String;
    return isReadable ? found->second->data.toDoubles() : std::vector<double>();
}

bool isOn(const TensorsByName& tensors, const std::string& name)
{
    const auto numbers = numbersOf(tensors, name);
    return !numbers.empty() && numbers.front() != 0.0;
}

at::Tensor floatsOf(const std::vector<double>& numbers)
{
    return at::tensor(numbers, at::kDouble).to(at::kFloat);
}

} // namespace

bool StateQuantizer::isAtOne() const
{
    return std::ranges::all_of(scales, [](double scale) { return scale == 1.0; });
}

std::vector<StateQuantizer> stateQuantizers(const std::vector<StoredTensor>& tensors)
{
    TensorsByName byName;
    for (const auto& tensor : tensors)
        byName.emplace(tensor.name, &tensor);
    std::vector<StateQuantizer> quantizers;
    for (const auto& tensor : tensors) {
        if (!tensor.name.ends_with(kScale))
            continue;
        StateQuantizer quantizer;
        quantizer.name = tensor.name.substr(0, tensor.name.size() - kScale.size());
        if (!byName.contains(quantizer.name + ".fake_quant_enabled"))
            continue;
        quantizer.scales = numbersOf(byName, tensor.name);
        quantizer.zeroPoints = numbersOf(byName, quantizer.name + ".zero_point");
        quantizer.isObserving = isOn(byName, quantizer.name + ".observer_enabled");
        quantizer.isQuantizing = isOn(byName, quantizer.name + ".fake_quant_enabled");
        const auto dot = quantizer.name.rfind('.');
        quantizer.module = dot == std::string::npos ? std::string() : quantizer.name.substr(0, dot);
        quantizer.isOfWeight = quantizer.name.substr(dot + 1).starts_with("weight");
        if (!quantizer.scales.empty() && quantizer.scales.size() == quantizer.zeroPoints.size())
            quantizers.push_back(std::move(quantizer));
    }
    return quantizers;
}

std::string trainingStateOf(const std::vector<StateQuantizer>& quantizers)
{
    const auto isTraining = [](const StateQuantizer& each) { return each.isObserving && each.isQuantizing; };
    if (std::ranges::any_of(quantizers, isTraining))
        return "QAT";
    return std::ranges::any_of(quantizers, &StateQuantizer::isObserving) ? "calibration" : "";
}

QuantizerLimits limitsFor(const StateQuantizer& quantizer, const at::Tensor& weight)
{
    const auto least = std::ranges::min(quantizer.scales);
    const double farthest = weight.numel() == 0 ? 0.0 : weight.abs().max().item<double>();
    if (least > 0.0 && quantizer.scales.size() == 1 && farthest / least > kFarBeyond * 128.0)
        return {"int16", -32768, 32767};
    const bool isUnsigned = std::ranges::max(quantizer.zeroPoints) > 127.0;
    return isUnsigned ? QuantizerLimits{"uint8", 0, 255} : QuantizerLimits{"int8", -128, 127};
}

std::optional<std::int64_t> channelAxisFor(const StateQuantizer& quantizer, const graph::Shape& shape)
{
    if (quantizer.scales.size() == 1)
        return std::nullopt;
    const auto count = std::int64_t(quantizer.scales.size());
    for (std::size_t axis = 0; axis < std::min<std::size_t>(2, shape.size()); ++axis)
        if (shape[axis] == count)
            return std::int64_t(axis);
    return -1;
}

at::Tensor rounded(const at::Tensor& weight, const StateQuantizer& quantizer)
{
    const auto limits = limitsFor(quantizer, weight);
    const auto axis = channelAxisFor(quantizer, weight.sizes().vec());
    const auto zeroPoints = floatsOf(quantizer.zeroPoints).round().to(at::kInt);
    if (!axis)
        return at::fake_quantize_per_tensor_affine(weight, floatsOf(quantizer.scales).item<double>(),
                                                   zeroPoints.item<std::int64_t>(), limits.lowest, limits.highest);
    return at::fake_quantize_per_channel_affine(weight, floatsOf(quantizer.scales), zeroPoints, *axis, limits.lowest,
                                                limits.highest);
}

} // namespace ql::analysis
