// SPDX-License-Identifier: GPL-3.0-or-later
// What PyTorch 2's export writes where it quantizes, as QuantizeLinear and DequantizeLinear.
#include "core/import/torchscript/mappings/onnx_mappings.h"
#include "core/ops/tensor.h"

#include <fmt/format.h>

namespace ql::importers::torchscript {

namespace {

constexpr std::string_view kLibrary = "quantized_decomposed::";

/// Scale and zero point as the standard's operators take them: constants where they are known, else as they are.
std::pair<graph::ValueId, graph::ValueId> parametersOf(MappingArguments& arguments, bool isPerChannel,
                                                       at::ScalarType integers)
{
    const auto* scaleName = isPerChannel ? "scales" : "scale";
    const auto* zeroPointName = isPerChannel ? "zero_points" : "zero_point";
    const auto constant = [&](const char* name, const char* as, at::ScalarType type) -> graph::ValueId {
        const auto known = arguments.known(name);
        if (!known || known->isNone())
            return arguments.isTensor(name) ? arguments.value(name) : graph::ValueId{};
        const auto tensor = known->isTensor() ? known->toTensor() : at::scalar_tensor(known->toScalar(), at::kDouble);
        const auto shaped = isPerChannel ? tensor : tensor.reshape({});
        return arguments.constant(as, ops::toTensorData(ops::Tensor(shaped.detach().to(type).contiguous())));
    };
    return {constant(scaleName, "scale", at::kFloat), constant(zeroPointName, "zero_point", integers)};
}

} // namespace

std::optional<OnnxMapping> decomposedMapping(MappingArguments& arguments)
{
    const auto& stem = arguments.stem();
    const bool isQuantizer = stem == "quantize_per_tensor" || stem == "quantize_per_channel";
    const bool isDequantizer = stem == "dequantize_per_tensor" || stem == "dequantize_per_channel";
    const auto type = arguments.integer("dtype");
    const auto lowest = arguments.integer("quant_min");
    const auto highest = arguments.integer("quant_max");
    if (!arguments.name().starts_with(kLibrary) || (!isQuantizer && !isDequantizer) || !type || !lowest || !highest)
        return std::nullopt;
    if (isDequantizer && !arguments.isNone("out_dtype") && arguments.integer("out_dtype") != std::int64_t(at::kFloat))
        return std::nullopt;
    const bool isPerChannel = stem.ends_with("channel");
    const auto axis = arguments.integer("axis").value_or(0);
    const auto [scale, zeroPoint] = parametersOf(arguments, isPerChannel, static_cast<at::ScalarType>(*type));
    if (!scale.isValid() || (!zeroPoint.isValid() && isQuantizer))
        return std::nullopt;
    auto mapping = standard(isQuantizer ? "QuantizeLinear" : "DequantizeLinear", {arguments.value("input"), scale});
    if (zeroPoint.isValid())
        mapping.inputs.push_back(zeroPoint);
    if (isPerChannel)
        mapping.attributes.set("axis", axis);
    const auto* overload = isPerChannel ? "" : ".tensor";
    const auto spelledAxis = isPerChannel ? fmt::format(", {}", axis) : std::string();
    mapping.call =
        fmt::format("{}{}{}($0, $1, {}{}, {}, {}, {}{})", kLibrary, stem, overload, zeroPoint.isValid() ? "$2" : "none",
                    spelledAxis, *lowest, *highest, *type, isDequantizer ? ", none" : "");
    return mapping;
}

} // namespace ql::importers::torchscript
