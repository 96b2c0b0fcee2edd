// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of boards and of quantization tools.
#include "core/graph/operators/row.h"

namespace ql::graph::families::vendor {

namespace {

constexpr std::string_view kAmct = "amct.customop";
constexpr std::string_view kBrevitas = "onnx.brevitas";
constexpr std::string_view kFinn = "finn.custom_op.general";
constexpr std::string_view kQonnx = "qonnx.custom_op.general";

constexpr std::array kRows{
    op("AscendAntiQuant", shapes::floats),
    op("AscendDequant"),
    op("AscendQuant", shapes::likeFirst),
    op("AscendAntiQuant", Domain{kAmct}),
    op("AscendDequant", Domain{kAmct}),
    op("AscendQuant", Domain{kAmct}),
    op("BipolarQuant", Domain{kFinn}, shapes::likeFirst),
    op("IntQuant", Domain{kFinn}),
    op("Quant", Domain{kFinn}, shapes::likeFirst),
    op("Trunc", Domain{kFinn}, shapes::likeFirst),
    op("HzCalibration", Domain{kHorizon}),
    op("HzDequantize", Domain{kHorizon}, OpKind::Dequantize),
    op("HzPreprocess", Domain{kHorizon}),
    op("HzQuantize", Domain{kHorizon}, OpKind::Quantize),
    op("BipolarQuant", Domain{kBrevitas}, shapes::likeFirst),
    op("IntQuant", Domain{kBrevitas}),
    op("Quant", Domain{kBrevitas}, shapes::likeFirst),
    op("Trunc", Domain{kBrevitas}, shapes::likeFirst),
    op("BipolarQuant", Domain{kQonnx}, shapes::likeFirst),
    op("IntQuant", Domain{kQonnx}),
    op("Quant", Domain{kQonnx}, shapes::likeFirst),
    op("Trunc", Domain{kQonnx}, shapes::likeFirst),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::families::vendor
