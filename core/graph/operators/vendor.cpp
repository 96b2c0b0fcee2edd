// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of boards and of quantization tools.
#include "core/graph/operators/families.h"

namespace ql::graph::rows {

namespace {

constexpr std::string_view kAmct = "amct.customop";
constexpr std::string_view kBrevitas = "onnx.brevitas";
constexpr std::string_view kFinn = "finn.custom_op.general";
constexpr std::string_view kQonnx = "qonnx.custom_op.general";

constexpr OperatorTraits kRows[]{
    {.name = "AscendAntiQuant", .shapes = shapes::floats},
    {.name = "AscendDequant"},
    {.name = "AscendQuant", .shapes = shapes::likeFirst},
    {.name = "AscendAntiQuant", .domain = kAmct},
    {.name = "AscendDequant", .domain = kAmct},
    {.name = "AscendQuant", .domain = kAmct},
    {.name = "BipolarQuant", .domain = kFinn, .shapes = shapes::likeFirst},
    {.name = "IntQuant", .domain = kFinn},
    {.name = "Quant", .domain = kFinn, .shapes = shapes::likeFirst},
    {.name = "Trunc", .domain = kFinn, .shapes = shapes::likeFirst},
    {.name = "HzCalibration", .domain = kHorizon},
    {.name = "HzDequantize", .domain = kHorizon, .kind = OpKind::Dequantize},
    {.name = "HzPreprocess", .domain = kHorizon},
    {.name = "HzQuantize", .domain = kHorizon, .kind = OpKind::Quantize},
    {.name = "BipolarQuant", .domain = kBrevitas, .shapes = shapes::likeFirst},
    {.name = "IntQuant", .domain = kBrevitas},
    {.name = "Quant", .domain = kBrevitas, .shapes = shapes::likeFirst},
    {.name = "Trunc", .domain = kBrevitas, .shapes = shapes::likeFirst},
    {.name = "BipolarQuant", .domain = kQonnx, .shapes = shapes::likeFirst},
    {.name = "IntQuant", .domain = kQonnx},
    {.name = "Quant", .domain = kQonnx, .shapes = shapes::likeFirst},
    {.name = "Trunc", .domain = kQonnx, .shapes = shapes::likeFirst},
};

} // namespace

std::span<const OperatorTraits> vendor()
{
    return kRows;
}

} // namespace ql::graph::rows
