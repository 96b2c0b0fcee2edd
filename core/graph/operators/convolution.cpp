// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions.
#include "core/graph/operators/row.h"

namespace ql::graph::rows::convolution {

namespace {

constexpr std::array kRows{
    op("Conv", Drawing::Product, Product::Convolution, Quantizing::Weighted, IntegerForm::Convolution, Bias{2},
       &T::runsOnMatrixUnit, &T::isCostUnknownWithoutShapes, macs::convolution, shapes::convolution,
       Torch{"torch.nn.Conv2d torch.nn.Conv1d torch.nn.Conv3d"}),
    op("ConvTranspose", Drawing::Product, Product::TransposedConvolution, Quantizing::Weighted, Bias{2},
       &T::runsOnMatrixUnit, &T::isCostUnknownWithoutShapes, macs::transposedConvolution, shapes::transposedConvolution,
       Torch{"torch.nn.ConvTranspose2d torch.nn.ConvTranspose1d"}),
    op("DeformConv", Drawing::Product, &T::isCostUnknownWithoutShapes, macs::convolution),
    microsoft("CausalConvWithState", Drawing::Product, &T::isCostUnknownWithoutShapes),
    microsoft("ConvTransposeWithDynamicPads", Drawing::Product, &T::isCostUnknownWithoutShapes),
    microsoft("NhwcConv", Family{"Conv"}, Drawing::Product, &T::isCostUnknownWithoutShapes, &T::hasFiltersChannelsLast),
    microsoft("NhwcFusedConv", Family{"FusedConv"}, Drawing::Product, &T::isCostUnknownWithoutShapes,
              macs::convolution),
    microsoft("VarlenCausalConvWithState", Drawing::Product, &T::isCostUnknownWithoutShapes),
    microsoft("WordConvEmbedding", Drawing::Product, &T::isCostUnknownWithoutShapes),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::rows::convolution
