// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/values/packed_parameters.h"

#include "core/base/error.h"
#include "core/ops/torch/torch_expression.h"
#include "core/ops/torch/torch_value.h"

#include <cstdlib>
#include <fmt/format.h>

namespace ql::importers::torchscript {

using c10::IValue;

namespace {

std::vector<IValue> called(const std::string& name, torch::jit::Stack stack)
{
    const auto found = ops::findOperator({name, ""});
    if (!found)
        throw Error(ErrorCode::UnsupportedOperator, Message("this LibTorch has no operator {}", name));
    found->getOperation()(stack);
    return stack;
}

std::string className(const IValue& object)
{
    return object.type()->annotation_str();
}

/// "conv1._packed_params._packed_params" → "conv1"
std::string ownerOf(const std::string& path)
{
    return path.substr(0, path.find("._packed_params"));
}

void readConvolution(PackedParameters& packed, const IValue& object, const std::string& rank)
{
    const auto stem = "quantized::conv" + rank;
    packed.isTransposed = called(stem + "_transpose", {object}).at(0).toScalar().toBool();
    packed.strides = called(stem + "_stride", {object}).at(0).toIntVector();
    packed.padding = called(stem + "_padding", {object}).at(0).toIntVector();
    packed.dilations = called(stem + "_dilation", {object}).at(0).toIntVector();
    packed.groups = called(stem + "_groups", {object}).at(0).toInt();
    std::string more;
    if (packed.isTransposed) {
        const auto extra = called(fmt::format("quantized::conv_transpose{}_output_padding", rank), {object}).at(0);
        more = ", " + ops::spellLiteral(extra);
    }
    packed.packing = packed.isTransposed ? fmt::format("quantized::conv_transpose{}_prepack", rank) : stem + "_prepack";
    packed.settings = fmt::format(", {}, {}{}, {}, {}", ops::spellLiteral(IValue(packed.strides)),
                                  ops::spellLiteral(IValue(packed.padding)), more,
                                  ops::spellLiteral(IValue(packed.dilations)), packed.groups);
}

} // namespace

const PackedParameters* PackedConstants::packedParameters(const IValue& object)
{
    if (!object.isObject())
        return nullptr;
    const auto* key = object.toObject().get();
    if (const auto found = m_packed.find(key); found != m_packed.end())
        return &found->second;
    const auto type = className(object);
    PackedParameters packed;
    std::vector<IValue> parts;
    if (type.find("LinearPackedParamsBase") != type.npos) {
        parts = called("quantized::linear_unpack", {object});
        packed.packing = "quantized::linear_prepack";
    } else if (type.find("Conv2dPackedParamsBase") != type.npos || type.find("Conv3dPackedParamsBase") != type.npos) {
        const std::string rank = type.find("Conv2d") != type.npos ? "2d" : "3d";
        parts = called("quantized::conv" + rank + "_unpack", {object});
        readConvolution(packed, object, rank);
    } else {
        return nullptr;
    }
    packed.weightTensor = parts.at(0).toTensor();
    if (parts.size() > 1 && parts[1].isTensor())
        packed.biasTensor = parts[1].toTensor();
    const auto* path = m_names.pathOf(key);
    keep(packed, path ? ownerOf(*path) : fmt::format("packed_{}", m_packed.size()));
    m_kept.push_back(object);
    return &m_packed.emplace(key, std::move(packed)).first->second;
}

void PackedConstants::keep(PackedParameters& packed, const std::string& path)
{
    const auto& weight = packed.weightTensor;
    const auto marker = path.find("weight_");
    const bool isCell = marker != path.npos && path.find("_l", marker) != path.npos;
    const auto stem = isCell ? path : path + ".weight";
    const auto biasName = isCell ? path.substr(0, marker) + "bias_" + path.substr(marker + 7) : path + ".bias";
    const auto add = [&](const std::string& name, graph::TensorData data) {
        return Slot{&m_emitter.root(), m_emitter.root().addConstant(name, std::move(data))};
    };
    auto integers = ops::fromValue(weight);
    integers.object = nullptr;
    packed.weight = add(stem, ops::toTensorData(integers));
    if (packed.biasTensor.defined())
        packed.bias = add(biasName, ops::toTensorData(ops::Tensor(packed.biasTensor.detach())));
    if (!weight.is_quantized()) {
        packed.packing += "_fp16";
        return;
    }
    packed.isPerChannel = weight.qscheme() != at::kPerTensorAffine;
    const auto scales = packed.isPerChannel ? weight.q_per_channel_scales().to(at::kDouble)
                                            : at::scalar_tensor(weight.q_scale(), at::kDouble);
    const auto zeroPoints =
        packed.isPerChannel ? weight.q_per_channel_zero_points() : at::scalar_tensor(weight.q_zero_point(), at::kLong);
    packed.scale = add(stem + "_scale", ops::toTensorData(ops::Tensor(scales.to(at::kFloat))));
    if (!scales.to(at::kFloat).to(at::kDouble).equal(scales))
        packed.exactScale = add(stem + "_exact_scale", ops::toTensorData(ops::Tensor(scales)));
    packed.zeroPoint =
        add(stem + "_zero_point", ops::toTensorData(ops::Tensor(zeroPoints.to(integers.data.scalar_type()))));
}

std::string PackedConstants::spellPacking(const PackedParameters& packed, CallInputs& inputs)
{
    const auto here = [&](const Slot& slot) { return inputs.spell(m_emitter.builder().use(slot)); };
    auto weight = here(packed.weight);
    if (packed.scale.id.isValid())
        weight = fmt::format("ql::quantized({}, {}, {}{})", weight,
                             here(packed.exactScale.id.isValid() ? packed.exactScale : packed.scale),
                             here(packed.zeroPoint), packed.isPerChannel ? ", 0" : "");
    const auto bias = packed.bias.id.isValid() ? here(packed.bias) : std::string("none");
    return fmt::format("{}({}, {}{})", packed.packing, weight, bias, packed.settings);
}

std::string PackedConstants::spell(const IValue& object, CallInputs& inputs)
{
    if (const auto* packed = packedParameters(object))
        return spellPacking(*packed, inputs);
    if (className(object).find("CellParamsBase") == std::string::npos)
        throw Error(ErrorCode::UnsupportedOperator,
                    Message("an operator takes an object of class {}", className(object)));
    return spellCellParameters(object, inputs);
}

/// "lstm._all_weight_values.1.param" → "weight_ih_l1" of "lstm" and its like
std::string PackedConstants::cellWeightName(const std::string& path, const char* kind) const
{
    constexpr std::string_view kList = "._all_weight_values.";
    const auto list = path.find(kList);
    if (list == path.npos)
        return path + "." + kind;
    const auto owner = path.substr(0, list);
    const auto number = std::atoll(path.c_str() + list + kList.size());
    const auto* found = m_names.objectAt(owner);
    bool isBidirectional = false;
    if (found && found->type()->hasAttribute("bidirectional"))
        isBidirectional = found->getAttr("bidirectional").toBool();
    const auto layer = isBidirectional ? number / 2 : number;
    return fmt::format("{}.{}_l{}{}", owner, kind, layer, isBidirectional && number % 2 == 1 ? "_reverse" : "");
}

std::vector<const PackedParameters*> PackedConstants::cellParameters(const IValue& object)
{
    if (!object.isObject() || className(object).find("CellParamsBase") == std::string::npos)
        return {};
    torch::jit::Stack stack{object};
    object.type()->expect<c10::ClassType>()->getMethod("__getstate__").run(stack);
    const auto& state = stack.at(0).toTupleRef().elements();
    const auto kind = state.at(0).toStringRef();
    const auto packed = state.at(4).toListRef().vec();
    if ((kind != "quantized_dynamic" && kind != "quantized_fp16") || packed.size() != 2)
        throw Error(ErrorCode::UnsupportedOperator, Message("recurrent weights packed as {}", kind));
    const auto* found = m_names.pathOf(object.toObject().get());
    const auto path = found ? *found : std::string("cell");
    std::vector<const PackedParameters*> parts;
    for (std::size_t i = 0; i < 2; ++i) {
        m_names.name(packed[i].toObject().get(), cellWeightName(path, i == 0 ? "weight_ih" : "weight_hh"));
        parts.push_back(packedParameters(packed[i]));
    }
    return parts;
}

/// One layer and direction of a quantized LSTM or GRU.
std::string PackedConstants::spellCellParameters(const IValue& object, CallInputs& inputs)
{
    const auto parts = cellParameters(object);
    const auto here = [&](const Slot& slot) {
        return slot.id.isValid() ? inputs.spell(m_emitter.builder().use(slot)) : std::string("none");
    };
    if (!parts.at(0)->scale.id.isValid())
        return fmt::format("quantized::make_quantized_cell_params_fp16({}, {})", spellPacking(*parts[0], inputs),
                           spellPacking(*parts[1], inputs));
    torch::jit::Stack stack{object};
    object.type()->expect<c10::ClassType>()->getMethod("__getstate__").run(stack);
    const bool reducesRange = stack.at(0).toTupleRef().elements().at(3).toIntVector().at(0) != 0;
    return fmt::format("quantized::make_quantized_cell_params_dynamic({}, {}, {}, {}, {})",
                       spellPacking(*parts[0], inputs), spellPacking(*parts[1], inputs), here(parts[0]->bias),
                       here(parts[1]->bias), reducesRange);
}

} // namespace ql::importers::torchscript
