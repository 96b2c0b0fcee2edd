// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products.
#include "core/graph/operators/row.h"

namespace ql::graph::rows::product {

namespace {

constexpr std::array kRows{
    op("Det"),
    op("Einsum"),
    op("Gemm", Family{"MatMul"}, Drawing::Product, Product::Matrix, Quantizing::Weighted, IntegerForm::Gemm,
       LeavesOut{"beta"}, Bias{2}, &T::hasTransB, &T::runsOnMatrixUnit, &T::lacksChannels,
       &T::isCostUnknownWithoutShapes, macs::matrixProduct, shapes::gemm, Torch{"torch.nn.Linear"}),
    op("MatMul", Drawing::Product, Product::Matrix, Quantizing::Weighted, IntegerForm::MatMul, &T::putsChannelsLast,
       &T::lacksChannels, &T::multipliesActivations, &T::isCostUnknownWithoutShapes, macs::matrixProduct,
       shapes::matMul, Torch{"torch.matmul torch.bmm"}),
    microsoft("FusedConv", Family{"Conv"}, Drawing::Product, Bias{2}, &T::isCostUnknownWithoutShapes, macs::convolution,
              shapes::convolution),
    microsoft("FusedGemm", Family{"MatMul"}, Drawing::Product, Bias{2}, &T::hasTransB, macs::matrixProduct,
              shapes::gemm),
    microsoft("FusedMatMul", Family{"MatMul"}, Drawing::Product, &T::hasTransB, macs::matrixProduct,
              shapes::fusedMatMul),
    microsoft("FusedMatMulActivation", Family{"MatMulActivation"}, Drawing::Product),
    microsoft("GemmFastGelu", Drawing::Product),
    microsoft("GemmFloat8", Drawing::Product),
    microsoft("MatMulBlockQuantizedFp4Weight", Drawing::Product),
    microsoft("MatMulBlockQuantizedFp8Weight", Drawing::Product),
    microsoft("MatMulBnb4", Family{"MatMul"}, Drawing::Product, shapes::matMulNBits),
    microsoft("MatMulFpQ4", Drawing::Product),
    microsoft("MatMulInteger16", Family{"MatMul"}, Drawing::Product, Integers::Dynamic, macs::matrixProduct),
    microsoft("MatMulNBits", Family{"MatMul"}, Drawing::Product, macs::matrixProduct, shapes::matMulNBits),
    microsoft("MatMulNBitsMlp", Drawing::Product, shapes::matMulNBits),
    microsoft("MatMulNBitsQkv", Drawing::Product, shapes::packedProjections),
    microsoft("MoE", shapes::likeFirst),
    microsoft("QMoE", shapes::likeFirst),
    microsoft("QOrderedMatMul", Drawing::Product, Integers::Other),
    microsoft("SparseToDenseMatMul", Drawing::Product),
    microsoft("TransposeMatMul", Drawing::Product, &T::hasTransB, macs::matrixProduct),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::rows::product
