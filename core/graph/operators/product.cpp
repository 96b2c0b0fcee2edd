// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products.
#include "core/graph/operators/families.h"

namespace ql::graph::rows {

namespace {

constexpr OperatorTraits kRows[]{
    {.name = "Det"},
    {.name = "Einsum"},
    {.name = "Gemm",
     .family = "MatMul",
     .drawing = Drawing::Product,
     .product = Product::Matrix,
     .quantizing = Quantizing::Weighted,
     .integerForm = IntegerForm::Gemm,
     .attributeOfFloats = "beta",
     .biasSlot = 2,
     .hasTransB = true,
     .runsOnMatrixUnit = true,
     .lacksChannels = true,
     .isCostUnknownWithoutShapes = true,
     .macs = macs::matrixProduct,
     .shapes = shapes::gemm,
     .torchNames = "torch.nn.Linear"},
    {.name = "MatMul",
     .drawing = Drawing::Product,
     .product = Product::Matrix,
     .quantizing = Quantizing::Weighted,
     .integerForm = IntegerForm::MatMul,
     .putsChannelsLast = true,
     .lacksChannels = true,
     .multipliesActivations = true,
     .isCostUnknownWithoutShapes = true,
     .macs = macs::matrixProduct,
     .shapes = shapes::matMul,
     .torchNames = "torch.matmul torch.bmm"},
    {.name = "FusedConv",
     .domain = kMicrosoft,
     .family = "Conv",
     .drawing = Drawing::Product,
     .isCostUnknownWithoutShapes = true,
     .macs = macs::convolution,
     .shapes = shapes::convolution},
    {.name = "FusedGemm",
     .domain = kMicrosoft,
     .family = "MatMul",
     .drawing = Drawing::Product,
     .macs = macs::matrixProduct,
     .shapes = shapes::gemm},
    {.name = "FusedMatMul",
     .domain = kMicrosoft,
     .family = "MatMul",
     .drawing = Drawing::Product,
     .macs = macs::matrixProduct,
     .shapes = shapes::fusedMatMul},
    {.name = "FusedMatMulActivation", .domain = kMicrosoft, .family = "MatMulActivation", .drawing = Drawing::Product},
    {.name = "GemmFastGelu", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "GemmFloat8", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "MatMulBlockQuantizedFp4Weight", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "MatMulBlockQuantizedFp8Weight", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "MatMulBnb4", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "MatMulFpQ4", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "MatMulInteger16",
     .domain = kMicrosoft,
     .family = "MatMul",
     .drawing = Drawing::Product,
     .integers = Integers::Dynamic,
     .macs = macs::matrixProduct},
    {.name = "MatMulNBits",
     .domain = kMicrosoft,
     .drawing = Drawing::Product,
     .macs = macs::matrixProduct,
     .shapes = shapes::matMulNBits},
    {.name = "MatMulNBitsMlp", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "MatMulNBitsQkv", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "QMoE", .domain = kMicrosoft, .integers = Integers::Other},
    {.name = "QOrderedMatMul", .domain = kMicrosoft, .drawing = Drawing::Product, .integers = Integers::Other},
    {.name = "SparseToDenseMatMul", .domain = kMicrosoft, .drawing = Drawing::Product},
    {.name = "TransposeMatMul", .domain = kMicrosoft, .drawing = Drawing::Product, .macs = macs::matrixProduct},
};

} // namespace

std::span<const OperatorTraits> product()
{
    return kRows;
}

} // namespace ql::graph::rows
