// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizations and losses.
#include "core/graph/operators/row.h"

namespace ql::graph::rows::normalization {

namespace {

constexpr std::array kRows{
    op("BatchNormalization", Quantizing::FirstInput, Bias{2}, &T::continuesRun, &T::foldsIntoConvolution,
       shapes::normalization,
       Torch{"torch.nn.BatchNorm2d torch.nn.BatchNorm1d torch.nn.BatchNorm3d torch.nn.SyncBatchNorm2d"}),
    op("GroupNormalization", &T::isComposite, Bias{2}, shapes::likeFirst),
    op("InstanceNormalization", &T::isComposite, Quantizing::FirstInput, Bias{2}, shapes::likeFirst),
    op("LayerNormalization", &T::isComposite, Quantizing::FirstInput, Bias{2}, &T::putsChannelsLast,
       shapes::normalization, Torch{"torch.nn.LayerNorm"}),
    op("LpNormalization", &T::isComposite, shapes::likeFirst),
    op("LRN", shapes::likeFirst),
    op("MeanVarianceNormalization", &T::isComposite, shapes::likeFirst),
    op("NegativeLogLikelihoodLoss"),
    op("RMSNormalization", &T::isComposite, shapes::likeFirst),
    op("SimplifiedLayerNormalization", &T::isComposite),
    op("SoftmaxCrossEntropyLoss", Drawing::Activation),
    microsoft("EmbedLayerNormalization", shapes::embedding),
    microsoft("GroupNorm", shapes::likeFirst),
    microsoft("LayerNormalization", Quantizing::FirstInput, Bias{2}, &T::putsChannelsLast),
    microsoft("QEmbedLayerNormalization", Integers::Other),
    microsoft("QOrderedLayerNormalization", Integers::Other),
    microsoft("SkipGroupNorm", shapes::likeFirst),
    microsoft("SkipLayerNormalization", shapes::likeFirst),
    microsoft("SkipSimplifiedLayerNormalization", shapes::likeFirst),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::rows::normalization
