// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/matching/recurrent_weights.h"
#include "core/analysis/matching/state_quantizers.h"
#include "core/analysis/matching/weight_storage.h"

#include "core/base/error.h"
#include "core/graph/ir/data_type.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ql::analysis {

namespace {

using importers::StoredTensor;

/// Wrappers that put their name before every other.
constexpr std::array<std::string_view, 2> kWrappers{"module.", "_orig_mod."};
/// What quantization tools keep about ranges; no layer computes with it.
constexpr std::array<std::string_view, 4> kObservers{"activation_post_process", "weight_fake_quant", "fake_quant",
                                                     "observer"};

std::string leafOf(const std::string& name)
{
    return name.substr(name.rfind('.') + 1); // npos + 1 is 0
}

std::string moduleOf(const std::string& name)
{
    const auto dot = name.rfind('.');
    return dot == name.npos ? std::string() : name.substr(0, dot);
}

bool isObserved(const std::string& name)
{
    return std::ranges::any_of(kObservers, [&name](std::string_view part) { return name.find(part) != name.npos; });
}

bool isWeight(const StoredTensor& tensor)
{
    if (!tensor.holdsReals())
        return false;
    const auto leaf = leafOf(tensor.name);
    return !isObserved(tensor.name) && (tensor.size() > 1 || leaf == "weight" || leaf == "bias");
}

/// The input of the float operator that a parameter is, by PyTorch's names.
int slotOf(const std::string& leaf)
{
    constexpr std::array<std::string_view, 4> kNames{"weight", "bias", "running_mean", "running_var"};
    const auto found = std::ranges::find(kNames, leaf);
    return found == kNames.end() ? 0 : int(found - kNames.begin()) + 1;
}

/// The name, the name without wrappers, and "conv" for "conv.0", which fusing leaves in a float module.
std::vector<std::string> aliasesOf(const std::string& name)
{
    std::vector<std::string> aliases{name};
    for (const auto wrapper : kWrappers)
        if (aliases.back().starts_with(wrapper))
            aliases.push_back(aliases.back().substr(wrapper.size()));
    const auto module = moduleOf(aliases.back());
    if (module.ends_with(".0"))
        aliases.push_back(module.substr(0, module.size() - 1) + leafOf(name));
    return aliases;
}

at::Tensor spread(const std::vector<double>& parameters, std::int64_t rank, std::int64_t axis)
{
    const at::Tensor values = at::tensor(parameters, at::kDouble);
    if (values.numel() == 1)
        return values.reshape({});
    std::vector<std::int64_t> shape(static_cast<std::size_t>(rank), 1);
    shape[static_cast<std::size_t>(axis)] = values.numel();
    return values.reshape(shape);
}

/// Block after block, on the caller's thread.
at::Tensor expanded(const StoredTensor& tensor)
{
    const auto& format = *tensor.blocks;
    if (!format.expand)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("tensor {} is kept as {}, whose tables are not known here", tensor.name, format.name),
                    "convert the file to another type");
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(tensor.data.bytes().data());
    const auto result = at::empty(tensor.shape(), at::kFloat);
    auto* to = result.data_ptr<float>();
    for (std::size_t block = 0; block < tensor.data.size() / format.bytes; ++block)
        format.expand(bytes + block * format.bytes, to + block * format.elements);
    return result;
}

/// As PyTorch's dequantize() computes: in float, from scales rounded to float.
at::Tensor readFloats(const StoredTensor& tensor)
{
    if (tensor.blocks)
        return expanded(tensor);
    const at::Tensor stored = ops::toTensor(tensor.data).data;
    if (!tensor.quantizer)
        return stored.to(at::kFloat).contiguous();
    const auto axis = tensor.quantizer->channelAxis.value_or(0);
    const at::Tensor zeroPoints = spread(tensor.quantizer->zeroPoints, stored.dim(), axis).to(at::kFloat);
    const at::Tensor scales = spread(tensor.quantizer->scales, stored.dim(), axis).to(at::kFloat);
    return ((stored.to(at::kFloat) - zeroPoints) * scales).contiguous();
}

results::QuantizerInfo describe(const StoredTensor& tensor)
{
    results::QuantizerInfo info;
    info.dtype = graph::name(tensor.data.type());
    info.scales = tensor.quantizer->scales;
    for (const double zeroPoint : tensor.quantizer->zeroPoints)
        info.zeroPoints.push_back(std::llround(std::clamp(zeroPoint, -1e9, 1e9)));
    info.channelAxis = tensor.quantizer->channelAxis;
    info.lowest = graph::lowestOf(tensor.data.type());
    info.highest = graph::highestOf(tensor.data.type());
    return info;
}

