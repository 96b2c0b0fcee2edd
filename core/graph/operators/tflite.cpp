// SPDX-License-Identifier: GPL-3.0-or-later
// TensorFlow Lite's operators: those on integers with the inputs of ONNX's QLinear…, and those on floats that ONNX has
// with channels on axis 1 only.
#include "core/graph/operators/row.h"

namespace ql::graph::rows::tflite {

namespace {

constexpr Domain kLite{"tflite"};

constexpr std::array kRows{
    op("NhwcAveragePool", kLite, Family{"AveragePool"}, &T::isPooling, &T::putsChannelsLast),
    op("NhwcConvTranspose", kLite, Family{"ConvTranspose"}, Drawing::Product, &T::isCostUnknownWithoutShapes,
       &T::hasFiltersChannelsLast),
    op("NhwcMaxPool", kLite, Family{"MaxPool"}, Integers::Other, &T::keepsScale),
    op("NhwcQLinearConv", kLite, Family{"Conv"}, Drawing::Product, Integers::Requantizing, &signatures::kConvolution,
       &T::isCostUnknownWithoutShapes, &T::hasFiltersChannelsLast),
    op("NhwcQLinearConvTranspose", kLite, Family{"ConvTranspose"}, Drawing::Product, Integers::Requantizing,
       &signatures::kConvolution, &T::isCostUnknownWithoutShapes, &T::hasFiltersChannelsLast),
    op("QGemm", kLite, Family{"MatMul"}, Drawing::Product, Integers::Requantizing, &signatures::kGemm, &T::hasTransB,
       macs::matrixProduct),
    op("QLinearAdd", kLite, Family{"Add"}, Drawing::Join, Integers::Requantizing, &signatures::kBinary),
    op("QLinearAveragePool", kLite, Family{"AveragePool"}, Integers::Requantizing, &signatures::kUnary),
    op("QLinearHardSwish", kLite, Family{"HardSwish"}, Drawing::Activation, Integers::Requantizing,
       &signatures::kUnary),
    op("QLinearIdentity", kLite, Family{"Identity"}, Integers::Requantizing, &signatures::kUnary),
    op("QLinearLeakyRelu", kLite, Family{"LeakyRelu"}, Drawing::Activation, Integers::Requantizing,
       &signatures::kUnary),
    op("QLinearMul", kLite, Family{"Mul"}, Drawing::Join, Integers::Requantizing, &signatures::kBinary),
    op("QLinearReduceMean", kLite, Family{"ReduceMean"}, Integers::Requantizing, &signatures::kUnary),
    op("QLinearSigmoid", kLite, Family{"Sigmoid"}, Drawing::Activation, Integers::Requantizing, &signatures::kUnary),
    op("QLinearSoftmax", kLite, Family{"Softmax"}, Drawing::Activation, Integers::Requantizing, &signatures::kUnary),
    op("QLinearSub", kLite, Family{"Sub"}, Drawing::Join, Integers::Requantizing, &signatures::kBinary),
    op("QLinearTanh", kLite, Family{"Tanh"}, Drawing::Activation, Integers::Requantizing, &signatures::kUnary),
    op("QuantizeLinear", kLite, OpKind::Quantize, Family{"Input"}),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::rows::tflite
