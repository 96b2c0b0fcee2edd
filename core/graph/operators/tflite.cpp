// SPDX-License-Identifier: GPL-3.0-or-later
// TensorFlow Lite's operators: those on integers with the inputs of ONNX's QLinear…, and those on floats that ONNX has
// with channels on axis 1 only.
#include "core/graph/operators/row.h"

namespace ql::graph::rows::tflite {

namespace {

constexpr Domain kIts{kLite};

/// Operands of QLinearLSTM and QLinearSVDF; both keep a state in integers, too.
const IntegerSignature kSequenceLstm{{{0, 1, 2, 0},
                                      {3, 4, 5, 1},
                                      {6, 7, 8, 2},
                                      {9, 10, 11, 3},
                                      {12, 13, 14, 4},
                                      {15, 16, 17, 5},
                                      {18, 19, 20, 6},
                                      {21, 22, 23, 7},
                                      {24, 25, 26, 8},
                                      {48, 49, 50, 16}},
                                     {},
                                     31,
                                     {},
                                     true};
const IntegerSignature kStateFilter{{{0, 1, 2, 0}, {3, 4, 5, 1}, {6, 7, 8, 2}}, {}, 10, {}, true};

constexpr std::array kRows{
    op("DetectionPostProcess", kIts, Family{"NonMaxSuppression"}),
    op("NhwcAveragePool", kIts, Family{"AveragePool"}, &T::isPooling, &T::putsChannelsLast),
    op("NhwcConvTranspose", kIts, Family{"ConvTranspose"}, Drawing::Product, &T::isCostUnknownWithoutShapes,
       &T::hasFiltersChannelsLast),
    op("NhwcMaxPool", kIts, Family{"MaxPool"}, Integers::Other, &T::keepsScale),
    op("NhwcQLinearConv", kIts, Family{"Conv"}, Drawing::Product, Integers::Requantizing, &signatures::kConvolution,
       &T::isCostUnknownWithoutShapes, &T::hasFiltersChannelsLast, macs::quantizedConvolution),
    op("NhwcQLinearConvTranspose", kIts, Family{"ConvTranspose"}, Drawing::Product, Integers::Requantizing,
       &signatures::kConvolution, &T::isCostUnknownWithoutShapes, &T::hasFiltersChannelsLast),
    op("NonMaxSuppression", kIts, Settings::AfterFirstListed),
    op("QGemm", kIts, Family{"MatMul"}, Drawing::Product, Integers::Requantizing, &signatures::kGemm, &T::hasTransB,
       macs::matrixProduct),
    op("QLinearAdd", kIts, Family{"Add"}, Drawing::Join, Integers::Requantizing, &signatures::kBinary),
    op("QLinearAveragePool", kIts, Family{"AveragePool"}, Integers::Requantizing, &signatures::kUnary),
    op("QLinearHardSwish", kIts, Family{"HardSwish"}, Drawing::Activation, Integers::Requantizing, &signatures::kUnary),
    op("QLinearIdentity", kIts, Family{"Identity"}, Integers::Requantizing, &signatures::kUnary),
    op("QLinearLeakyRelu", kIts, Family{"LeakyRelu"}, Drawing::Activation, Integers::Requantizing, &signatures::kUnary),
    op("QLinearLSTM", kIts, Family{"LSTM"}, Drawing::Product, Integers::Requantizing, &kSequenceLstm),
    op("QLinearMul", kIts, Family{"Mul"}, Drawing::Join, Integers::Requantizing, &signatures::kBinary),
    op("QLinearReduceMean", kIts, Family{"ReduceMean"}, Integers::Requantizing, &signatures::kUnary),
    op("QLinearSVDF", kIts, Family{"SVDF"}, Drawing::Product, Integers::Requantizing, &kStateFilter),
    op("QLinearSigmoid", kIts, Family{"Sigmoid"}, Drawing::Activation, Integers::Requantizing, &signatures::kUnary),
    op("QLinearSoftmax", kIts, Family{"Softmax"}, Drawing::Activation, Integers::Requantizing, &signatures::kUnary),
    op("QLinearSub", kIts, Family{"Sub"}, Drawing::Join, Integers::Requantizing, &signatures::kBinary),
    op("QLinearTanh", kIts, Family{"Tanh"}, Drawing::Activation, Integers::Requantizing, &signatures::kUnary),
    op("QuantizeLinear", kIts, OpKind::Quantize, Family{"Input"}),
    op("RowFakeQuantize", kIts, OpKind::Dequantize, &T::isFakeQuantizer, shapes::likeFirst),
    op("SVDF", kIts, Drawing::Product),
    op("SequenceLSTM", kIts, Family{"LSTM"}, Drawing::Product),
    op("SequenceRNN", kIts, Family{"RNN"}, Drawing::Product),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::rows::tflite