ModelWeight weightOf(const StoredTensor& tensor)
{
    ModelWeight weight;
    weight.name = tensor.name;
    weight.aliases = aliasesOf(tensor.name);
    weight.recurrent = recurrentPartNamed(tensor.name);
    weight.slot = weight.recurrent ? int(weight.recurrent->input) : slotOf(leafOf(tensor.name));
    weight.layer = moduleOf(tensor.name);
    weight.opType = tensor.layerType;
    weight.shape = tensor.shape();
    weight.dtype = tensor.storedAs();
    weight.granularity = tensor.blocks ? "per-block" : "float";
    if (tensor.quantizer) {
        weight.granularity = tensor.quantizer->channelAxis ? "per-channel" : "per-tensor";
        weight.quantizer = describe(tensor);
    }
    weight.isWithoutNetwork = true;
    if (weight.shape.size() >= 2)
        weight.channelAxis = weight.quantizer && weight.quantizer->channelAxis ? *weight.quantizer->channelAxis : 0;
    weight.read = [&tensor] { return readFloats(tensor); };
    return weight;
}

/// What the module multiplies its weight by before it rounds it: of a convolution that is trained together with its
/// BatchNormalization. Undefined where there is none.
at::Tensor foldedFactor(const std::vector<StoredTensor>& tensors, const std::string& module, const graph::Shape& shape)
{
    constexpr double kEpsilon = 1e-5; // PyTorch's own, which no file keeps
    const auto find = [&](const char* leaf) {
        const auto found = std::ranges::find(tensors, module + ".bn." + leaf, &StoredTensor::name);
        return found == tensors.end() ? at::Tensor() : readFloats(*found);
    };
    const auto gamma = find("weight");
    const auto variance = find("running_var");
    const bool isFolded = gamma.defined() && variance.defined() && shape.size() > 1 && gamma.numel() == shape[0]
                          && variance.numel() == shape[0];
    if (!isFolded)
        return {};
    std::vector<std::int64_t> spreadShape(shape.size(), 1);
    spreadShape[0] = shape[0];
    return (gamma / (variance + kEpsilon).sqrt()).reshape(spreadShape);
}

/// Training leaves weights in float and rounds them whenever it runs.
void roundAsTrained(ModelWeight& weight, const StoredTensor& tensor, const std::vector<StoredTensor>& tensors,
                    const std::vector<StateQuantizer>& quantizers)
{
    const auto found = std::ranges::find_if(quantizers, [&tensor](const StateQuantizer& each) {
        return each.isOfWeight && each.module == moduleOf(tensor.name);
    });
    const bool isItsOwn = found != quantizers.end() && leafOf(tensor.name) == "weight" && !tensor.quantizer
                          && graph::isFloatingPoint(tensor.data.type());
    if (!isItsOwn || found->isAtOne() || channelAxisFor(*found, tensor.shape()) == -1)
        return;
    const auto factor = foldedFactor(tensors, found->module, tensor.shape());
    const auto floats = readFloats(tensor);
    const auto limits = limitsFor(*found, factor.defined() ? floats * factor : floats);
    results::QuantizerInfo info;
    info.dtype = limits.dtype;
    info.scales = found->scales;
    for (const double zeroPoint : found->zeroPoints)
        info.zeroPoints.push_back(std::llround(std::clamp(zeroPoint, -1e9, 1e9)));
    info.channelAxis = channelAxisFor(*found, tensor.shape());
    info.lowest = limits.lowest;
    info.highest = limits.highest;
    weight.granularity = info.channelAxis ? "per-channel" : "per-tensor";
    weight.quantizer = std::move(info);
    weight.isFakeQuantized = true;
    weight.read = [&tensor, factor, quantizer = *found] {
        const auto floats = readFloats(tensor);
        return (factor.defined() ? rounded(floats * factor, quantizer) / factor : rounded(floats, quantizer))
            .contiguous();
    };
}

} // namespace

std::vector<ModelWeight> stateWeights(const std::vector<StoredTensor>& tensors)
{
    const auto quantizers = stateQuantizers(tensors);
    std::vector<ModelWeight> weights;
    for (const auto& tensor : tensors)
        if (isWeight(tensor)) {
            weights.push_back(weightOf(tensor));
            roundAsTrained(weights.back(), tensor, tensors, quantizers);
        }
    return weights;
}

} // namespace ql::analysis
