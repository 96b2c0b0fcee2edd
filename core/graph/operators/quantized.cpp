// SPDX-License-Identifier: GPL-3.0-or-later
// Quantizers, and operators on integers that have no kernel among the float ones.
#include "core/graph/operators/row.h"

namespace ql::graph::rows::quantized {

namespace {

constexpr std::array kRows{
    op("ConvInteger", Family{"Conv"}, Drawing::Product, Integers::Dynamic, &signatures::kAccumulating,
       &T::isCostUnknownWithoutShapes, macs::convolution, shapes::integerConvolution),
    op("DequantizeLinear", OpKind::Dequantize, shapes::dequantize),
    op("DynamicQuantizeLinear", OpKind::Quantize, Family{"Linear"}, Integers::Dynamic, shapes::dynamicQuantize),
    op("MatMulInteger", Family{"MatMul"}, Drawing::Product, Integers::Dynamic, &signatures::kAccumulating,
       macs::matrixProduct, shapes::matMulInteger),
    op("QLinearConv", Family{"Conv"}, Drawing::Product, Integers::Requantizing, &signatures::kConvolution,
       &T::isCostUnknownWithoutShapes, macs::quantizedConvolution, shapes::quantizedConvolution),
    op("QLinearConvTranspose", Family{"ConvTranspose"}, Drawing::Product, Integers::Requantizing,
       &signatures::kConvolution, &T::isCostUnknownWithoutShapes),
    op("QLinearMatMul", Family{"MatMul"}, Drawing::Product, Integers::Requantizing, &signatures::kBinary,
       macs::matrixProduct, shapes::quantizedMatMul),
    op("QuantizeLinear", OpKind::Quantize, Family{"Input"}, shapes::quantize),
    microsoft("DequantizeBFP", OpKind::Dequantize),
    microsoft("DequantizeLinear", OpKind::Dequantize, shapes::dequantize),
    microsoft("DequantizeWithOrder", OpKind::Dequantize),
    microsoft("DynamicQuantizeLinear", OpKind::Quantize, Family{"Linear"}, Integers::Dynamic),
    microsoft("DynamicQuantizeMatMul", Family{"MatMul"}, Drawing::Product, Integers::Dynamic,
              &signatures::kDynamicProduct, &T::hasTransB, macs::matrixProduct, shapes::matMulIntegerToFloat),
    microsoft("MatMulIntegerToFloat", Family{"MatMul"}, Drawing::Product, Integers::Dynamic, &signatures::kToFloat,
              macs::matrixProduct, shapes::matMulIntegerToFloat),
    microsoft("QGemm", Family{"MatMul"}, Drawing::Product, Integers::Requantizing, &signatures::kGemm, &T::hasTransB,
              macs::matrixProduct, shapes::quantizedGemm),
    microsoft("QLinearAdd", Family{"Add"}, Drawing::Join, Integers::Requantizing, &signatures::kBinary,
              shapes::quantizedArithmetic),
    microsoft("QLinearAveragePool", Family{"AveragePool"}, Integers::Requantizing, &signatures::kUnary, shapes::pool),
    microsoft("QLinearConcat", Family{"Concat"}, Drawing::Join, Integers::Requantizing, shapes::quantizedConcat),
    microsoft("QLinearConv", Family{"Conv"}, Drawing::Product, Integers::Requantizing, &signatures::kConvolution,
              &T::isCostUnknownWithoutShapes, macs::quantizedConvolution, shapes::quantizedConvolution),
    microsoft("QLinearGlobalAveragePool", Family{"GlobalAveragePool"}, Integers::Requantizing, &signatures::kUnary,
              shapes::poolGlobally),
    microsoft("QLinearLeakyRelu", Family{"LeakyRelu"}, Drawing::Activation, Integers::Requantizing, &signatures::kUnary,
              shapes::likeFirst),
    microsoft("QLinearMatMul", Family{"MatMul"}, Drawing::Product, Integers::Requantizing, &signatures::kBinary,
              macs::matrixProduct, shapes::quantizedMatMul),
    microsoft("QLinearMul", Family{"Mul"}, Drawing::Join, Integers::Requantizing, &signatures::kBinary,
              shapes::quantizedArithmetic),
    microsoft("QLinearReduceMean", Family{"ReduceMean"}, Integers::Requantizing, &signatures::kUnary, shapes::reduce),
    microsoft("QLinearSigmoid", Family{"Sigmoid"}, Drawing::Activation, Integers::Requantizing, &signatures::kUnary,
              shapes::likeFirst),
    microsoft("QLinearSoftmax", Family{"Softmax"}, Drawing::Activation, Integers::Requantizing, &signatures::kUnary,
              shapes::likeFirst),
    microsoft("QLinearWhere", Family{"Where"}, Integers::Requantizing, &signatures::kChoice, shapes::quantizedWhere),
    microsoft("QuantizeBFP", OpKind::Quantize),
    microsoft("QuantizeLinear", OpKind::Quantize, Family{"Input"}, shapes::quantize),
    microsoft("QuantizeWithOrder", OpKind::Quantize),
    op("QLinearBatchNormalization", Domain{kQuantized}, Family{"BatchNormalization"}, Integers::Requantizing,
       &signatures::kUnary),
    op("QLinearClip", Domain{kQuantized}, Family{"Clip"}, Drawing::Activation, Integers::Requantizing,
       &signatures::kUnary),
    op("QLinearConvTranspose", Domain{kQuantized}, Family{"ConvTranspose"}, Drawing::Product, Integers::Requantizing,
       &signatures::kConvolution, &T::isCostUnknownWithoutShapes),
    op("QLinearElu", Domain{kQuantized}, Family{"Elu"}, Integers::Requantizing, &signatures::kUnary),
    op("QLinearHardSigmoid", Domain{kQuantized}, Family{"HardSigmoid"}, Drawing::Activation, Integers::Requantizing,
       &signatures::kUnary),
    op("QLinearHardSwish", Domain{kQuantized}, Family{"HardSwish"}, Drawing::Activation, Integers::Requantizing,
       &signatures::kUnary),
    op("QLinearInstanceNormalization", Domain{kQuantized}, Family{"InstanceNormalization"}, Integers::Requantizing,
       &signatures::kUnary),
    op("QLinearLayerNormalization", Domain{kQuantized}, Family{"LayerNormalization"}, Integers::Requantizing,
       &signatures::kUnary),
    op("QLinearRelu", Domain{kQuantized}, Family{"Relu"}, Drawing::Activation, Integers::Requantizing,
       &signatures::kUnary),
    op("QLinearTanh", Domain{kQuantized}, Family{"Tanh"}, Drawing::Activation, Integers::Requantizing,
       &signatures::kUnary),
    op("ConvInteger", Domain{kOwn}, Family{"Conv"}, Drawing::Product, Integers::Dynamic, &signatures::kAccumulating,
       &T::isCostUnknownWithoutShapes, macs::convolution, shapes::wideConvolution),
    op("MatMulInteger", Domain{kOwn}, Family{"MatMul"}, Drawing::Product, Integers::Dynamic, &signatures::kAccumulating,
       macs::matrixProduct, shapes::wideMatMul),
    op("QGemm", Domain{kOwn}, Family{"MatMul"}, Drawing::Product, Integers::Requantizing, &signatures::kGemm,
       &T::hasTransB, macs::matrixProduct, shapes::quantizedGemm),
    op("QLinearAdd", Domain{kOwn}, Family{"Add"}, Drawing::Join, Integers::Requantizing, &signatures::kBinary,
       shapes::quantizedArithmetic),
    op("QLinearConv", Domain{kOwn}, Family{"Conv"}, Drawing::Product, Integers::Requantizing, &signatures::kConvolution,
       &T::isCostUnknownWithoutShapes, macs::quantizedConvolution, shapes::quantizedConvolution),
    op("QLinearMatMul", Domain{kOwn}, Family{"MatMul"}, Drawing::Product, Integers::Requantizing, &signatures::kBinary,
       macs::matrixProduct, shapes::quantizedMatMul),
    op("QLinearMul", Domain{kOwn}, Family{"Mul"}, Drawing::Join, Integers::Requantizing, &signatures::kBinary,
       shapes::quantizedArithmetic),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::rows::quantized
