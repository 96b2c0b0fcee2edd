// SPDX-License-Identifier: GPL-3.0-or-later
// Resizing and sampling of images.
#include "core/graph/operators/row.h"

namespace ql::graph::families::image {

namespace {

constexpr std::array kRows{
    op("AffineGrid"),
    op("GridSample", Torch{"torch.nn.functional.grid_sample"}),
    op("Resize", Quantizing::Moving, Settings::AfterFirst, &T::keepsScale, shapes::resize,
       Torch{"torch.nn.Upsample torch.nn.functional.upsample torch.nn.functional.interpolate"}),
    op("Upsample", Family{"Resize"}, Settings::AfterFirst, &T::keepsScale, shapes::resize),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::families::image
