// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizations and losses.
#include "core/graph/operators/families.h"

namespace ql::graph::rows {

namespace {

constexpr OperatorTraits kRows[]{
    {.name = "BatchNormalization",
     .quantizing = Quantizing::FirstInput,
     .biasSlot = 2,
     .continuesRun = true,
     .foldsIntoConvolution = true,
     .shapes = shapes::normalization,
     .torchNames = "torch.nn.BatchNorm2d torch.nn.SyncBatchNorm2d"},
    {.name = "GroupNormalization", .biasSlot = 2, .shapes = shapes::likeFirst},
    {.name = "InstanceNormalization", .quantizing = Quantizing::FirstInput, .biasSlot = 2, .shapes = shapes::likeFirst},
    {.name = "LayerNormalization",
     .quantizing = Quantizing::FirstInput,
     .biasSlot = 2,
     .putsChannelsLast = true,
     .shapes = shapes::normalization,
     .torchNames = "torch.nn.LayerNorm"},
    {.name = "LpNormalization", .shapes = shapes::likeFirst},
    {.name = "LRN", .shapes = shapes::likeFirst},
    {.name = "MeanVarianceNormalization", .shapes = shapes::likeFirst},
    {.name = "NegativeLogLikelihoodLoss"},
    {.name = "RMSNormalization", .shapes = shapes::likeFirst},
    {.name = "SimplifiedLayerNormalization"},
    {.name = "SoftmaxCrossEntropyLoss", .drawing = Drawing::Activation},
    {.name = "EmbedLayerNormalization", .domain = kMicrosoft, .shapes = shapes::embedding},
    {.name = "LayerNormalization",
     .domain = kMicrosoft,
     .quantizing = Quantizing::FirstInput,
     .biasSlot = 2,
     .putsChannelsLast = true},
    {.name = "QEmbedLayerNormalization", .domain = kMicrosoft, .integers = Integers::Other},
    {.name = "QOrderedLayerNormalization", .domain = kMicrosoft, .integers = Integers::Other},
    {.name = "SkipLayerNormalization", .domain = kMicrosoft, .shapes = shapes::likeFirst},
    {.name = "SkipSimplifiedLayerNormalization", .domain = kMicrosoft, .shapes = shapes::likeFirst},
};

} // namespace

std::span<const OperatorTraits> normalization()
{
    return kRows;
}

} // namespace ql::graph::rows
