// SPDX-License-Identifier: GPL-3.0-or-later
// Fake quantization as the pair QuantizeLinear, DequantizeLinear.
#include "core/import/torchscript/mappings/onnx_mappings.h"
#include "core/ops/tensor.h"
#include "core/ops/torch/torch_expression.h"

#include <fmt/format.h>

namespace ql::importers::torchscript {

using c10::IValue;

namespace {

struct FakeQuantizer {
    at::Tensor scale;
    at::Tensor zeroPoint;
    std::int64_t lowest = 0;
    std::int64_t highest = 0;
    std::int64_t axis = 0;
};

std::optional<at::Tensor> tensorOf(const MappingArguments& arguments, std::string_view name, at::ScalarType type)
{
    const auto known = arguments.known(name);
    if (!known || known->isNone())
        return std::nullopt;
    return (known->isTensor() ? known->toTensor().detach() : at::scalar_tensor(known->toScalar(), at::kDouble))
        .to(type);
}

/// Whether the switch, a tensor of one element, is known to stand so.
bool isSwitched(const MappingArguments& arguments, std::string_view name, bool wanted)
{
    const auto known = arguments.known(name);
    return known && known->isTensor() && known->toTensor().numel() == 1 && known->toTensor().is_nonzero() == wanted;
}

std::optional<FakeQuantizer> quantizerOf(const MappingArguments& arguments)
{
    const auto& stem = arguments.stem();
    const bool isFused = stem == "fused_moving_avg_obs_fake_quant";
    const bool isWatching = isFused && !isSwitched(arguments, "observer_on", false);
    if ((!stem.starts_with("fake_quantize_per_") && !isFused) || isWatching
        || (isFused && !isSwitched(arguments, "fake_quant_on", true)))
        return std::nullopt;
    auto scale = tensorOf(arguments, "scale", at::kFloat);
    auto zeroPoint = tensorOf(arguments, "zero_point", at::kLong);
    const auto lowest = arguments.integer("quant_min");
    const auto highest = arguments.integer("quant_max");
    if (!scale || !zeroPoint || !lowest || !highest || scale->numel() != zeroPoint->numel())
        return std::nullopt;
    FakeQuantizer quantizer{*scale, *zeroPoint, *lowest, *highest, 0};
    if (scale->numel() == 1) {
        quantizer.scale = quantizer.scale.reshape({});
        quantizer.zeroPoint = quantizer.zeroPoint.reshape({});
    } else {
        quantizer.axis = arguments.integer(isFused ? "ch_axis" : "axis").value_or(0);
    }
    return quantizer;
}

at::ScalarType integerTypeOf(const FakeQuantizer& quantizer)
{
    if (quantizer.lowest >= 0)
        return quantizer.highest <= 255 ? at::kByte : at::kInt;
    if (quantizer.lowest >= -128 && quantizer.highest <= 127)
        return at::kChar;
    return quantizer.lowest >= -32768 && quantizer.highest <= 32767 ? at::kShort : at::kInt;
}

} // namespace

std::optional<OnnxMapping> fakeQuantizeMapping(MappingArguments& arguments)
{
    const auto quantizer = quantizerOf(arguments);
    if (!quantizer)
        return std::nullopt;
    const auto type = integerTypeOf(*quantizer);
    const auto scale = arguments.constant("scale", ops::toTensorData(ops::Tensor(quantizer->scale)));
    const auto zeroPoint =
        arguments.constant("zero_point", ops::toTensorData(ops::Tensor(quantizer->zeroPoint.to(type))));
    OnnxMapping quantize;
    quantize.opType = "QuantizeLinear";
    quantize.inputs = {arguments.value("self"), scale, zeroPoint};
    quantize.call = fmt::format("ql::fake_quantized_integers($0, $1, $2, {}, {}, {}, {})", quantizer->lowest,
                                quantizer->highest, quantizer->axis, int(type));
    OnnxMapping dequantize;
    dequantize.opType = "DequantizeLinear";
    dequantize.writesNothing = true; // the observer is off
    if (quantizer->scale.numel() > 1) {
        quantize.attributes.set("axis", quantizer->axis);
        dequantize.attributes.set("axis", quantizer->axis);
    }
    dequantize.inputs = {arguments.emit(std::move(quantize), "quantize"), scale, zeroPoint};
    dequantize.call = fmt::format("ql::fake_dequantized($0, $1, $2, {})", quantizer->axis);
    return dequantize;
}

} // namespace ql::importers::torchscript
