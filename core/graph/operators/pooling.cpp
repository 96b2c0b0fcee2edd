// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling, of windows and of everything.
#include "core/graph/operators/row.h"

namespace ql::graph::families::pooling {

namespace {

constexpr std::array kRows{
    op("AveragePool", Quantizing::Passing, IntegerForm::Unary, LeavesOut{"dilations"}, &T::isPooling,
       &T::runsOnMatrixUnit, &T::lacksChannels, shapes::pool,
       Torch{"torch.nn.AvgPool2d torch.nn.functional.avg_pool2d"}),
    op("GlobalAveragePool", Quantizing::EveryInput, IntegerForm::Unary, &T::isPooling, &T::runsOnMatrixUnit,
       shapes::poolGlobally, Torch{"torch.nn.AdaptiveAvgPool2d torch.nn.functional.adaptive_avg_pool2d"}),
    op("GlobalLpPool", shapes::poolGlobally),
    op("GlobalMaxPool", &T::isPooling, &T::runsOnMatrixUnit, shapes::poolGlobally,
       Torch{"torch.nn.AdaptiveMaxPool2d torch.nn.functional.adaptive_max_pool2d "
             "torch.nn.functional.adaptive_max_pool2d_with_indices"}),
    op("LpPool", shapes::pool),
    op("MaxPool", Quantizing::Passing, IntegerForm::Moved, &T::keepsScale, &T::isPooling, &T::runsOnMatrixUnit,
       shapes::pool,
       Torch{"torch.nn.MaxPool2d torch.nn.functional.max_pool2d torch.nn.functional.max_pool2d_with_indices"}),
    op("MaxRoiPool"),
    op("MaxUnpool"),
    op("RoiAlign"),
    microsoft("NhwcMaxPool", Family{"MaxPool"}, Integers::Other, &T::keepsScale, shapes::pool),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::families::pooling
