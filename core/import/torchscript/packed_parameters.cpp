// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/packed_parameters.h"

#include "core/base/error.h"
#include "core/import/torchscript/lowering.h"
#include "core/ops/torch_expression.h"
#include "core/ops/torch_value.h"

#include <fmt/format.h>

namespace ql::import::torchscript {

using c10::IValue;

namespace {

std::vector<IValue> called(const std::string& name, torch::jit::Stack stack)
{
    const auto found = ops::findOperator({name, ""});
    if (!found)
        throw Error(ErrorCode::UnsupportedOperator, "this LibTorch has no operator " + name);
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

/// Scales of weights come in double; float where that loses nothing, as everywhere else.
graph::TensorData scaleData(const at::Tensor& scales)
{
    const auto floats = scales.to(at::kFloat);
    return ops::toTensorData(ops::Tensor(floats.to(at::kDouble).equal(scales) ? floats : scales));
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

/// Nothing for objects of other classes.
const PackedParameters* Lowering::packedParameters(const IValue& object)
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
    const auto path = m_paths.find(key);
    keepPacked(packed, path == m_paths.end() ? fmt::format("packed_{}", m_packed.size()) : ownerOf(path->second));
    m_keptObjects.push_back(object);
    return &m_packed.emplace(key, std::move(packed)).first->second;
}

void Lowering::keepPacked(PackedParameters& packed, const std::string& path)
{
    const auto& weight = packed.weightTensor;
    const auto add = [&](const char* name, graph::TensorData data) {
        return Slot{&m_root, m_root.addConstant(path + "." + name, std::move(data))};
    };
    auto integers = ops::fromValue(weight);
    integers.object = nullptr;
    packed.weight = add("weight", ops::toTensorData(integers));
    if (packed.biasTensor.defined())
        packed.bias = add("bias", ops::toTensorData(ops::Tensor(packed.biasTensor.detach())));
    if (!weight.is_quantized()) {
        packed.packing += "_fp16";
        return;
    }
    packed.isPerChannel = weight.qscheme() != at::kPerTensorAffine;
    const auto scales = packed.isPerChannel ? weight.q_per_channel_scales().to(at::kDouble)
                                            : at::scalar_tensor(weight.q_scale(), at::kDouble);
    const auto zeroPoints =
        packed.isPerChannel ? weight.q_per_channel_zero_points() : at::scalar_tensor(weight.q_zero_point(), at::kLong);
    packed.scale = add("weight_scale", scaleData(scales));
    packed.zeroPoint =
        add("weight_zero_point", ops::toTensorData(ops::Tensor(zeroPoints.to(integers.data.scalar_type()))));
}

std::string Lowering::spellPacked(const IValue& object, CallInputs& inputs)
{
    if (const auto* packed = packedParameters(object)) {
        const auto here = [&](const Slot& slot) { return inputs.spell(m_builder->use(slot)); };
        auto weight = here(packed->weight);
        if (packed->scale.id.isValid())
            weight = fmt::format("ql::quantized({}, {}, {}{})", weight, here(packed->scale), here(packed->zeroPoint),
                                 packed->isPerChannel ? ", 0" : "");
        const auto bias = packed->bias.id.isValid() ? here(packed->bias) : std::string("none");
        return fmt::format("{}({}, {}{})", packed->packing, weight, bias, packed->settings);
    }
    if (className(object).find("CellParamsBase") == std::string::npos)
        throw Error(ErrorCode::UnsupportedOperator, "an operator takes an object of class " + className(object));
    return spellCellParameters(object, inputs);
}

/// One layer and direction of a quantized LSTM or GRU.
std::string Lowering::spellCellParameters(const IValue& object, CallInputs& inputs)
{
    torch::jit::Stack stack{object};
    object.type()->expect<c10::ClassType>()->getMethod("__getstate__").run(stack);
    const auto& state = stack.at(0).toTupleRef().elements();
    const auto kind = state.at(0).toStringRef();
    const auto tensors = state.at(1).toTensorVector();
    const auto integers = state.at(3).toIntVector();
    const auto packed = state.at(4).toListRef().vec();
    const auto found = m_paths.find(object.toObject().get());
    const auto path = found == m_paths.end() ? std::string("cell") : found->second;
    for (std::size_t i = 0; i < packed.size() && i < 2; ++i)
        m_paths.try_emplace(packed[i].toObject().get(), path + (i == 0 ? ".ih" : ".hh"));
    if (kind == "quantized_fp16" && packed.size() == 2)
        return fmt::format("quantized::make_quantized_cell_params_fp16({}, {})", spellPacked(packed[0], inputs),
                           spellPacked(packed[1], inputs));
    if (kind != "quantized_dynamic" || packed.size() != 2 || tensors.size() < 2 || integers.empty())
        throw Error(ErrorCode::UnsupportedOperator, "recurrent weights packed as " + kind);
    for (std::size_t i = 0; i < 2; ++i)
        m_paths.try_emplace(tensors[i].unsafeGetTensorImpl(), path + (i == 0 ? ".bias_ih" : ".bias_hh"));
    return fmt::format("quantized::make_quantized_cell_params_dynamic({}, {}, {}, {}, {})",
                       spellPacked(packed[0], inputs), spellPacked(packed[1], inputs), spell(bound(tensors[0]), inputs),
                       spell(bound(tensors[1]), inputs), integers[0] != 0);
}

} // namespace ql::import::torchscript
