// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling, of windows and of everything.
#include "core/graph/operators/families.h"

namespace ql::graph::rows {

namespace {

constexpr OperatorTraits kRows[]{
    {.name = "AveragePool",
     .quantizing = Quantizing::Passing,
     .integerForm = IntegerForm::Unary,
     .attributeOfFloats = "dilations",
     .isPooling = true,
     .runsOnMatrixUnit = true,
     .lacksChannels = true,
     .shapes = shapes::pool,
     .torchNames = "torch.nn.AvgPool2d torch.nn.functional.avg_pool2d"},
    {.name = "GlobalAveragePool",
     .quantizing = Quantizing::EveryInput,
     .integerForm = IntegerForm::Unary,
     .isPooling = true,
     .runsOnMatrixUnit = true,
     .shapes = shapes::poolGlobally,
     .torchNames = "torch.nn.AdaptiveAvgPool2d torch.nn.functional.adaptive_avg_pool2d"},
    {.name = "GlobalLpPool", .shapes = shapes::poolGlobally},
    {.name = "GlobalMaxPool",
     .isPooling = true,
     .runsOnMatrixUnit = true,
     .shapes = shapes::poolGlobally,
     .torchNames = "torch.nn.AdaptiveMaxPool2d torch.nn.functional.adaptive_max_pool2d "
                   "torch.nn.functional.adaptive_max_pool2d_with_indices"},
    {.name = "LpPool", .shapes = shapes::pool},
    {.name = "MaxPool",
     .quantizing = Quantizing::Passing,
     .integerForm = IntegerForm::Moved,
     .keepsScale = true,
     .isPooling = true,
     .runsOnMatrixUnit = true,
     .shapes = shapes::pool,
     .torchNames = "torch.nn.MaxPool2d torch.nn.functional.max_pool2d torch.nn.functional.max_pool2d_with_indices"},
    {.name = "MaxRoiPool"},
    {.name = "MaxUnpool"},
    {.name = "RoiAlign"},
    {.name = "NhwcMaxPool",
     .domain = kMicrosoft,
     .family = "MaxPool",
     .integers = Integers::Other,
     .keepsScale = true,
     .shapes = shapes::pool},
};

} // namespace

std::span<const OperatorTraits> pooling()
{
    return kRows;
}

} // namespace ql::graph::rows
