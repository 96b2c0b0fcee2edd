// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions.
#include "core/graph/operators/families.h"

namespace ql::graph::rows {

namespace {

constexpr OperatorTraits kRows[]{
    {.name = "Conv",
     .drawing = Drawing::Product,
     .product = Product::Convolution,
     .quantizing = Quantizing::Weighted,
     .integerForm = IntegerForm::Convolution,
     .biasSlot = 2,
     .runsOnMatrixUnit = true,
     .isCostUnknownWithoutShapes = true,
     .macs = macs::convolution,
     .shapes = shapes::convolution,
     .torchNames = "torch.nn.Conv2d torch.nn.Conv1d torch.nn.Conv3d"},
    {.name = "ConvTranspose",
     .drawing = Drawing::Product,
     .product = Product::TransposedConvolution,
     .quantizing = Quantizing::Weighted,
     .biasSlot = 2,
     .runsOnMatrixUnit = true,
     .isCostUnknownWithoutShapes = true,
     .macs = macs::transposedConvolution,
     .shapes = shapes::transposedConvolution,
     .torchNames = "torch.nn.ConvTranspose2d torch.nn.ConvTranspose1d"},
    {.name = "DeformConv", .drawing = Drawing::Product, .isCostUnknownWithoutShapes = true, .macs = macs::convolution},
    {.name = "CausalConvWithState",
     .domain = kMicrosoft,
     .drawing = Drawing::Product,
     .isCostUnknownWithoutShapes = true},
    {.name = "ConvTransposeWithDynamicPads",
     .domain = kMicrosoft,
     .drawing = Drawing::Product,
     .isCostUnknownWithoutShapes = true},
    {.name = "NhwcConv",
     .domain = kMicrosoft,
     .family = "Conv",
     .drawing = Drawing::Product,
     .isCostUnknownWithoutShapes = true},
    {.name = "NhwcFusedConv",
     .domain = kMicrosoft,
     .family = "FusedConv",
     .drawing = Drawing::Product,
     .isCostUnknownWithoutShapes = true,
     .macs = macs::convolution},
    {.name = "VarlenCausalConvWithState",
     .domain = kMicrosoft,
     .drawing = Drawing::Product,
     .isCostUnknownWithoutShapes = true},
    {.name = "WordConvEmbedding",
     .domain = kMicrosoft,
     .drawing = Drawing::Product,
     .isCostUnknownWithoutShapes = true},
};

} // namespace

std::span<const OperatorTraits> convolution()
{
    return kRows;
}

} // namespace ql::graph::rows
