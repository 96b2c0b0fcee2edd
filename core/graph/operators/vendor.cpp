// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of boards and of quantization tools.
#include "core/graph/operators/row.h"

namespace ql::graph::rows::vendor {

namespace {

constexpr std::string_view kAmct = "amct.customop";
constexpr std::string_view kBrevitas = "onnx.brevitas";
constexpr std::string_view kFinn = "finn.custom_op.general";
constexpr std::string_view kPact = "PACTOps";
constexpr std::string_view kQonnx = "qonnx.custom_op.general";
constexpr std::string_view kQuark = "com.amd.quark";
constexpr std::string_view kVitis = "com.vai.quantize";

/// What gives floats that a quantizer could have made.
template <typename... Traits>
constexpr OperatorTraits fake(std::string_view domain, std::string_view name, Traits... traits)
{
    return op(name, Domain{domain}, OpKind::Dequantize, &T::isFakeQuantizer, shapes::likeFirst, traits...);
}

constexpr std::array kRows{
    op("AscendAntiQuant", shapes::floats),
    op("AscendDequant"),
    op("AscendQuant", shapes::likeFirst),
    op("AscendAntiQuant", Domain{kAmct}),
    op("AscendDequant", Domain{kAmct}),
    op("AscendQuant", Domain{kAmct}),
    op("HzCalibration", Domain{kHorizon}),
    op("HzDequantize", Domain{kHorizon}, OpKind::Dequantize),
    op("HzPreprocess", Domain{kHorizon}),
    op("HzQuantize", Domain{kHorizon}, OpKind::Quantize),
    fake(kBrevitas, "BipolarQuant"),
    fake(kBrevitas, "FloatQuant"),
    fake(kBrevitas, "IntQuant"),
    fake(kBrevitas, "Quant"),
    op("Trunc", Domain{kBrevitas}, shapes::likeFirst),
    fake(kFinn, "BipolarQuant"),
    fake(kFinn, "FloatQuant"),
    fake(kFinn, "IntQuant"),
    op("MultiThreshold", Domain{kFinn}, Drawing::Activation, Settings::AfterFirst, shapes::likeFirst),
    fake(kFinn, "Quant"),
    op("Trunc", Domain{kFinn}, shapes::likeFirst),
    fake(kQonnx, "BipolarQuant"),
    fake(kQonnx, "FloatQuant"),
    fake(kQonnx, "IntQuant"),
    op("MultiThreshold", Domain{kQonnx}, Drawing::Activation, Settings::AfterFirst, shapes::likeFirst),
    fake(kQonnx, "Quant"),
    op("Trunc", Domain{kQonnx}, shapes::likeFirst),
    fake(kQuark, "MXQuantizeDequantize"),
    fake(kOwn, "RoundToFormat"),
    fake(kVitis, "MXFixNeuron"),
    op("IntegerDiv", shapes::keptShape),
    op("RequantShift", Settings::AfterFirst, shapes::keptShape),
    op("TrueIntegerDiv", shapes::keptShape),
    op("iGELU", Drawing::Activation, shapes::keptShape),
    op("iHardswish", Drawing::Activation, shapes::keptShape),
    op("iLayerNorm", shapes::keptShape),
    op("iRMSNorm", shapes::keptShape),
    op("iSoftmax", Drawing::Activation, shapes::keptShape),
    op("IntegerDiv", Domain{kPact}, shapes::keptShape),
    op("RequantShift", Domain{kPact}, Settings::AfterFirst, shapes::keptShape),
    op("TrueIntegerDiv", Domain{kPact}, shapes::keptShape),
    op("iGELU", Domain{kPact}, Drawing::Activation, shapes::keptShape),
    op("iHardswish", Domain{kPact}, Drawing::Activation, shapes::keptShape),
    op("iLayerNorm", Domain{kPact}, shapes::keptShape),
    op("iRMSNorm", Domain{kPact}, shapes::keptShape),
    op("iSoftmax", Domain{kPact}, Drawing::Activation, shapes::keptShape),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::rows::vendor
